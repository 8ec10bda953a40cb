package io.qpscope.session;

/**
 * Hears, as the frames pass, of what plots of them show. Without one the tracker spends no more than
 * a comparison with null on it. Times are nanoseconds since 1970, frames are numbered from 1.
 */
public interface PlotListener {
    /**
     * One side of a session begins to send requests.
     *
     * @return who hears of them and of their answers; null if nobody wants to
     */
    PlotTrack begin();

    /**
     * Called at the end: where a track belongs.
     *
     * @param firstFrame the first frame of its session, which no other session begins with
     * @param from the side that sent the requests
     */
    void assign(PlotTrack track, long firstFrame, Side from);

    /**
     * A PAUSE or PFC frame.
     *
     * @param mac of its sender, or -1
     * @param trafficClass 0 to 7, or -1 for PAUSE, which stops all
     * @param quanta 0 for go on
     * @param durationNs of the pause; 0 for go on, and where no link speed is known
     */
    void pause(
            FrameSource where,
            long mac,
            int trafficClass,
            int quanta,
            long durationNs,
            long frame,
            long timeNs);

    /** An end of a native InfiniBand link had no credits for its largest packet in between. */
    void creditWait(FrameSource where, int vl, long frame, long fromNs, long toNs);

    /**
     * Where frames were seen.
     *
     * @param capture index of the capture
     * @param port interface in it; of {@link #creditWait} as ERF numbers them
     */
    record FrameSource(int capture, int port) {}
}
