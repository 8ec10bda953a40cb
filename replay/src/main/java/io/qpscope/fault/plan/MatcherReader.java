package io.qpscope.fault.plan;

import io.qpscope.fault.yaml.Names;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.Span;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;

import java.util.ArrayList;
import java.util.List;

/** Reads conditions and times. */
final class MatcherReader {
    private static final long MOST_PSN = Long.MAX_VALUE;
    private static final String ANY = "any";

    private final Problems problems;

    MatcherReader(Problems problems) {
        this.problems = problems;
    }

    PacketMatcher packets(YamlMap map, boolean requestsAlone) {
        int qp = (int) map.number("qp", 1, Integer.MAX_VALUE, 0);
        Span psn = map.span("psn", 0, MOST_PSN);
        Span message = map.span("message", 1, MOST_PSN);
        Span round = map.span("round", 1, 255);
        boolean placed = map.has("psn") || map.has("message") || map.has("round");
        if (!map.has("round")) {
            round = Span.ALL;
        }
        if (!map.has("message")) {
            message = Span.ALL;
        }
        Opcodes opcodes = opcodes(map);
        int cm = requestsAlone ? 0 : cm(map);
        Side from = RuleReader.side(map, null);
        boolean requests = requestsAlone || (placed && from == null && opcodes == null && cm == 0);
        return rest(map, qp, psn, message, round, opcodes, from, requests, cm);
    }

    private static int cm(YamlMap map) {
        List<String> names = new ArrayList<>(CmMessage.names());
        names.add(ANY);
        String name = map.choice("cm", names, null);
        if (name == null) {
            return 0;
        }
        for (String key : new String[] {"psn", "message", "opcode"}) {
            if (map.has(key)) {
                map.wrong(key, "messages of connection management have none");
            }
        }
        return name.equals(ANY) ? PacketMatcher.ANY_CM : CmMessage.valueOf(name).attribute();
    }

    private static Opcodes opcodes(YamlMap map) {
        String pattern = map.text("opcode", null);
        Opcodes opcodes = pattern == null ? null : Opcodes.of(pattern);
        if (pattern != null && opcodes == null) {
            String near = Names.nearest(pattern, Opcodes.names());
            map.wrong(
                    "opcode",
                    "'" + Names.shown(pattern)
                            + "': no opcode fits; expected a name of a BTH opcode, with * for any"
                            + " letters, as " + (near == null ? "RC_RDMA_WRITE_*" : near));
        }
        return opcodes;
    }

    PacketMatcher stream(YamlMap map) {
        int stream = (int) map.number("stream", 1, Integer.MAX_VALUE, 0);
        Span fpdu = map.span("fpdu", 1, MOST_PSN);
        Side from = RuleReader.side(map, null);
        return rest(map, stream, fpdu, Span.ALL, Span.ALL, null, from, false, 0);
    }

    PacketMatcher trigger(YamlNode on, YamlMap inject) {
        for (String key : new String[] {"at", "after", "for", "every", "times"}) {
            if (inject.has(key)) {
                inject.wrong(key, "belongs into 'on', where there is one");
            }
        }
        YamlMap map = new YamlMap(on, "on", problems);
        PacketMatcher matcher = packets(map, false);
        map.end();
        return matcher;
    }

    private PacketMatcher rest(
            YamlMap map,
            int qp,
            Span psn,
            Span message,
            Span round,
            Opcodes opcodes,
            Side from,
            boolean requests,
            int cm) {
        long every = map.number("every", 1, Integer.MAX_VALUE, 1);
        double probability = map.fraction("probability", 1);
        boolean at = map.has("at");
        if (at && map.has("after")) {
            map.wrong("at", "is the first packet from then on; 'after' is not needed");
        }
        Window window = window(map, at ? "at" : "after");
        long times = map.number("times", 1, MOST_PSN, at ? 1 : MOST_PSN);
        return new PacketMatcher(
                qp,
                psn,
                message,
                round,
                opcodes,
                from,
                requests,
                every,
                probability,
                window,
                times,
                cm);
    }

    private static Window window(YamlMap map, String start) {
        map.has("after");
        long after = map.duration(start, 0, RuleReader.DAY_NS, 0);
        long length = map.duration("for", 1, RuleReader.DAY_NS, Long.MAX_VALUE);
        return new Window(after, length == Long.MAX_VALUE ? Long.MAX_VALUE : after + length);
    }

    Schedule schedule(YamlMap map, boolean repeats) {
        boolean at = map.has("at");
        if (at && map.has("after")) {
            map.wrong("at", "is the same as 'after' here; one is enough");
        }
        Window window = window(map, at ? "at" : "after");
        if (!repeats) {
            return new Schedule(window.afterNs(), 0, window.untilNs(), 1);
        }
        long every = map.duration("every", 1, RuleReader.DAY_NS, 0);
        long times = map.number("times", 1, MOST_PSN, MOST_PSN);
        return new Schedule(window.afterNs(), every, window.untilNs(), times);
    }
}
