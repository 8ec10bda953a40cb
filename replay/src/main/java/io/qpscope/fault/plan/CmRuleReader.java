package io.qpscope.fault.plan;

import io.qpscope.fault.plan.Action.Change;
import io.qpscope.fault.yaml.Names;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.frame.CmField;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads what is done to the messages of communication management, and such that nobody sent. */
final class CmRuleReader {
    private static final int WIDEST = 63;
    private static final List<String> CHANGES = List.of("xor", "value", "add");

    /** What becomes of a number. */
    record Changed(Change change, long operand) {
        private static final Changed NOT = new Changed(Change.XOR, 0);
    }

    private final Problems problems;

    CmRuleReader(Problems problems) {
        this.problems = problems;
    }

    /** Null when no field has this name, which has been told. */
    private static CmField field(YamlMap map, String name) {
        CmField field = CmField.of(name);
        if (field == null) {
            List<String> names = new ArrayList<>();
            CmField.values().forEach(each -> names.add(each.name()));
            String near = Names.nearest(name, names);
            map.wrong(
                    "field",
                    "'" + Names.shown(name) + "': expected a field as 'show' names it, as "
                            + (near == null ? "cm.req.localqpn" : near));
        }
        return field;
    }

    /** Reads one of {@code xor}, {@code value} and {@code add}, whichever there is. */
    Changed change(YamlMap map, String what, int bits) {
        long most = bits >= WIDEST ? Long.MAX_VALUE : (1L << bits) - 1;
        Changed found = null;
        for (Change each : Change.values()) {
            String key = each.name().toLowerCase(Locale.ROOT);
            if (!map.has(key)) {
                continue;
            }
            if (found != null) {
                map.wrong(key, "one of xor, value and add is enough");
            }
            long operand = map.number(key, each == Change.ADD ? -most : 0, most, 0);
            found = new Changed(each, operand);
        }
        if (found == null) {
            problems.add(map.node(), what + " needs one of 'xor', 'value' and 'add'");
        }
        return found == null ? Changed.NOT : found;
    }

    Action corrupt(YamlMap map, String name) {
        CmField field = field(map, name);
        Changed changed = change(map, "corrupt", field == null ? WIDEST : field.bits());
        boolean fix = map.choice("icrc", RuleReader.ICRC, "keep").equals("fix");
        if (map.has("offset")) {
            map.wrong("offset", "goes with field: payload, or without a field");
        }
        return new Action.CorruptCm(field, changed.change(), changed.operand(), fix);
    }

    Action inject(YamlMap inject) {
        YamlNode node = inject.get("cm");
        YamlMap map = new YamlMap(node, "cm", problems);
        int connection = (int) map.number("qp", 1, Integer.MAX_VALUE, 0);
        Side from = RuleReader.side(map, Side.A);
        map.require("message");
        String name = map.choice("message", CmMessage.names(), "REQ");
        CmMessage message = CmMessage.valueOf(name);
        String fieldName = map.text("field", null);
        CmField field = fieldName == null ? null : field(map, fieldName);
        long changes = CHANGES.stream().filter(map::has).count();
        if (changes > 0 && fieldName == null) {
            problems.add(map.node(), "cm needs 'field' for what changes");
        }
        Changed changed = fieldName == null
                ? Changed.NOT
                : change(map, "cm", field == null ? WIDEST : field.bits());
        if (field != null && field.attribute() != 0 && field.attribute() != message.attribute()) {
            map.wrong("field", "'" + fieldName + "': a " + name + " has no such field");
        }
        map.end();
        if (!inject.has("on") && connection == 0) {
            problems.add(node, "cm needs 'qp', or inject needs 'on'");
        }
        return new Action.InjectCm(
                connection, from, message, field, changed.change(), changed.operand());
    }
}
