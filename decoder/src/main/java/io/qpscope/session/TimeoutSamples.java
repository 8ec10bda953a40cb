package io.qpscope.session;

import java.util.ArrayList;
import java.util.List;

/** Waits before timeout rewinds, and the rounds since the last progress. Bounded. */
final class TimeoutSamples {
    static final int MAX_SAMPLES = 64;
    private static final int MAX_FRAMES = 16;

    private final List<Long> samples = new ArrayList<>(0);
    private final List<Long> roundFrames = new ArrayList<>(0);
    private int rounds;
    private long longestRound;
    private int psn = -1;

    /** One more rewind without progress. */
    void round(int psn, long frame, long waitedNs) {
        if (psn != this.psn) {
            this.psn = psn;
            roundFrames.clear();
            rounds = 0;
            longestRound = 0;
        }
        rounds++;
        longestRound = Math.max(longestRound, waitedNs);
        if (roundFrames.size() < MAX_FRAMES) {
            roundFrames.add(frame);
        }
    }

    void progress() {
        rounds = 0;
        psn = -1;
    }

    /** A wait that ran its full time. */
    void sample(long waitedNs) {
        if (samples.size() < MAX_SAMPLES) {
            samples.add(waitedNs);
        }
    }

    List<Long> samples() {
        return List.copyOf(samples);
    }

    /** Rewinds since the last progress. */
    int rounds() {
        return rounds;
    }

    /** The longest wait between rounds without progress, nanoseconds. */
    long longestSinceProgress() {
        return longestRound;
    }

    List<Long> roundFrames() {
        return List.copyOf(roundFrames);
    }

    long shortest() {
        return samples.stream().mapToLong(Long::longValue).min().orElse(0);
    }

    long longest() {
        return samples.stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
