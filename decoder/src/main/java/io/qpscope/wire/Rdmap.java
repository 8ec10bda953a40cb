package io.qpscope.wire;

/**
 * Opcodes of RDMAP (RFC 5040, 4.3; RFC 7306, 4) and the DDP queues they travel on.
 *
 * <pre>
 * 0 WRITE          tagged     4 SEND with Invalidate  queue 0   8  Immediate            queue 0
 * 1 READ request   queue 1    5 SEND with SE          queue 0   9  Immediate with SE    queue 0
 * 2 READ response  tagged     6 SEND with SE and Inv. queue 0   10 atomic request       queue 1
 * 3 SEND           queue 0    7 Terminate             queue 2   11 atomic response      queue 3
 * </pre>
 */
public final class Rdmap {
    public static final int WRITE = 0;
    public static final int READ_REQUEST = 1;
    public static final int READ_RESPONSE = 2;
    public static final int SEND = 3;
    public static final int SEND_INVALIDATE = 4;
    public static final int SEND_SE = 5;
    public static final int SEND_SE_INVALIDATE = 6;
    public static final int TERMINATE = 7;
    public static final int IMMEDIATE = 8;
    public static final int IMMEDIATE_SE = 9;
    public static final int ATOMIC_REQUEST = 10;
    public static final int ATOMIC_RESPONSE = 11;

    public static final int SEND_QUEUE = 0;
    public static final int REQUEST_QUEUE = 1;
    public static final int TERMINATE_QUEUE = 2;
    public static final int ATOMIC_RESPONSE_QUEUE = 3;
    public static final int QUEUES = 4;

    private static final String[] NAMES = {
        "RDMA WRITE",
        "RDMA READ request",
        "RDMA READ response",
        "SEND",
        "SEND with Invalidate",
        "SEND with SE",
        "SEND with SE and Invalidate",
        "Terminate",
        "Immediate",
        "Immediate with SE",
        "atomic request",
        "atomic response",
    };

    private static final int[] QUEUE_OF = {-1, 1, -1, 0, 0, 0, 0, 2, 0, 0, 1, 3};

    private Rdmap() {}

    /** Null for a reserved opcode. */
    public static String name(int opcode) {
        return opcode < NAMES.length ? NAMES[opcode] : null;
    }

    public static boolean known(int opcode) {
        return opcode < NAMES.length;
    }

    /** Whether it travels in tagged segments; false for a reserved opcode. */
    public static boolean isTagged(int opcode) {
        return opcode == WRITE || opcode == READ_RESPONSE;
    }

    /** DDP queue number; -1 where there is none. */
    public static int queue(int opcode) {
        return opcode < QUEUE_OF.length ? QUEUE_OF[opcode] : -1;
    }

    public static boolean isSend(int opcode) {
        return opcode >= SEND && opcode <= SEND_SE_INVALIDATE;
    }

    public static boolean invalidates(int opcode) {
        return opcode == SEND_INVALIDATE || opcode == SEND_SE_INVALIDATE;
    }
}
