package io.qpscope.session;

/**
 * What all flows together may keep of packets in flight and of recovery stories, beyond the little
 * that each has anyway. A flow that gets no more forgets its oldest.
 */
final class FlowMemory {
    static final long MAX_BYTES = 256L << 20;

    private long left;
    private long windowsCut;

    FlowMemory(long bytes) {
        left = bytes;
    }

    boolean take(long bytes) {
        if (bytes > left) {
            return false;
        }
        left -= bytes;
        return true;
    }

    /** A flow forgot a packet before it was answered, for want of memory. */
    void cut() {
        windowsCut++;
    }

    long windowsCut() {
        return windowsCut;
    }
}
