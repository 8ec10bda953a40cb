package io.qpscope.fabric;

/** How the two ports of a cable keep each other from overflowing. */
abstract class FlowControl {
    /** Of these lanes with packets, those that may send their first one now; a bit a lane. */
    abstract int open(int lanes);

    /** Whether a lane may send a packet of any size now. */
    abstract boolean isOpen(int lane);

    /** The next frame of flow control to send, or null. */
    abstract Packet control(long now);

    /** Whether {@link #control} has something. */
    abstract boolean hasControl();

    /** A frame of flow control has arrived; this owns it now. */
    abstract void heard(Packet control, long now);

    /** A packet leaves. */
    abstract void sent(Packet packet, long now);

    /** A packet has arrived; false when there is no room for it. */
    abstract boolean arrived(Packet packet, long now);

    /** The cable was cut: nothing that was agreed holds any longer. */
    abstract void down(long now);
}
