package io.qpscope.capture;

import java.nio.ByteBuffer;

/**
 * A record as it is in its file: what the cursor's getters leave out or round, for who copies it.
 * Valid until the cursor moves on.
 */
final class RawRecord {
    /** Since 1970, in the interface's resolution and from its offset. */
    long ticks;

    /** In the byte order of its section. */
    ByteBuffer bytes;

    /** Index of the frame, which has {@link #captured} bytes, frame check sequence and all. */
    int data;

    int captured;

    /** Bytes on the wire as the file has it, unsigned. */
    int original;

    /** Index of pcapng options, and behind them; equal where there are none. */
    int options;

    int optionsEnd;

    void frame(ByteBuffer bytes, int data, int captured, int original) {
        this.bytes = bytes;
        this.data = data;
        this.captured = captured;
        this.original = original;
        options = 0;
        optionsEnd = 0;
    }
}
