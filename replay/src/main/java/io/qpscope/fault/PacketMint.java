package io.qpscope.fault;

import io.qpscope.fault.plan.Extra;
import io.qpscope.fault.plan.Side;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import java.nio.ByteBuffer;

/** Makes packets that nobody sent, after the headers of those that somebody did. */
final class PacketMint {
    private static final int MOST_PACKET = 4352;
    private static final int RETH_LENGTH_AT = 12;

    private final ByteBuffer out = ByteBuffer.allocate(MOST_PACKET);
    private final Icrc icrc = new Icrc();

    /** The last one made, from 0 to its limit. */
    ByteBuffer packet() {
        return out;
    }

    /** Whether enough is known to make one that a side seems to send. */
    static boolean can(QpPair pair, Side from) {
        PacketTemplate template = pair.from(from);
        if (!template.seen() && pair.from(from.other()).seen()) {
            template.mirror(pair.from(from.other()));
        }
        return template.complete();
    }

    /**
     * An answer in the responder's place.
     *
     * @param psn relative to the requester's first
     * @return its length
     */
    int answer(QpPair pair, Side responder, long psn, int syndrome) {
        QpLane lane = pair.requestsOf(responder.other());
        begin(pair.from(responder), Opcode.ACKNOWLEDGE, lane.absolute(psn));
        out.putInt(syndrome << 24 | messages(lane, psn));
        return pair.from(responder).end(out, icrc, false);
    }

    /** Messages completed before a PSN: those that began before, less the one it belongs to. */
    private static int messages(QpLane lane, long psn) {
        return (int) Math.max(0, lane.message(psn) - 1) & Psn.MASK;
    }

    /** Any packet there is; returns its length. */
    int extra(QpPair pair, Extra extra) {
        int opcode = extra.opcode();
        int traits = Opcode.traits(opcode);
        PacketTemplate template = pair.from(extra.from());
        begin(template, opcode, psn(pair, extra, traits));
        if ((traits & Opcode.HAS_AETH) != 0) {
            QpLane lane = pair.requestsOf(extra.from().other());
            int msn = (int) lane.message(Math.max(0, lane.answered() - 1)) & Psn.MASK;
            out.putInt(out.position(), extra.syndrome() << 24 | msn);
        }
        if ((traits & Opcode.HAS_RETH) != 0) {
            int reth = out.position() + before(traits);
            out.putInt(reth + RETH_LENGTH_AT, extra.payload());
        }
        out.position(out.position() + Opcode.headerLength(opcode));
        out.position(out.position() + extra.payload());
        return template.end(out, icrc, extra.badIcrc());
    }

    /** Bytes of the headers in front of a RETH. */
    private static int before(int traits) {
        return ((traits & Opcode.HAS_DETH) != 0 ? 8 : 0)
                + ((traits & Opcode.HAS_RDETH) != 0 ? 4 : 0)
                + ((traits & Opcode.HAS_XRCETH) != 0 ? 4 : 0)
                + ((traits & Opcode.HAS_FETH) != 0 ? 4 : 0);
    }

    private static int psn(QpPair pair, Extra extra, int traits) {
        if ((traits & (Opcode.IS_REQUEST | Opcode.IS_RESPONSE | Opcode.IS_ACKNOWLEDGE)) == 0) {
            return 0;
        }
        boolean request = (traits & Opcode.IS_REQUEST) != 0;
        QpLane lane = pair.requestsOf(request ? extra.from() : extra.from().other());
        if (extra.psn() != Extra.NEXT) {
            return lane.absolute(extra.psn());
        }
        return lane.absolute(request ? lane.next() : lane.answered() - 1);
    }

    /** All that may follow is zero. */
    private void begin(PacketTemplate template, int opcode, int psn) {
        template.begin(out, opcode, psn);
        for (int at = out.position(); at < out.capacity() - Long.BYTES; at += Long.BYTES) {
            out.putLong(at, 0);
        }
    }
}
