package io.qpscope.frame;

import io.qpscope.spec.RpcordmaChunk;
import io.qpscope.spec.RpcordmaError;
import io.qpscope.spec.RpcordmaHeader;
import io.qpscope.spec.RpcordmaListEnd;
import io.qpscope.spec.RpcordmaReadSegment;
import io.qpscope.spec.RpcordmaSegment;
import io.qpscope.spec.RpcordmaVersions;

/** Fields of RPC-over-RDMA version 1. */
final class RpcRdmaLayers {
    static final LayerSpec<RpcordmaHeader> HEADER = new LayerSpec<>("rpcordma", RpcordmaHeader::new)
            .number(32, "rpcordma.xid", RpcordmaHeader::xid)
            .number(32, "rpcordma.version", RpcordmaHeader::version)
            .number(32, "rpcordma.flow_control", RpcordmaHeader::credits)
            .number(
                    32,
                    "rpcordma.msg_type",
                    RpcordmaHeader::messageType,
                    UpperMeaning::rpcRdmaType);

    static final LayerSpec<RpcordmaReadSegment> READ_SEGMENT = new LayerSpec<>(
                    "rpcordma.read", RpcordmaReadSegment::new)
            .number(32, "rpcordma.read.present", RpcordmaReadSegment::present)
            .number(32, "rpcordma.position", RpcordmaReadSegment::position)
            .number(32, "rpcordma.rdma_handle", RpcordmaReadSegment::handle)
            .number(32, "rpcordma.rdma_length", RpcordmaReadSegment::length)
            .number(64, "rpcordma.rdma_offset", RpcordmaReadSegment::offset);

    static final LayerSpec<RpcordmaChunk> CHUNK = new LayerSpec<>(
                    "rpcordma.chunk", RpcordmaChunk::new)
            .number(32, "rpcordma.chunk.present", RpcordmaChunk::present)
            .number(32, "rpcordma.segment_count", RpcordmaChunk::segmentCount);

    static final LayerSpec<RpcordmaSegment> SEGMENT = new LayerSpec<>(
                    "rpcordma.segment", RpcordmaSegment::new)
            .number(32, "rpcordma.rdma_handle", RpcordmaSegment::handle)
            .number(32, "rpcordma.rdma_length", RpcordmaSegment::length)
            .number(64, "rpcordma.rdma_offset", RpcordmaSegment::offset);

    static final LayerSpec<RpcordmaListEnd> LIST_END = new LayerSpec<>(
                    "rpcordma.list_end", RpcordmaListEnd::new)
            .number(32, "rpcordma.list_end", RpcordmaListEnd::present);

    static final LayerSpec<RpcordmaError> ERROR = new LayerSpec<>(
                    "rpcordma.error", RpcordmaError::new)
            .number(32, "rpcordma.errcode", RpcordmaError::code, UpperMeaning::rpcRdmaError);

    static final LayerSpec<RpcordmaVersions> VERSIONS = new LayerSpec<>(
                    "rpcordma.versions", RpcordmaVersions::new)
            .number(32, "rpcordma.vers_low", RpcordmaVersions::low)
            .number(32, "rpcordma.vers_high", RpcordmaVersions::high);

    private RpcRdmaLayers() {}
}
