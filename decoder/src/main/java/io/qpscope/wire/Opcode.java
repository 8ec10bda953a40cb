package io.qpscope.wire;

/**
 * BTH opcodes (IBA vol 1, 9.2.1; the upper three bits select the service, the lower five the
 * operation) and what follows each: one table look-up, no branches.
 */
public final class Opcode {
    public static final int RC = 0x00;
    public static final int UC = 0x20;
    public static final int RD = 0x40;
    public static final int UD = 0x60;
    public static final int CNP_CLASS = 0x80;
    public static final int XRC = 0xa0;

    /** Congestion notification of native InfiniBand. */
    public static final int CNP_IB = 0x80;
    /** Congestion notification of RoCEv2 (annex A17). */
    public static final int CNP = 0x81;

    /** Service bits of an opcode. */
    public static final int SERVICE_MASK = 0xe0;
    /** Operation bits of an opcode. */
    public static final int OPERATION_MASK = 0x1f;

    public static final int SEND_FIRST = 0x00;
    public static final int SEND_MIDDLE = 0x01;
    public static final int SEND_LAST = 0x02;
    public static final int SEND_LAST_IMM = 0x03;
    public static final int SEND_ONLY = 0x04;
    public static final int SEND_ONLY_IMM = 0x05;
    public static final int WRITE_FIRST = 0x06;
    public static final int WRITE_MIDDLE = 0x07;
    public static final int WRITE_LAST = 0x08;
    public static final int WRITE_LAST_IMM = 0x09;
    public static final int WRITE_ONLY = 0x0a;
    public static final int WRITE_ONLY_IMM = 0x0b;
    public static final int READ_REQUEST = 0x0c;
    public static final int READ_RESPONSE_FIRST = 0x0d;
    public static final int READ_RESPONSE_MIDDLE = 0x0e;
    public static final int READ_RESPONSE_LAST = 0x0f;
    public static final int READ_RESPONSE_ONLY = 0x10;
    public static final int ACKNOWLEDGE = 0x11;
    public static final int ATOMIC_ACKNOWLEDGE = 0x12;
    public static final int CMP_SWAP = 0x13;
    public static final int FETCH_ADD = 0x14;
    /** RD only. */
    public static final int RESYNC = 0x15;

    public static final int SEND_LAST_INV = 0x16;
    public static final int SEND_ONLY_INV = 0x17;
    public static final int FLUSH = 0x1c;
    public static final int ATOMIC_WRITE = 0x1d;

    /** What an opcode's packet has or is; see {@link #traits}. */
    public static final int KNOWN = 1;

    public static final int HAS_RDETH = 1 << 1;
    public static final int HAS_DETH = 1 << 2;
    public static final int HAS_XRCETH = 1 << 3;
    public static final int HAS_RETH = 1 << 4;
    public static final int HAS_ATOMIC_ETH = 1 << 5;
    public static final int HAS_AETH = 1 << 6;
    public static final int HAS_ATOMIC_ACK_ETH = 1 << 7;
    public static final int HAS_IMM_DT = 1 << 8;
    public static final int HAS_IETH = 1 << 9;
    public static final int HAS_FETH = 1 << 10;
    public static final int IS_REQUEST = 1 << 11;
    /** READ or ATOMIC response; a plain acknowledgement is neither this nor a request. */
    public static final int IS_RESPONSE = 1 << 12;

    public static final int IS_ACKNOWLEDGE = 1 << 13;
    /** First packet of a message, or its only one. */
    public static final int STARTS = 1 << 14;
    /** Last packet of a message, or its only one. */
    public static final int ENDS = 1 << 15;
    /** A request that is answered by READ or ATOMIC responses. */
    public static final int WANTS_RESPONSE = 1 << 16;

    public static final int IS_SEND = 1 << 17;
    public static final int IS_WRITE = 1 << 18;
    /** Data may follow the headers. */
    public static final int HAS_PAYLOAD = 1 << 19;

    private static final int[] OPERATIONS = operations();
    private static final int[] TRAITS = new int[256];
    private static final byte[] HEADER_LENGTHS = new byte[256];
    private static final String[] NAMES = new String[256];

    private static final String[] OPERATION_NAMES = {
        "SEND_FIRST",
        "SEND_MIDDLE",
        "SEND_LAST",
        "SEND_LAST_WITH_IMMEDIATE",
        "SEND_ONLY",
        "SEND_ONLY_WITH_IMMEDIATE",
        "RDMA_WRITE_FIRST",
        "RDMA_WRITE_MIDDLE",
        "RDMA_WRITE_LAST",
        "RDMA_WRITE_LAST_WITH_IMMEDIATE",
        "RDMA_WRITE_ONLY",
        "RDMA_WRITE_ONLY_WITH_IMMEDIATE",
        "RDMA_READ_REQUEST",
        "RDMA_READ_RESPONSE_FIRST",
        "RDMA_READ_RESPONSE_MIDDLE",
        "RDMA_READ_RESPONSE_LAST",
        "RDMA_READ_RESPONSE_ONLY",
        "ACKNOWLEDGE",
        "ATOMIC_ACKNOWLEDGE",
        "COMPARE_SWAP",
        "FETCH_ADD",
        "RESYNC",
        "SEND_LAST_WITH_INVALIDATE",
        "SEND_ONLY_WITH_INVALIDATE",
        null,
        null,
        null,
        null,
        "FLUSH",
        "ATOMIC_WRITE",
        null,
        null,
    };

    static {
        for (int operation = 0; operation < 32; operation++) {
            service(RC, "RC_", operation, 0, 0);
            service(XRC, "XRC_", operation, HAS_XRCETH, 0);
            service(RD, "RD_", operation, HAS_DETH, HAS_RDETH);
            if (operation <= WRITE_ONLY_IMM) {
                service(UC, "UC_", operation, 0, 0);
            }
            if (operation == SEND_ONLY || operation == SEND_ONLY_IMM) {
                service(UD, "UD_", operation, HAS_DETH, 0);
            }
        }
        name(CNP, "CNP", KNOWN);
        name(CNP_IB, "CNP_IB", KNOWN);
    }

    private Opcode() {}

    private static int[] operations() {
        int[] t = new int[32];
        int send = KNOWN | IS_REQUEST | IS_SEND | HAS_PAYLOAD;
        int write = KNOWN | IS_REQUEST | IS_WRITE | HAS_PAYLOAD;
        int response = KNOWN | IS_RESPONSE | HAS_PAYLOAD;
        int atomic = KNOWN | IS_REQUEST | WANTS_RESPONSE | STARTS | ENDS;
        t[SEND_FIRST] = send | STARTS;
        t[SEND_MIDDLE] = send;
        t[SEND_LAST] = send | ENDS;
        t[SEND_LAST_IMM] = send | ENDS | HAS_IMM_DT;
        t[SEND_ONLY] = send | STARTS | ENDS;
        t[SEND_ONLY_IMM] = send | STARTS | ENDS | HAS_IMM_DT;
        t[WRITE_FIRST] = write | STARTS | HAS_RETH;
        t[WRITE_MIDDLE] = write;
        t[WRITE_LAST] = write | ENDS;
        t[WRITE_LAST_IMM] = write | ENDS | HAS_IMM_DT;
        t[WRITE_ONLY] = write | STARTS | ENDS | HAS_RETH;
        t[WRITE_ONLY_IMM] = write | STARTS | ENDS | HAS_RETH | HAS_IMM_DT;
        t[READ_REQUEST] = KNOWN | IS_REQUEST | WANTS_RESPONSE | STARTS | ENDS | HAS_RETH;
        t[READ_RESPONSE_FIRST] = response | STARTS | HAS_AETH;
        t[READ_RESPONSE_MIDDLE] = response;
        t[READ_RESPONSE_LAST] = response | ENDS | HAS_AETH;
        t[READ_RESPONSE_ONLY] = response | STARTS | ENDS | HAS_AETH;
        t[ACKNOWLEDGE] = KNOWN | IS_ACKNOWLEDGE | HAS_AETH;
        t[ATOMIC_ACKNOWLEDGE] = KNOWN | IS_RESPONSE | STARTS | ENDS | HAS_AETH | HAS_ATOMIC_ACK_ETH;
        t[CMP_SWAP] = atomic | HAS_ATOMIC_ETH;
        t[FETCH_ADD] = atomic | HAS_ATOMIC_ETH;
        t[RESYNC] = KNOWN | IS_REQUEST;
        t[SEND_LAST_INV] = send | ENDS | HAS_IETH;
        t[SEND_ONLY_INV] = send | STARTS | ENDS | HAS_IETH;
        // FLUSH and ATOMIC WRITE (IBA 1.6 memory placement extensions); answered by a zero-length
        // READ RESPONSE ONLY.
        t[FLUSH] = KNOWN | IS_REQUEST | WANTS_RESPONSE | STARTS | ENDS | HAS_FETH | HAS_RETH;
        t[ATOMIC_WRITE] =
                KNOWN | IS_REQUEST | WANTS_RESPONSE | STARTS | ENDS | HAS_RETH | HAS_PAYLOAD;
        return t;
    }

    private static void service(
            int service, String prefix, int operation, int onRequests, int onAll) {
        int traits = OPERATIONS[operation];
        boolean rdOnly = operation == RESYNC;
        boolean notRd = operation >= SEND_LAST_INV;
        if (traits == 0 || (rdOnly && service != RD) || (notRd && service == RD)) {
            return;
        }
        traits |= onAll;
        if ((traits & IS_REQUEST) != 0) {
            traits |= onRequests;
        }
        name(service | operation, prefix + OPERATION_NAMES[operation], traits);
    }

    private static void name(int opcode, String name, int traits) {
        NAMES[opcode] = name;
        TRAITS[opcode] = traits;
        HEADER_LENGTHS[opcode] = (byte) headerLength(opcode, traits);
    }

    private static int headerLength(int opcode, int traits) {
        return ((traits & HAS_RDETH) != 0 ? 4 : 0)
                + ((traits & HAS_DETH) != 0 ? 8 : 0)
                + ((traits & HAS_XRCETH) != 0 ? 4 : 0)
                + ((traits & HAS_FETH) != 0 ? 4 : 0)
                + ((traits & HAS_RETH) != 0 ? 16 : 0)
                + ((traits & HAS_ATOMIC_ETH) != 0 ? 28 : 0)
                + ((traits & HAS_AETH) != 0 ? 4 : 0)
                + ((traits & HAS_ATOMIC_ACK_ETH) != 0 ? 8 : 0)
                + ((traits & HAS_IMM_DT) != 0 ? 4 : 0)
                + ((traits & HAS_IETH) != 0 ? 4 : 0)
                + ((opcode & SERVICE_MASK) == CNP_CLASS ? 16 : 0);
    }

    /** Bits of {@link #KNOWN} to {@link #HAS_PAYLOAD}; 0 for a reserved opcode. */
    public static int traits(int opcode) {
        return TRAITS[opcode];
    }

    /** Bytes of all extended headers between the BTH and the payload; a CNP's 16 zero bytes too. */
    public static int headerLength(int opcode) {
        return HEADER_LENGTHS[opcode];
    }

    /** As {@code RC_RDMA_WRITE_FIRST}; {@code RESERVED_0x1F} for a reserved code. */
    public static String name(int opcode) {
        String name = NAMES[opcode];
        return name != null ? name : "RESERVED_0x%02X".formatted(opcode);
    }
}
