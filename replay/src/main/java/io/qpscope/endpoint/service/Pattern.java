package io.qpscope.endpoint.service;

import java.nio.ByteBuffer;

/** Bytes that tell where they belong: byte i of message n is n + i. */
final class Pattern {
    private Pattern() {}

    static void fill(ByteBuffer bytes, int at, int length, int message) {
        for (int i = 0; i < length; i++) {
            bytes.put(at + i, (byte) (message + i));
        }
    }

    /** Index of the first byte that is not the pattern's; -1 when all are. */
    static int mismatch(ByteBuffer bytes, int at, int length, int message) {
        for (int i = 0; i < length; i++) {
            if (bytes.get(at + i) != (byte) (message + i)) {
                return i;
            }
        }
        return -1;
    }

    /** In words, for a message that differs. */
    static String difference(ByteBuffer bytes, int at, int index, int message) {
        return "message " + message + ", byte " + index + ": " + (bytes.get(at + index) & 0xff)
                + ", expected " + (message + index & 0xff);
    }
}
