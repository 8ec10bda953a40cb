package io.qpscope.session;

import java.util.List;

/**
 * How many packets stand behind what was inferred of a sender, and what they say beside it.
 *
 * @param pathMtu FIRST and MIDDLE packets this side sent or was sent
 * @param acknowledging how the peer merges its acknowledgements
 * @param backOff {@code CONSTANT} or {@code DOUBLING} where at least three rounds without progress
 *     show how the waits between them go, else null
 * @param backOffNs those waits, of the longest such ladder; at most 16
 * @param timeoutRounds times that one packet was sent again by timeout without progress in between
 * @param rnrRounds RNR NAKs for one packet without progress in between
 * @param rnrWaits waits that a resend ended
 * @param rnrShortestWaitNs null without one
 * @param goBackN rewinds in which the packets behind the first were sent again, too
 * @param goBackZero rewinds to the first packet of a message although a later one was asked for
 * @param selectiveRepeat resends of single packets after which the receiver had all behind them
 * @param credits positive acknowledgements of the peer
 * @param nakLatency from the first packet behind a gap to the peer's NAK, at the tap
 */
public record Evidence(
        long pathMtu,
        Acknowledging acknowledging,
        String backOff,
        List<Long> backOffNs,
        Rounds timeoutRounds,
        Rounds rnrRounds,
        int rnrWaits,
        Long rnrShortestWaitNs,
        int goBackN,
        int goBackZero,
        int selectiveRepeat,
        long credits,
        DirectionSummary.Latency nakLatency) {

    /** Without any packet. */
    public static final Evidence NONE = new Evidence(
            0,
            new Acknowledging(0, 0, 0),
            null,
            List.of(),
            Rounds.NONE,
            Rounds.NONE,
            0,
            null,
            0,
            0,
            0,
            0,
            new DirectionSummary.Latency(0, null, null, null));

    /**
     * Acknowledgements that moved the peer's progress, without responses.
     *
     * @param packets PSNs that they covered
     * @param most PSNs that one of them covered
     */
    public record Acknowledging(long acks, long packets, long most) {}

    /**
     * How often without progress.
     *
     * @param most the most rounds
     * @param frames at most 20 of them
     */
    public record Rounds(int most, List<Long> frames) {
        public static final Rounds NONE = new Rounds(0, List.of());
    }
}
