package io.qpscope.session;

/** What one message asks for; the order is that of the JSON report. */
public enum Verb {
    SEND,
    SEND_IMM,
    SEND_INV,
    WRITE,
    WRITE_IMM,
    READ,
    CMP_SWAP,
    FETCH_ADD,
    FLUSH,
    ATOMIC_WRITE;

    private static final Verb[] VALUES = values();

    public static final int COUNT = VALUES.length;

    static Verb of(int ordinal) {
        return VALUES[ordinal];
    }
}
