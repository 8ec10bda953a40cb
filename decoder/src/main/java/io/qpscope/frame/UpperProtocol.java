package io.qpscope.frame;

import io.qpscope.wire.CmReq;
import io.qpscope.wire.IpCm;

import java.nio.ByteBuffer;

/**
 * What a queue pair may carry. A port or a login names a candidate; only messages that pass a strict
 * check make it more than that.
 */
public enum UpperProtocol {
    NVME_OF("NVMe-oF"),
    RPC_OVER_RDMA("RPC-over-RDMA"),
    SMC_R("SMC-R"),
    SMB_DIRECT("SMB Direct"),
    ISER("iSER"),
    IPOIB("IPoIB"),
    SRP("SRP"),
    RDS("RDS");

    /** A SEND that is shorter stays a SEND: so few bytes prove nothing. */
    static final int MIN_LENGTH = 13;

    private static final int TCP_PORT_SPACE = 6;

    private final String label;

    UpperProtocol(String label) {
        this.label = label;
    }

    /** The name that reports give it. */
    public String label() {
        return label;
    }

    /**
     * Whether bytes can be a message, by every rule that its header has.
     *
     * @param length bytes that are there; all of the message if {@code whole}
     * @param fromActive whether the sender is the one that asked for the connection
     */
    boolean accepts(ByteBuffer buffer, int at, int length, boolean whole, boolean fromActive) {
        if (length < MIN_LENGTH) {
            return false;
        }
        return switch (this) {
            case NVME_OF -> NvmeMessages.accepts(buffer, at, length, whole, fromActive);
            case RPC_OVER_RDMA -> RpcRdmaMessages.accepts(buffer, at, length, whole);
            case SMC_R -> SmcMessages.accepts(buffer, at, length, whole);
            case SMB_DIRECT -> SmbDirectMessages.accepts(buffer, at, length, whole, fromActive);
            case ISER -> IserMessages.accepts(buffer, at, length, whole, fromActive);
            case IPOIB -> DatagramMessages.acceptsIpoib(buffer, at, length, whole);
            case SRP -> SrpMessages.accepts(buffer, at, length, whole, fromActive);
            case RDS -> DatagramMessages.acceptsRds(buffer, at, length);
        };
    }

    /**
     * Whether a message that was accepted can hardly be anything else. NVMe's I/O commands have few
     * bits that are fixed: one in 5500 of random messages passes for one.
     */
    boolean provesAlone(ByteBuffer buffer, int at) {
        return this != NVME_OF || buffer.get(at) == NvmeMessages.FABRICS;
    }

    /**
     * Tells the candidate by a REQ's service id, or by an SRP login in its private data.
     *
     * @param body where the REQ begins behind the MAD header; all of it is there
     * @return null when neither names one
     */
    public static UpperProtocol ofRequest(ByteBuffer buffer, int body, long serviceId) {
        if (!IpCm.follows(serviceId)) {
            return SrpMessages.isLoginRequest(buffer, body + CmReq.PRIVATE_DATA_OFFSET)
                    ? SRP
                    : null;
        }
        return IpCm.protocol(serviceId) == TCP_PORT_SPACE
                ? ofPort(IpCm.destinationPort(serviceId))
                : null;
    }

    private static UpperProtocol ofPort(int port) {
        return switch (port) {
            case 4420, 8009 -> NVME_OF;
            case 20049 -> RPC_OVER_RDMA;
            case 445, 5445 -> SMB_DIRECT;
            case 3260 -> ISER;
            case 16385, 18634 -> RDS;
            default -> null;
        };
    }
}
