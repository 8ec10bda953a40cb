package io.qpscope.session;

/**
 * One recovery story.
 *
 * @param from who had to send again
 * @param psn where it began
 * @param startFrame the frame that showed the trouble first
 * @param nakFrame the NAK or RNR NAK, or null
 * @param resendFrame the first packet sent again, or null
 * @param endFrame the frame that ended it, or null when the capture or the session ended first
 * @param lostNs from the start frame to the end frame
 * @param outcome {@code recovered}, {@code failed} or {@code open}
 */
public record Episode(
        int id,
        Side from,
        Cause cause,
        int psn,
        long startFrame,
        Long nakFrame,
        Long resendFrame,
        Long endFrame,
        long resentPackets,
        long lostNs,
        String outcome) {

    Episode withId(int number) {
        return new Episode(
                number,
                from,
                cause,
                psn,
                startFrame,
                nakFrame,
                resendFrame,
                endFrame,
                resentPackets,
                lostNs,
                outcome);
    }

    public enum Cause {
        LOSS_BEFORE_TAP,
        LOSS_AFTER_TAP,
        LOSS_UNDECIDED,
        REORDERING,
        CORRUPTION,
        RNR,
        ACK_TIMEOUT,
        SPURIOUS_TIMEOUT,
        IMPLIED_NAK,
        DUPLICATE
    }
}
