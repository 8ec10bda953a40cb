package io.qpscope.bridge;

/** Hears of all that passes the two taps: one at each interface, between the cable and the faults. */
public interface Taps {
    /** Hears nothing. */
    Taps NONE = new Taps() {
        @Override
        public void came(int tap, byte[] frame, int originalLength, long timeNs, String comment) {}

        @Override
        public void went(int tap, byte[] frame, int length, long timeNs, String comment) {}
    };

    /**
     * A frame came in.
     *
     * @param tap 0 or 1, as the interface
     * @param frame whole, for good
     * @param originalLength bytes on the wire
     * @param timeNs since 1970
     * @param comment which faults it met, or null
     */
    void came(int tap, byte[] frame, int originalLength, long timeNs, String comment);

    /**
     * A frame is about to leave.
     *
     * @param frame changes afterwards
     */
    void went(int tap, byte[] frame, int length, long timeNs, String comment);
}
