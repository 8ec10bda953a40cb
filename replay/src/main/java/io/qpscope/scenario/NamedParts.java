package io.qpscope.scenario;

import io.qpscope.fault.yaml.Names;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Entry;
import io.qpscope.fault.yaml.YamlNode.Kind;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Things with names: a list of these alone, {@code [a, b]}, or keys with what belongs to them,
 * {@code {a: {...}, b: }}.
 */
final class NamedParts {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,31}");
    private static final int MOST = 4096;

    private final Problems problems;
    private final Set<String> taken = new LinkedHashSet<>();

    NamedParts(Problems problems) {
        this.problems = problems;
    }

    /** All names so far. */
    Set<String> names() {
        return taken;
    }

    /**
     * Reads one such list.
     *
     * @param what one of them is, for messages
     */
    void read(YamlNode node, String what, BiConsumer<String, YamlMap> reader) {
        if (node == null) {
            return;
        }
        if (node.kind() == Kind.LIST) {
            for (YamlNode item : node.items()) {
                if (item.kind() != Kind.TEXT) {
                    problems.add(item, what + ": expected a name, found " + item.kind());
                } else if (isNew(item.line(), item.column(), what, item.text())) {
                    YamlMap none = new YamlMap(
                            YamlNode.nothing(item.line(), item.column()), what, problems);
                    reader.accept(item.text(), none);
                }
            }
            return;
        }
        if (node.kind() != Kind.MAP) {
            problems.add(node, what + ": expected a list of names, or names with their keys");
        }
        for (Entry entry : node.entries()) {
            if (isNew(entry.line(), entry.column(), what, entry.key())) {
                YamlMap map = new YamlMap(entry.value(), what + " " + entry.key(), problems);
                reader.accept(entry.key(), map);
                map.end();
            }
        }
    }

    boolean isNew(int line, int column, String what, String name) {
        if (!NAME.matcher(name).matches()) {
            problems.add(
                    line,
                    column,
                    what + " '" + Names.shown(name)
                            + "': expected a name of letters, digits, _, . and -, a letter first, 32"
                            + " at most");
            return false;
        }
        if (taken.size() >= MOST) {
            problems.add(line, column, "more than " + MOST + " of a kind");
            return false;
        }
        if (!taken.add(name)) {
            problems.add(line, column, what + " '" + name + "': the name is taken");
            return false;
        }
        return true;
    }
}
