package io.qpscope.fault.plan;

import io.qpscope.fault.plan.Action.Change;
import io.qpscope.fault.plan.Action.Mpa.Edit;
import io.qpscope.fault.plan.Action.Mpa.Part;
import io.qpscope.fault.yaml.Names;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;

import java.util.List;
import java.util.Locale;

/** Reads what an {@code mpa} rule does. */
final class StreamActionReader {
    private static final List<String> FATES = List.of("drop", "duplicate", "swap", "cut");

    private final Problems problems;

    StreamActionReader(Problems problems) {
        this.problems = problems;
    }

    Action read(YamlMap map) {
        Part part = null;
        for (Part each : List.of(Part.CRC, Part.MARKER, Part.LENGTH, Part.FIELD)) {
            String key = each.name().toLowerCase(Locale.ROOT);
            if (map.has(key)) {
                single(map, key, part);
                part = each;
            }
        }
        map.choice("crc", List.of("bad"), "bad");
        map.choice("marker", List.of("bad"), "bad");
        int length = (int) map.number("length", 0, 0xffff, 0);
        String fate = map.choice("fate", FATES, null);
        if (fate != null) {
            single(map, "fate", part);
            part = Part.valueOf(fate.toUpperCase(Locale.ROOT));
        }
        Edit edit = edit(map, part == Part.FIELD);
        if (part == null) {
            problems.add(
                    map.node(), "mpa needs one of 'crc', 'marker', 'length', 'field' and 'fate'");
        }
        boolean unread = part == null || (part == Part.FIELD && edit == null);
        return unread ? new Action.Mpa(Part.CRC, 0) : new Action.Mpa(part, length, edit);
    }

    private static void single(YamlMap map, String key, Part other) {
        if (other != null) {
            map.wrong(key, "one of crc, marker, length, field and fate is enough");
        }
    }

    /** Null for none, or one that could not be read, which has been told. */
    private Edit edit(YamlMap map, boolean wanted) {
        String name = map.text("field", null);
        StreamField field = name == null ? null : StreamField.of(name);
        if (name != null && field == null) {
            map.wrong(
                    "field",
                    "'" + Names.shown(name) + "': " + Names.expected(name, StreamField.names()));
        }
        int bits = field == null ? 64 : field.bits();
        long most = bits >= 63 ? Long.MAX_VALUE : (1L << bits) - 1;
        Change change = null;
        long operand = 0;
        for (Change each : Change.values()) {
            String key = each.name().toLowerCase(Locale.ROOT);
            if (!map.has(key)) {
                continue;
            }
            if (change != null || !wanted) {
                map.wrong(key, wanted ? "one of xor, value and add is enough" : "goes with field");
            }
            change = each;
            operand = map.number(key, each == Change.ADD ? -most : 0, most, 0);
        }
        if (wanted && change == null) {
            problems.add(map.node(), "mpa with a field needs one of 'xor', 'value' and 'add'");
        }
        return field == null || change == null ? null : new Edit(field, change, operand);
    }
}
