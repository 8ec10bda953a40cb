package io.qpscope.endpoint;

import io.qpscope.fabric.Tap;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Every packet sent on a link between IPv4 hosts, as text would show it. */
final class Log implements Tap {
    private static final int BTH = 28;

    /** One packet. */
    record Line(boolean fromA, String opcode, int psn, boolean migReq, int aeth, long atNs) {
        int syndrome() {
            return aeth >>> 24;
        }
    }

    final List<Line> lines = new ArrayList<>();

    @Override
    public void see(boolean fromA, ByteBuffer packet, int at, int length, long now) {
        Bth bth = new Bth().wrap(packet, at + BTH);
        int aeth = packet.getInt(at + BTH + Bth.LENGTH);
        lines.add(new Line(fromA, Opcode.name(bth.opcode()), bth.psn(), bth.m(), aeth, now));
    }

    List<Line> from(boolean a, String opcode) {
        return lines.stream()
                .filter(line -> line.fromA == a && line.opcode.equals(opcode))
                .toList();
    }
}
