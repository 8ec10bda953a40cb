package io.qpscope.fault.plan;

import io.qpscope.fault.yaml.Names;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.Quantity;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Entry;
import io.qpscope.fault.yaml.YamlNode.Kind;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Turns the YAML of one rule into the rule. */
final class RuleReader {
    static final long DAY_NS = 86_400L * 1_000_000_000L;

    private static final int MOST_COPIES = 100;
    private static final int MOST_OVERTAKING = 10_000;
    private static final int MOST_PACKET = 9000;
    private static final int NAK = 0x60;
    private static final int RNR_NAK = 0x20;

    static final List<String> ICRC = List.of("keep", "fix");
    private static final List<String> SIDES = List.of("a", "b");
    private static final List<String> ECN = List.of("not-ect", "ect1", "ect0", "ce");
    private static final List<String> CODES = List.of(
            "PSN_SEQUENCE_ERROR",
            "INVALID_REQUEST",
            "REMOTE_ACCESS_ERROR",
            "REMOTE_OPERATIONAL_ERROR");

    /** Reads what stands behind an action's key. */
    private interface ActionReader {
        /** Null when it could not be read, which has been told. */
        Action read(YamlMap map);
    }

    private final Map<String, ActionReader> actions = new LinkedHashMap<>();
    private final Problems problems;
    private final MatcherReader matchers;
    private final ExtraReader extras;
    private final CmRuleReader messages;

    RuleReader(Problems problems) {
        this.problems = problems;
        matchers = new MatcherReader(problems);
        extras = new ExtraReader(problems);
        messages = new CmRuleReader(problems);
        actions.put("drop", map -> new Action.Drop());
        actions.put("delay", this::delay);
        actions.put("reorder", RuleReader::reorder);
        actions.put(
                "duplicate",
                map -> new Action.Duplicate((int) map.number("copies", 1, MOST_COPIES, 1)));
        actions.put("corrupt", this::corrupt);
        actions.put("truncate", this::truncate);
        actions.put("mark", this::mark);
        actions.put(
                "rnr",
                map -> new Action.Answer(
                        RNR_NAK | (int) map.number("timer", 0, 31, 12), map.flag("swallow", true)));
        actions.put("nak", RuleReader::nak);
        actions.put("inject", map -> map.has("cm") ? messages.inject(map) : extras.read(map));
        actions.put("mpa", new StreamActionReader(problems)::read);
        actions.put(
                "starve",
                map -> new Action.Starve(map.text("link", ""), (int) map.number("vl", 0, 14, 0)));
        actions.put("pause", RuleReader::pause);
        actions.put("cut", map -> new Action.Cut(name(map, "link")));
    }

    /** Null when it is wrong beyond use, which has been told. */
    FaultRule read(YamlNode item, int number) {
        if (item.kind() != Kind.MAP || item.entries().size() != 1) {
            problems.add(
                    item,
                    "a rule is one action and its keys, as: - drop: {qp: 1, psn: 10}; found "
                            + (item.kind() == Kind.MAP
                                    ? item.entries().size() + " keys"
                                    : item.kind().toString()));
            return null;
        }
        Entry entry = item.entries().get(0);
        ActionReader reader = actions.get(entry.key());
        if (reader == null) {
            problems.add(entry.line(), entry.column(), unknown(entry.key()));
            return null;
        }
        return rule(new YamlMap(entry.value(), entry.key(), problems), reader, number, entry);
    }

    private String unknown(String key) {
        return "unknown action '" + Names.shown(key) + "'; "
                + Names.expected(key, actions.keySet());
    }

    private FaultRule rule(YamlMap map, ActionReader reader, int number, Entry entry) {
        Action action = reader.read(map);
        PacketMatcher matcher = null;
        Schedule schedule = null;
        if (entry.key().equals("inject")) {
            YamlNode on = map.get("on");
            if (on != null) {
                matcher = matchers.trigger(on, map);
            } else {
                schedule = matchers.schedule(map, true);
            }
        } else if (entry.key().equals("pause")) {
            schedule = matchers.schedule(map, true);
        } else if (entry.key().equals("starve") || entry.key().equals("cut")) {
            schedule = matchers.schedule(map, false);
        } else if (entry.key().equals("mpa")) {
            matcher = matchers.stream(map);
        } else {
            matcher = matchers.packets(map, action instanceof Action.Answer);
        }
        String link = action.place() == Action.Place.PACKETS ? map.text("link", "") : "";
        boolean optional = map.flag("optional", false);
        map.end();
        String text = entry.key() + " " + text(entry.value());
        return new FaultRule(number, entry.line(), text, action, matcher, schedule, link, optional);
    }

    private static String text(YamlNode node) {
        if (node.kind() == Kind.MAP) {
            return node.entries().stream()
                    .map(entry -> entry.key() + ": " + text(entry.value()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (node.kind() == Kind.LIST) {
            return node.items().stream()
                    .map(RuleReader::text)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        return node.kind() == Kind.NONE ? "{}" : node.text();
    }

    private Action delay(YamlMap map) {
        String by = map.text("by", null);
        if (by == null || !by.contains("..")) {
            map.require("by");
            long ns = map.duration("by", 0, DAY_NS, 0);
            return new Action.Delay(ns, ns);
        }
        int dots = by.indexOf("..");
        long least = part(by.substring(0, dots));
        long most = part(by.substring(dots + 2));
        if (least < 0 || most < least || most > DAY_NS) {
            map.wrong(
                    "by",
                    "'" + by + "': expected two durations with their units, the smaller"
                            + " first, as 10us..50us");
            return new Action.Delay(0, 0);
        }
        return new Action.Delay(least, most);
    }

    private static long part(String text) {
        return Quantity.of(text.strip(), Quantity.Unit.DURATION);
    }

    private static Action reorder(YamlMap map) {
        int by = (int) map.number("by", 1, MOST_OVERTAKING, 1);
        return new Action.Reorder(by, map.duration("within", 1, DAY_NS, 1_000_000));
    }

    private Action corrupt(YamlMap map) {
        String name = map.text("field", null);
        PacketField field = name == null ? null : PacketField.of(name);
        if (field == null && name != null && isOfManagement(name)) {
            return messages.corrupt(map, name);
        }
        if (name != null && field == null) {
            map.wrong(
                    "field",
                    "'" + Names.shown(name) + "': " + Names.expected(name, PacketField.names()));
        } else if (name == null && !map.has("offset")) {
            problems.add(map.node(), "corrupt needs 'field' or 'offset'");
        }
        boolean byByte = field == null || field == PacketField.PAYLOAD;
        int offset = (int) map.number("offset", 0, MOST_PACKET, 0);
        if (!byByte && map.has("offset")) {
            map.wrong("offset", "goes with field: payload, or without a field");
        }
        CmRuleReader.Changed changed = messages.change(map, "corrupt", byByte ? 8 : field.bits());
        boolean fix = map.choice("icrc", ICRC, "keep").equals("fix");
        return new Action.Corrupt(field, offset, changed.change(), changed.operand(), fix);
    }

    private static boolean isOfManagement(String name) {
        String plain = name.replaceFirst("^infiniband\\.", "");
        return plain.startsWith("mad.") || plain.startsWith("cm.");
    }

    private Action truncate(YamlMap map) {
        if (map.has("by") == map.has("to")) {
            problems.add(map.node(), "truncate needs one of 'by' and 'to'");
        }
        int by = (int) map.bytes("by", 1, MOST_PACKET, 0);
        int to = (int) map.bytes("to", 0, MOST_PACKET, 0);
        return new Action.Truncate(by, to, map.choice("icrc", ICRC, "keep").equals("fix"));
    }

    private Action mark(YamlMap map) {
        if (!map.has("ecn") && !map.has("dscp")) {
            problems.add(map.node(), "mark needs 'ecn' or 'dscp'");
        }
        String ecn = map.choice("ecn", ECN, null);
        return new Action.Mark(
                ecn == null ? -1 : ECN.indexOf(ecn), (int) map.number("dscp", 0, 63, -1));
    }

    private static Action nak(YamlMap map) {
        map.require("code");
        int code = CODES.indexOf(map.choice("code", CODES, CODES.get(0)));
        return new Action.Answer(NAK | code, map.flag("swallow", true));
    }

    private static Action pause(YamlMap map) {
        return new Action.Pause(name(map, "port"), (int) map.number("class", 0, 7, -1), (int)
                map.number("quanta", 0, 0xffff, 0xffff));
    }

    private static String name(YamlMap map, String key) {
        map.require(key);
        return map.text(key, "");
    }

    /** A side by its letter; null for both. */
    static Side side(YamlMap map, Side fallback) {
        String from = map.choice("from", SIDES, null);
        if (from == null) {
            return fallback;
        }
        return from.equals("a") ? Side.A : Side.B;
    }
}
