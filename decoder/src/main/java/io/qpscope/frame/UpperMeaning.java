package io.qpscope.frame;

/** Code points of upper layers in words; null where there is nothing to add to the number. */
final class UpperMeaning {
    private static final String[] NVME_REJECTS = {
        null,
        "invalid private data length",
        "invalid record format",
        "invalid queue id",
        "invalid host send queue size",
        "invalid host receive queue size",
        "no resources",
        "IRD",
        "ORD",
        "controller id"
    };
    private static final String[] RPC_RDMA_TYPES = {
        "RDMA_MSG", "RDMA_NOMSG", "RDMA_MSGP", "RDMA_DONE", "RDMA_ERROR"
    };

    private static final int NVME_FABRICS = 0x7f;
    private static final int SMC_EYECATCHER = 0xe2d4_c3d9;

    private UpperMeaning() {}

    static String nvmeReject(long status) {
        return of(NVME_REJECTS, status);
    }

    static String nvmeOpcode(long opcode) {
        return opcode == NVME_FABRICS ? "Fabrics command" : null;
    }

    static String nvmeFabricsType(long type) {
        return switch ((int) type) {
            case 0x00 -> "Property Set";
            case 0x01 -> "Connect";
            case 0x04 -> "Property Get";
            case 0x05 -> "Authentication Send";
            case 0x06 -> "Authentication Receive";
            case 0x08 -> "Disconnect";
            default -> null;
        };
    }

    static String nvmeSglType(long type) {
        return switch ((int) type) {
            case 0 -> "data block";
            case 4 -> "keyed data block";
            default -> null;
        };
    }

    static String nvmeSglSubtype(long subtype) {
        return switch ((int) subtype) {
            case 0x0 -> "address";
            case 0x1 -> "offset in the capsule";
            case 0xf -> "invalidate the key";
            default -> null;
        };
    }

    static String nvmeProperty(long offset) {
        return switch ((int) offset) {
            case 0x00 -> "controller capabilities";
            case 0x08 -> "version";
            case 0x14 -> "controller configuration";
            case 0x1c -> "controller status";
            case 0x20 -> "subsystem reset";
            default -> null;
        };
    }

    /** Bit 0 is the phase, 1 to 8 the code, 9 to 11 its type, 15 do not retry. */
    static String nvmeStatus(long status) {
        if (status >>> 1 == 0) {
            return "success";
        }
        String retry = (status & 0x8000) != 0 ? ", do not retry" : "";
        return "type %d, code 0x%02x%s".formatted((status >>> 9) & 7, (status >>> 1) & 0xff, retry);
    }

    static String rpcRdmaType(long type) {
        return of(RPC_RDMA_TYPES, type);
    }

    static String rpcRdmaError(long code) {
        return code == 1 ? "ERR_VERS" : code == 2 ? "ERR_CHUNK" : null;
    }

    static String smbVersion(long version) {
        return (version >>> 8) + "." + (version & 0xff);
    }

    static String smbFlags(long flags) {
        return (flags & 1) != 0 ? "response requested" : null;
    }

    static String iserOpcode(long opcode) {
        return switch ((int) opcode) {
            case 1 -> "iSCSI control-type PDU";
            case 2 -> "Hello";
            case 3 -> "HelloReply";
            default -> null;
        };
    }

    static String srpOpcode(long opcode) {
        return switch ((int) opcode) {
            case 0x00 -> "LOGIN_REQ";
            case 0x01 -> "TSK_MGMT";
            case 0x02 -> "CMD";
            case 0xc0 -> "LOGIN_RSP";
            case 0xc1 -> "RSP";
            case 0xc2 -> "LOGIN_REJ";
            default -> null;
        };
    }

    static String smcEyecatcher(long value) {
        return (int) value == SMC_EYECATCHER ? "SMCR in EBCDIC" : null;
    }

    static String smcClcType(long type) {
        return switch ((int) type) {
            case 1 -> "proposal";
            case 2 -> "accept";
            case 3 -> "confirm";
            case 4 -> "decline";
            default -> null;
        };
    }

    static String smcLlcType(long type) {
        return switch ((int) type) {
            case 0x01 -> "CONFIRM LINK";
            case 0x02 -> "ADD LINK";
            case 0x03 -> "ADD LINK CONTINUATION";
            case 0x04 -> "DELETE LINK";
            case 0x06 -> "CONFIRM RKEY";
            case 0x07 -> "TEST LINK";
            case 0x08 -> "CONFIRM RKEY CONTINUATION";
            case 0x09 -> "DELETE RKEY";
            case 0xfe -> "connection data control";
            default -> null;
        };
    }

    static String smcLlcFlags(long flags) {
        return (flags & 0x80) != 0 ? "response" : "request";
    }

    /** 0 is 16 KiB, and each step doubles. */
    static String smcBufferSize(long code) {
        return (16L << code) + " KiB";
    }

    private static String of(String[] names, long code) {
        return code >= 0 && code < names.length ? names[(int) code] : null;
    }
}
