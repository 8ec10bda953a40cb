package io.qpscope.bridge;

/** Where frames leave: one of the bridge's interfaces. */
public interface Wire {
    /** Longest packet that a frame may carry, in bytes. */
    int mtu();

    /** Sends one frame, without frame check sequence; false when it is not taken. */
    boolean send(byte[] frame, int length);
}
