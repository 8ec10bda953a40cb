package io.qpscope.endpoint.service;

import java.nio.ByteBuffer;

/**
 * What QPScope's own services and clients tell each other in the private data of REQ and REP, 32
 * bytes. Anything else there is another program's, and means nothing.
 *
 * <pre>
 * 0..3    magic, "QPS1"
 * 4..7    key of the region that the other side may use
 * 8..15   its virtual address
 * 16..19  its length in bytes
 * 20..23  bytes of a message
 * 24..31  messages, 0 for no end
 * </pre>
 */
public record Greeting(int key, long address, int length, int size, long count) {
    private static final int MAGIC = 0x5150_5331;
    private static final int BYTES = 32;

    byte[] bytes() {
        return ByteBuffer.allocate(BYTES)
                .putInt(MAGIC)
                .putInt(key)
                .putLong(address)
                .putInt(length)
                .putInt(size)
                .putLong(count)
                .array();
    }

    /** Null when these bytes are no greeting. */
    public static Greeting of(byte[] privateData) {
        ByteBuffer in = ByteBuffer.wrap(privateData);
        if (in.remaining() < BYTES || in.getInt() != MAGIC) {
            return null;
        }
        return new Greeting(in.getInt(), in.getLong(), in.getInt(), in.getInt(), in.getLong());
    }
}
