package io.qpscope.fault.yaml;

import io.qpscope.fault.yaml.YamlNode.Entry;
import io.qpscope.fault.yaml.YamlNode.Kind;

import java.util.stream.Collectors;

/**
 * Writes a tree as YAML that {@link YamlReader} reads again: what holds nothing but values, and all
 * that is deep, on one line.
 */
public final class YamlWriter {
    /** What needs no quotes: no sign of YAML in front, and none inside that would end it. */
    private static final String PLAIN = "[A-Za-z0-9_./*-]+( [A-Za-z0-9_./*-]+)*";

    /** Maps and lists down to here have lines of their own. */
    private static final int DEEPEST = 2;

    private final StringBuilder out = new StringBuilder();

    private YamlWriter() {}

    /**
     * Writes a document.
     *
     * @param root a map
     */
    public static String write(YamlNode root) {
        YamlWriter writer = new YamlWriter();
        writer.block(root, 0);
        return writer.out.toString();
    }

    private void block(YamlNode node, int depth) {
        String indent = "  ".repeat(depth);
        if (node.kind() == Kind.MAP) {
            for (Entry entry : node.entries()) {
                out.append(indent).append(entry.key()).append(':');
                value(entry.value(), depth);
            }
        } else {
            for (YamlNode item : node.items()) {
                out.append(indent).append("- ").append(line(item)).append('\n');
            }
        }
    }

    private void value(YamlNode value, int depth) {
        if (depth < DEEPEST && isDeep(value)) {
            out.append('\n');
            block(value, depth + 1);
        } else {
            out.append(' ').append(line(value)).append('\n');
        }
    }

    private static boolean isDeep(YamlNode node) {
        return node.items().stream().anyMatch(item -> item.kind() != Kind.TEXT)
                || node.entries().stream().anyMatch(each -> each.value().kind() != Kind.TEXT);
    }

    /** A part on one line. */
    public static String line(YamlNode node) {
        return switch (node.kind()) {
            case MAP ->
                node.entries().stream()
                        .map(each -> each.key() + ": " + line(each.value()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case LIST ->
                node.items().stream()
                        .map(YamlWriter::line)
                        .collect(Collectors.joining(", ", "[", "]"));
            case TEXT -> scalar(node.text());
            case NONE -> "";
        };
    }

    private static String scalar(String text) {
        return text.matches(PLAIN)
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
