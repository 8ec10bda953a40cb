package io.qpscope.frame;

/** Finds the layers of a frame. Never throws on any bytes; allocates nothing. */
public final class Dissector {
    private final int rocePort;
    private final boolean checkIcrc;

    /**
     * @param rocePort UDP destination port of RoCEv2, 4791 by IANA
     * @param checkIcrc whether to compute the ICRC of whole packets
     */
    public Dissector(int rocePort, boolean checkIcrc) {
        this.rocePort = rocePort;
        this.checkIcrc = checkIcrc;
    }

    /** Fills in all fields from the bytes that {@link FrameView#wrap} named. */
    public void dissect(FrameView view) {
        throw new IllegalStateException("not written yet: " + rocePort + checkIcrc + view);
    }
}
