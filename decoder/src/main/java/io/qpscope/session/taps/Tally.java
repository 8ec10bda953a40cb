package io.qpscope.session.taps;

import java.util.ArrayList;
import java.util.List;

/**
 * Transmissions of one direction that the same taps saw, and the same did not.
 */
final class Tally {
    /** Taps that saw them, as bits. */
    final int seen;
    /** Taps that had not begun to record. */
    final int early;
    /** Taps that recorded nothing afterwards: they may have ended. */
    final int late;
    /** Further copies of a transmission. */
    final boolean copies;
    /** Pushed out before all taps had a chance to see them. */
    final boolean pushedOut;

    final long[] counts = new long[PacketKind.values().length];
    final List<LostPacket> examples = new ArrayList<>(1);

    Tally(int seen, int early, int late, boolean copies, boolean pushedOut) {
        this.seen = seen;
        this.early = early;
        this.late = late;
        this.copies = copies;
        this.pushedOut = pushedOut;
    }

    boolean is(int seen, int early, int late, boolean copies, boolean pushedOut) {
        return this.seen == seen
                && this.early == early
                && this.late == late
                && this.copies == copies
                && this.pushedOut == pushedOut;
    }

    void take(Tally other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        for (LostPacket example : other.examples) {
            if (examples.size() < TapPair.FRAMES) {
                examples.add(example);
            }
        }
    }

    long count() {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
