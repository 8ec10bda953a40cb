package io.qpscope.recording;

import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Sends the frames of a capture at the pace of the recording. A thread that sleeps wakes up tens of
 * microseconds late: the last stretch of each wait is spent awake.
 */
public final class WireReplay {
    private static final long AWAKE_NS = 100_000;
    private static final long LONGEST_NAP_NS = 50_000_000;
    private static final long MOST_LATE_NS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    /** Takes frames. */
    public interface Sink {
        /** False when the interface did not take it. */
        boolean send(byte[] frame, int length);
    }

    /**
     * Where frames go, and how.
     *
     * @param speed times as fast as recorded; positive infinity for no waiting at all
     * @param mtu bytes behind the Ethernet header that the interface takes
     */
    public record Wire(double speed, int mtu, Sink sink) {}

    /** Opens the capture for another round. */
    public interface Source {
        FrameCursor open() throws IOException;
    }

    /** What became of all of it. */
    public static final class Result {
        private final Map<Obstacle, Long> skipped = new EnumMap<>(Obstacle.class);
        private final Histogram late = new Histogram(MOST_LATE_NS, DIGITS);
        private long sent;
        private long bytes;
        private long refused;
        private int rounds;
        private long durationNs;
        private String damage;

        /** At which byte the capture is wrong and what was expected there, or null. */
        public String damage() {
            return damage;
        }

        /** Frames that the interface took. */
        public long sent() {
            return sent;
        }

        /** Of them, without frame check sequences. */
        public long bytes() {
            return bytes;
        }

        /** Frames that the interface did not take. */
        public long refused() {
            return refused;
        }

        /** Rounds begun. */
        public int rounds() {
            return rounds;
        }

        /** From the first frame to the last. */
        public long durationNs() {
            return durationNs;
        }

        /** Frames that something stood in the way of. */
        public Map<Obstacle, Long> skipped() {
            return skipped;
        }

        /** How late each frame was handed over, in nanoseconds; empty at top speed. */
        public Histogram late() {
            return late;
        }
    }

    private final FrameRewriter rewriter;
    private final Dissector dissector;
    private final Pace pace;
    private final Wire wire;
    private final BooleanSupplier stopped;
    private final FrameView view = new FrameView();
    private final Result result = new Result();
    private long begunAt;

    /**
     * @param stopped asked between two frames, and while waiting
     */
    public WireReplay(
            FrameRewriter rewriter, Dissector dissector, Wire wire, BooleanSupplier stopped) {
        this.rewriter = rewriter;
        this.dissector = dissector;
        this.wire = wire;
        this.stopped = stopped;
        pace = new Pace(wire.speed);
    }

    /** So far; also after an exception. */
    public Result result() {
        return result;
    }

    /**
     * Sends all rounds; each begins when the one before it has ended.
     *
     * @param rounds 0 for no end
     * @throws IOException when the capture can't be opened or read
     */
    public void run(Source source, int rounds) throws IOException {
        begunAt = System.nanoTime();
        boolean more = true;
        while (more && (rounds == 0 || result.rounds < rounds) && !stopped.getAsBoolean()) {
            long before = result.sent + result.refused;
            result.rounds++;
            try (FrameCursor cursor = source.open()) {
                round(cursor);
                result.damage = cursor.captures().get(0).damage();
            }
            // A capture that nothing goes out of would be read for ever.
            more = result.sent + result.refused > before;
        }
    }

    private void round(FrameCursor cursor) throws IOException {
        boolean first = true;
        while (!stopped.getAsBoolean() && cursor.next()) {
            if (first) {
                pace.begin(cursor.timeNs(), System.nanoTime());
                first = false;
            }
            RecordedFrames.dissect(cursor, dissector, view);
            Obstacle obstacle = rewriter.prepare(view);
            if (obstacle == Obstacle.NONE && !fits(rewriter, wire.mtu)) {
                obstacle = Obstacle.TOO_LONG;
            }
            if (obstacle == Obstacle.NONE) {
                send(pace.due(cursor.timeNs()));
            } else {
                result.skipped.merge(obstacle, 1L, Long::sum);
            }
        }
    }

    private void send(long due) {
        if (pace.waits()) {
            long now = await(due);
            if (now < due) {
                return;
            }
            result.late.recordValue(Math.min(now - due, MOST_LATE_NS));
        }
        if (wire.sink.send(rewriter.bytes(), rewriter.length())) {
            result.sent++;
            result.bytes += rewriter.length();
        } else {
            result.refused++;
        }
        result.durationNs = System.nanoTime() - begunAt;
    }

    /** Returns the time, which is earlier than wanted only when the replay was stopped. */
    private long await(long due) {
        long now = System.nanoTime();
        while (now < due && !stopped.getAsBoolean()) {
            long rest = due - now;
            if (rest > AWAKE_NS) {
                LockSupport.parkNanos(Math.min(rest - AWAKE_NS, LONGEST_NAP_NS));
            } else {
                Thread.onSpinWait();
            }
            now = System.nanoTime();
        }
        return now;
    }

    /** The MTU counts behind the Ethernet header and one tag. */
    static boolean fits(FrameRewriter rewriter, int mtu) {
        byte[] frame = rewriter.bytes();
        boolean tagged = (frame[12] & 0xff) == 0x81 && frame[13] == 0;
        return rewriter.length() <= mtu + (tagged ? 18 : 14);
    }
}
