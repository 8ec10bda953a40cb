package io.qpscope.frame;

import io.qpscope.spec.IwarpDdpTagged;
import io.qpscope.spec.IwarpDdpUntagged;
import io.qpscope.spec.IwarpMpaEnhanced;
import io.qpscope.spec.IwarpMpaFrame;
import io.qpscope.spec.IwarpMpaLegacy;
import io.qpscope.spec.IwarpMpaMarker;
import io.qpscope.spec.IwarpRdmapAtomicRequest;
import io.qpscope.spec.IwarpRdmapAtomicResponse;
import io.qpscope.spec.IwarpRdmapImmediate;
import io.qpscope.spec.IwarpRdmapReadRequest;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.Rdmap;

import java.nio.charset.StandardCharsets;

/** Fields of MPA, DDP and RDMAP. */
final class IwarpLayers {
    static final LayerSpec<IwarpMpaFrame> MPA = new LayerSpec<>("iwarp_mpa", IwarpMpaFrame::new)
            .bytes(
                    16,
                    "iwarp_mpa.key",
                    IwarpMpaFrame::key,
                    key -> new String(key, StandardCharsets.ISO_8859_1))
            .flag("iwarp_mpa.marker_flag", IwarpMpaFrame::markers)
            .flag("iwarp_mpa.crc_flag", IwarpMpaFrame::crc)
            .flag("iwarp_mpa.rej_flag", IwarpMpaFrame::reject)
            .flag("iwarp_mpa.enhanced_flag", IwarpMpaFrame::enhanced)
            .number(4, "iwarp_mpa.res", IwarpMpaFrame::reserved)
            .number(8, "iwarp_mpa.rev", IwarpMpaFrame::revision)
            .number(16, "iwarp_mpa.pdlength", IwarpMpaFrame::privateDataLength);

    static final LayerSpec<IwarpMpaEnhanced> ENHANCED = new LayerSpec<>(
                    "iwarp_mpa.enhanced", IwarpMpaEnhanced::new)
            .flag("iwarp_mpa.enhanced.a", IwarpMpaEnhanced::peerToPeer)
            .flag("iwarp_mpa.enhanced.b", IwarpMpaEnhanced::zeroLengthSend)
            .number(14, "iwarp_mpa.enhanced.ird", IwarpMpaEnhanced::ird)
            .flag("iwarp_mpa.enhanced.c", IwarpMpaEnhanced::zeroLengthWrite)
            .flag("iwarp_mpa.enhanced.D", IwarpMpaEnhanced::zeroLengthRead)
            .number(14, "iwarp_mpa.enhanced.ord", IwarpMpaEnhanced::ord);

    static final LayerSpec<IwarpMpaLegacy> LEGACY = new LayerSpec<>(
                    "iwarp_mpa.legacy", IwarpMpaLegacy::new)
            .number(32, "iwarp_mpa.legacy.ird", IwarpMpaLegacy::ird, any -> "a guess")
            .number(32, "iwarp_mpa.legacy.ord", IwarpMpaLegacy::ord, any -> "a guess");

    static final LayerSpec<IwarpMpaMarker> MARKER = new LayerSpec<>(
                    "iwarp_mpa.markers", IwarpMpaMarker::new)
            .number(16, "iwarp_mpa.marker_res", IwarpMpaMarker::reserved)
            .number(16, "iwarp_mpa.marker_fpduptr", IwarpMpaMarker::pointer);

    static final LayerSpec<IwarpDdpTagged> TAGGED = new LayerSpec<>(
                    "iwarp_ddp", IwarpDdpTagged::new)
            .flag("iwarp_ddp.tagged_flag", IwarpDdpTagged::tagged)
            .flag("iwarp_ddp.last_flag", IwarpDdpTagged::last)
            .number(4, "iwarp_ddp.rsvd", IwarpDdpTagged::reserved)
            .number(2, "iwarp_ddp.dv", IwarpDdpTagged::ddpVersion)
            .number(2, "iwarp_rdma.version", IwarpDdpTagged::rdmapVersion)
            .number(2, "iwarp_rdma.rsv", IwarpDdpTagged::rdmapReserved)
            .number(4, "iwarp_rdma.opcode", IwarpDdpTagged::opcode, IwarpLayers::opcode)
            .number(32, "iwarp_ddp.stag", IwarpDdpTagged::stag)
            .number(64, "iwarp_ddp.tagged_offset", IwarpDdpTagged::taggedOffset);

    static final LayerSpec<IwarpDdpUntagged> UNTAGGED = untagged("iwarp_ddp.rsvdulp");
    /** The same where the four bytes of the ULP name an STag. */
    static final LayerSpec<IwarpDdpUntagged> INVALIDATING = untagged("iwarp_rdma.inval_stag");

    static final LayerSpec<IwarpRdmapReadRequest> READ_REQUEST = new LayerSpec<>(
                    "iwarp_rdma", IwarpRdmapReadRequest::new)
            .number(32, "iwarp_rdma.sinkstag", IwarpRdmapReadRequest::sinkStag)
            .number(64, "iwarp_rdma.sinkto", IwarpRdmapReadRequest::sinkOffset)
            .number(32, "iwarp_rdma.rdmardsz", IwarpRdmapReadRequest::size)
            .number(32, "iwarp_rdma.srcstag", IwarpRdmapReadRequest::sourceStag)
            .number(64, "iwarp_rdma.srcto", IwarpRdmapReadRequest::sourceOffset);

    static final LayerSpec<IwarpRdmapAtomicRequest> ATOMIC_REQUEST =
            atomicRequest(AtomicCodes.DEFAULT);

    static final LayerSpec<IwarpRdmapAtomicResponse> ATOMIC_RESPONSE = new LayerSpec<>(
                    "iwarp_rdma", IwarpRdmapAtomicResponse::new)
            .number(
                    32,
                    "iwarp_rdma.atomic.original_request_identifier",
                    IwarpRdmapAtomicResponse::requestId)
            .number(
                    64,
                    "iwarp_rdma.atomic.original_remote_data_value",
                    IwarpRdmapAtomicResponse::originalValue);

    static final LayerSpec<IwarpRdmapImmediate> IMMEDIATE = new LayerSpec<>(
                    "iwarp_rdma", IwarpRdmapImmediate::new)
            .number(64, "iwarp_rdma.immediate", IwarpRdmapImmediate::data);

    private IwarpLayers() {}

    private static LayerSpec<IwarpDdpUntagged> untagged(String ulp) {
        return new LayerSpec<>("iwarp_ddp", IwarpDdpUntagged::new)
                .flag("iwarp_ddp.tagged_flag", IwarpDdpUntagged::tagged)
                .flag("iwarp_ddp.last_flag", IwarpDdpUntagged::last)
                .number(4, "iwarp_ddp.rsvd", IwarpDdpUntagged::reserved)
                .number(2, "iwarp_ddp.dv", IwarpDdpUntagged::ddpVersion)
                .number(2, "iwarp_rdma.version", IwarpDdpUntagged::rdmapVersion)
                .number(2, "iwarp_rdma.rsv", IwarpDdpUntagged::rdmapReserved)
                .number(4, "iwarp_rdma.opcode", IwarpDdpUntagged::opcode, IwarpLayers::opcode)
                .number(32, ulp, IwarpDdpUntagged::ulp)
                .number(32, "iwarp_ddp.qn", IwarpDdpUntagged::queue)
                .number(32, "iwarp_ddp.msn", IwarpDdpUntagged::msn)
                .number(32, "iwarp_ddp.mo", IwarpDdpUntagged::messageOffset);
    }

    private static LayerSpec<IwarpRdmapAtomicRequest> atomicRequest(AtomicCodes codes) {
        return new LayerSpec<>("iwarp_rdma", IwarpRdmapAtomicRequest::new)
                .number(28, "iwarp_rdma.atomic.reserved", IwarpRdmapAtomicRequest::reserved)
                .number(
                        4,
                        "iwarp_rdma.atomic.opcode",
                        IwarpRdmapAtomicRequest::operation,
                        code -> codes.name((int) code))
                .number(
                        32,
                        "iwarp_rdma.atomic.request_identifier",
                        IwarpRdmapAtomicRequest::requestId)
                .number(32, "iwarp_rdma.atomic.remote_stag", IwarpRdmapAtomicRequest::remoteStag)
                .number(
                        64,
                        "iwarp_rdma.atomic.remote_tagged_offset",
                        IwarpRdmapAtomicRequest::remoteOffset)
                .number(64, "iwarp_rdma.atomic.add_data", IwarpRdmapAtomicRequest::data)
                .number(64, "iwarp_rdma.atomic.add_mask", IwarpRdmapAtomicRequest::mask)
                .number(64, "iwarp_rdma.atomic.compare_data", IwarpRdmapAtomicRequest::compareData)
                .number(64, "iwarp_rdma.atomic.compare_mask", IwarpRdmapAtomicRequest::compareMask);
    }

    private static String opcode(long code) {
        return Rdmap.name((int) code);
    }

    /** Null for an operation without a header of its own behind DDP's. */
    static LayerSpec<?> body(int opcode, AtomicCodes codes) {
        return switch (opcode) {
            case Rdmap.READ_REQUEST -> READ_REQUEST;
            case Rdmap.ATOMIC_REQUEST ->
                codes.equals(AtomicCodes.DEFAULT) ? ATOMIC_REQUEST : atomicRequest(codes);
            case Rdmap.ATOMIC_RESPONSE -> ATOMIC_RESPONSE;
            case Rdmap.IMMEDIATE, Rdmap.IMMEDIATE_SE -> IMMEDIATE;
            default -> null;
        };
    }
}
