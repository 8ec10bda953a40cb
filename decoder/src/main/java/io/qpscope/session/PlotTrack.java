package io.qpscope.session;

/**
 * Hears of one side's requests and of what answers them. A position is what the vertical axis shows:
 * PSNs, or bytes of a TCP stream, counted on from the first and never wrapped.
 */
public interface PlotTrack {
    /** What a point of the plot is. */
    enum Mark {
        /** A request, or of iWARP a segment, for the first time. */
        SENT,
        RESENT,
        /** For the first time, but behind a later one. */
        LATE,
        ACK,
        /** PSN sequence error: at the PSN asked for. */
        NAK,
        /** A NAK that ends the connection. */
        FATAL_NAK,
        RNR_NAK,
        /** READ or ATOMIC response. */
        RESPONSE,
        RESPONSE_AGAIN,
        /** The first packet of a rewind that nothing but the ACK timer explains. */
        TIMEOUT,
        /** To the requester; at what it would send next. */
        CNP,
        /** A request or response with ECN CE. */
        CE,
        /** A wrong ICRC, or a wrong CRC of MPA. */
        CORRUPT,
        /** An iWARP message begins. */
        MESSAGE,
        TERMINATE
    }

    /** What is drawn as a line below. */
    enum Level {
        /** Bytes that passed and were not yet acknowledged, with those READs wait for. */
        IN_FLIGHT,
        /** Messages that the receiver has room for beyond the last it completed. */
        CREDITS
    }

    /**
     * What the axis counts from.
     *
     * @param bytes of a stream, else PSNs
     */
    void origin(int first, boolean bytes);

    void mark(Mark mark, long frame, long timeNs, long position);

    void level(Level level, long timeNs, long value);

    /** Bytes of a frame on the wire; again if they passed before. */
    void traffic(long timeNs, int bytes, boolean again);

    /**
     * A packet, for diagrams of single recoveries; comes before the story it begins or ends.
     *
     * @param answer sent by the responder
     * @param syndrome of its AETH, or -1
     */
    void packet(
            long frame,
            long timeNs,
            int opcode,
            int syndrome,
            int psn,
            boolean answer,
            boolean again);

    /** A recovery began; see {@link Episode}. */
    void storyBegins(long startFrame, int psn, long startNs);

    /** The one that began last ended. */
    void storyEnds(long endNs);
}
