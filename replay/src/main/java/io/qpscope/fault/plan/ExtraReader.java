package io.qpscope.fault.plan;

import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.wire.Opcode;

import java.util.List;

/** Reads packets that nobody sent. */
final class ExtraReader {
    private static final List<String> KINDS = List.of("cnp", "ack", "packet");

    private static final int MOST_PAYLOAD = 4096;
    /** Of an acknowledgement without end-to-end credits. */
    private static final int ACK = 0x1f;

    private final Problems problems;

    ExtraReader(Problems problems) {
        this.problems = problems;
    }

    Action read(YamlMap map) {
        String kind = null;
        for (String each : KINDS) {
            if (map.has(each)) {
                if (kind != null) {
                    map.wrong(each, "one of cnp, ack and packet is enough");
                }
                kind = each;
            }
        }
        if (kind == null) {
            problems.add(map.node(), "inject needs one of 'cnp', 'ack', 'packet' and 'cm'");
            return new Action.Inject(new Extra(0, Side.B, 0, Extra.NEXT, 0, 0, false));
        }
        YamlNode keys = map.get(kind);
        YamlMap of = new YamlMap(keys, kind, problems);
        Extra extra = extra(of, kind);
        of.end();
        if (!map.has("on") && extra.qp() == 0) {
            problems.add(keys, kind + " needs 'qp', or inject needs 'on'");
        }
        return new Action.Inject(extra);
    }

    private static Extra extra(YamlMap of, String kind) {
        int qp = (int) of.number("qp", 1, Integer.MAX_VALUE, 0);
        boolean packet = kind.equals("packet");
        Side from = RuleReader.side(of, packet ? Side.A : Side.B);
        if (kind.equals("cnp")) {
            return new Extra(qp, from, Opcode.CNP, Extra.NEXT, 0, 0, badIcrc(of));
        }
        long psn = of.number("psn", 0, 0xff_ffff, Extra.NEXT);
        int opcode = Opcode.ACKNOWLEDGE;
        if (packet) {
            of.require("opcode");
            String name = of.choice("opcode", Opcodes.names(), "RC_SEND_ONLY");
            opcode = Opcodes.code(name);
        }
        int syndrome = (int) of.number("syndrome", 0, 0xff, ACK);
        int payload = packet ? (int) of.bytes("payload", 0, MOST_PAYLOAD, 0) : 0;
        return new Extra(qp, from, opcode, psn, syndrome, payload, badIcrc(of));
    }

    private static boolean badIcrc(YamlMap of) {
        return of.choice("icrc", List.of("good", "bad"), "good").equals("bad");
    }
}
