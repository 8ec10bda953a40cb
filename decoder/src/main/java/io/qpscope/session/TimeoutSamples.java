package io.qpscope.session;

import io.qpscope.wire.Psn;

import java.util.ArrayList;
import java.util.List;

/** Waits before timeout rewinds, and the rounds since the last progress. Bounded. */
final class TimeoutSamples {
    static final int MAX_SAMPLES = 64;
    private static final int MAX_FRAMES = 16;

    private final List<Long> samples = new ArrayList<>(0);
    private final List<Long> roundFrames = new ArrayList<>(0);
    private final List<Long> waits = new ArrayList<>(0);
    private int rounds;
    private long longestRound;
    private int psn = -1;

    private int spent;
    private int spentAt;

    /** Most rounds without progress for a packet that was not acknowledged. */
    private int most;

    private List<Long> mostFrames = List.of();
    private List<Long> ladder = List.of();

    /**
     * One more rewind without progress.
     *
     * @param early whether the packet was acknowledged at the tap
     */
    void round(int psn, long frame, long waitedNs, boolean early) {
        if (psn != this.psn) {
            this.psn = psn;
            roundFrames.clear();
            waits.clear();
            rounds = 0;
            longestRound = 0;
        }
        rounds++;
        longestRound = Math.max(longestRound, waitedNs);
        if (roundFrames.size() < MAX_FRAMES) {
            roundFrames.add(frame);
            waits.add(waitedNs);
        }
        if (!early && rounds > most) {
            most = rounds;
            mostFrames = List.copyOf(roundFrames);
            ladder = List.copyOf(waits);
        }
    }

    void progress() {
        rounds = 0;
        psn = -1;
    }

    /**
     * Something uses up a retry: the timer, a NAK, a missing response.
     *
     * @param reached where the requester's own progress ends
     */
    void spend(int reached) {
        if (spent(reached) == 0) {
            spentAt = reached;
            spent = 0;
        }
        spent++;
    }

    /** Retries used up, at most, since the requester got as far as it is. */
    int spent(int reached) {
        return spent > 0 && Psn.diff(reached, spentAt) > 0 ? 0 : spent;
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

    /** Before each of the rounds since the last progress; at most the first 16. */
    List<Long> waits() {
        return rounds == 0 ? List.of() : List.copyOf(waits);
    }

    /** The most rounds for one packet without progress, and where. */
    Evidence.Rounds mostRounds() {
        return new Evidence.Rounds(most, mostFrames);
    }

    /** The waits of those rounds. */
    List<Long> ladder() {
        return ladder;
    }

    long shortest() {
        return samples.stream().mapToLong(Long::longValue).min().orElse(0);
    }

    long longest() {
        return samples.stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
