package io.qpscope.fabric;

/**
 * A switch's packet memory: who may take how much of it. Each ingress port and priority (priority
 * group) has a reserve of its own, then a part of the shared pool up to its threshold, and behind
 * that, when it is lossless, headroom. Its peer is to stop when the first packet goes to headroom,
 * and may go on when headroom is empty and the shared part clearly below the threshold.
 */
final class SwitchBuffer {
    enum Admission {
        TAKEN,
        /** Taken into headroom: stop the peer. */
        OVER,
        REFUSED
    }

    private final SwitchOptions options;
    private final long[] headrooms;
    private final long sharedBytes;
    private long sharedUsed;
    private long used;
    private long peak;
    private final long[] reserved;
    private final long[] shared;
    private final long[] headroomUsed;
    private final long[] headroomPeak;

    /**
     * @param headrooms of each port, for each of its lossless priorities
     * @throws UnfitNodeException when reserves and headroom leave no shared buffer
     */
    SwitchBuffer(String name, SwitchOptions options, long[] headrooms) {
        this.options = options;
        this.headrooms = headrooms;
        int groups = headrooms.length * Port.PRIORITIES;
        reserved = new long[groups];
        shared = new long[groups];
        headroomUsed = new long[groups];
        headroomPeak = new long[groups];
        long set = groups * options.reserve;
        for (long headroom : headrooms) {
            set += headroom * Integer.bitCount(options.lossless);
        }
        sharedBytes = options.bufferBytes - set;
        if (sharedBytes <= 0) {
            throw new UnfitNodeException(
                    name,
                    "switch " + name + " has " + options.bufferBytes
                            + " bytes of buffer, but its reserves and headroom take " + set);
        }
    }

    /** Shared bytes that a group may hold now. */
    long threshold(int priority) {
        if (!options.isLossless(priority)) {
            return Long.MAX_VALUE;
        }
        long free = sharedBytes - sharedUsed;
        return options.alpha == 0 ? options.staticXoff : (long) (options.alpha * free);
    }

    /**
     * @param queued bytes in the queue that the packet goes to
     */
    Admission admit(int port, int priority, int size, long queued) {
        int group = port * Port.PRIORITIES + priority;
        long cells = cells(size);
        Admission admission = Admission.TAKEN;
        if (reserved[group] + cells <= options.reserve) {
            reserved[group] += cells;
        } else if (fitsShared(group, priority, cells, queued)) {
            shared[group] += cells;
            sharedUsed += cells;
        } else if (options.isLossless(priority)) {
            admission = Admission.OVER;
            if (headroomUsed[group] + cells > headrooms[port]) {
                return Admission.REFUSED;
            }
            headroomUsed[group] += cells;
            headroomPeak[group] = Math.max(headroomPeak[group], headroomUsed[group]);
        } else {
            return Admission.REFUSED;
        }
        used += cells;
        peak = Math.max(peak, used);
        return admission;
    }

    private boolean fitsShared(int group, int priority, long cells, long queued) {
        long free = sharedBytes - sharedUsed;
        if (cells > free) {
            return false;
        }
        return options.isLossless(priority)
                ? shared[group] + cells <= threshold(priority)
                : queued + cells <= options.lossyAlpha * free;
    }

    /** Headroom is given back first, so that a group that is below its threshold has none. */
    void release(int port, int priority, int size) {
        int group = port * Port.PRIORITIES + priority;
        long cells = cells(size);
        used -= cells;
        long part = Math.min(cells, headroomUsed[group]);
        headroomUsed[group] -= part;
        cells -= part;
        part = Math.min(cells, shared[group]);
        shared[group] -= part;
        sharedUsed -= part;
        reserved[group] -= cells - part;
    }

    /** Whether a group that stopped its peer may let it go on. */
    boolean mayGo(int port, int priority) {
        int group = port * Port.PRIORITIES + priority;
        long below = Math.max(0, threshold(priority) - options.xonOffset);
        return headroomUsed[group] == 0 && shared[group] <= below;
    }

    private long cells(int size) {
        int cell = options.cellBytes;
        return cell == 1 ? size : (size + cell - 1L) / cell * cell;
    }

    long sharedBytes() {
        return sharedBytes;
    }

    long used() {
        return used;
    }

    long peak() {
        return peak;
    }

    /** Bytes that a port's priority holds of all three parts. */
    long held(int port, int priority) {
        int group = port * Port.PRIORITIES + priority;
        return reserved[group] + shared[group] + headroomUsed[group];
    }

    long headroom(int port) {
        return headrooms[port];
    }

    long headroomPeak(int port, int priority) {
        return headroomPeak[port * Port.PRIORITIES + priority];
    }
}
