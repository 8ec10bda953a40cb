package io.qpscope.session;

/**
 * The last frames with a bad ICRC. The flipped bit may sit in the queue pair number or an address,
 * so such a frame belongs to no flow; the next gap of any flow that it stands in takes it as its
 * cause.
 */
final class CorruptFrames {
    private static final int KEPT = 64;

    private final long[] frames = new long[KEPT];
    private int added;

    void add(long frame) {
        frames[added++ & (KEPT - 1)] = frame;
    }

    /**
     * How many of the PSNs missing between two packets of a flow such frames explain; each explains
     * one.
     */
    int explain(long afterFrame, long beforeFrame, int missing) {
        int explained = 0;
        if (added == 0) {
            return 0;
        }
        for (int i = 0; i < KEPT && explained < missing; i++) {
            if (frames[i] > afterFrame && frames[i] < beforeFrame) {
                frames[i] = 0;
                explained++;
            }
        }
        return explained;
    }
}
