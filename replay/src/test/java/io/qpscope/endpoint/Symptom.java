package io.qpscope.endpoint;

import io.qpscope.fabric.Tap;
import io.qpscope.fault.Meddler;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Icrc;

import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;

/**
 * How a {@link Defect} shows.
 *
 * @param run what two endpoints of the profile make of a situation, as text
 * @param right without the defect
 * @param wrong with it
 */
record Symptom(Defect defect, Function<Profile, String> run, String right, String wrong) {
    static final int BTH = 28;
    private static final int UDP = 20;
    private static final int PSN = BTH + 8;

    @Override
    public String toString() {
        return defect.name();
    }

    static Pair pair(Profile profile, QpAttributes attributes) {
        return new Pair(profile, attributes, QpType.RC);
    }

    /** With what is sent. */
    static Log log(Pair pair) {
        Log log = new Log();
        pair.link.taps(log, Tap.NONE);
        return log;
    }

    /** Loses one packet of an operation, the first or a later one. */
    static Meddler lose(boolean fromA, int operation, int nth) {
        int[] seen = {0};
        return (direction, packet, at, length, now, fate) -> {
            boolean hit = direction == fromA && (packet.get(at + BTH) & 0xff) == operation;
            if (hit && ++seen[0] == nth) {
                fate.drop();
            }
        };
    }

    /** Loses the first packet with this PSN that A or B sends. */
    static Meddler losePsn(boolean fromA, int psn) {
        boolean[] lost = {false};
        return (direction, packet, at, length, now, fate) -> {
            if (direction == fromA && !lost[0] && psn(packet, at) == psn) {
                lost[0] = true;
                fate.drop();
            }
        };
    }

    static int psn(ByteBuffer packet, int at) {
        return packet.getInt(at + PSN) & 0xff_ffff;
    }

    static void psn(ByteBuffer packet, int at, int psn) {
        packet.putInt(at + PSN, (packet.getInt(at + PSN) & 0xff00_0000) | psn);
    }

    /** Makes the ICRC right again. */
    static void seal(ByteBuffer packet, int at, int length) {
        int end = at + length - Icrc.LENGTH;
        Icrc.store(packet, end, new Icrc().compute(packet, at, at + UDP, end));
    }

    /** Changes the packets of an operation, and their ICRC with them. */
    static Meddler change(boolean fromA, int operation, ObjIntConsumer<ByteBuffer> how) {
        return (direction, packet, at, length, now, fate) -> {
            if (direction == fromA && (packet.get(at + BTH) & 0xff) == operation) {
                how.accept(packet, at);
                seal(packet, at, length);
            }
        };
    }

    /** Counts of what a responder said, by its syndrome. */
    static long naks(Log log, int code) {
        return log.from(false, "RC_ACKNOWLEDGE").stream()
                .filter(line -> line.syndrome() == (Aeth.TYPE_NAK << 5 | code))
                .count();
    }

    /** Whether both memories hold the same there. */
    static String same(Pair pair, int at, int length) {
        boolean same = pair.memoryA
                .bytes()
                .slice(at, length)
                .equals(pair.memoryB.bytes().slice(at, length));
        return same ? "intact" : "differs";
    }

    /** A copy of the first packet of an operation that A or B sends, to come again later. */
    static final class Copy implements Tap {
        private final boolean fromA;
        private final int operation;
        private ByteBuffer kept;

        Copy(boolean fromA, int operation) {
            this.fromA = fromA;
            this.operation = operation;
        }

        @Override
        public void see(boolean direction, ByteBuffer packet, int at, int length, long now) {
            boolean hit = direction == fromA && (packet.get(at + BTH) & 0xff) == operation;
            if (hit && kept == null) {
                kept = ByteBuffer.allocate(length).put(0, packet, at, length);
            }
        }

        ByteBuffer packet() {
            return kept;
        }

        /** Comes to where it once went. */
        void arrive(Pair pair) {
            Endpoint to = fromA ? pair.b : pair.a;
            to.receive(kept, 0, kept.capacity(), true, pair.link.now());
            pair.run();
        }
    }
}
