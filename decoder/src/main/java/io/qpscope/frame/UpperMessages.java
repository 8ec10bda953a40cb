package io.qpscope.frame;

import java.nio.ByteBuffer;

/** Reads the headers of an upper layer's message, whatever transport brought it. */
final class UpperMessages {
    private final TreeCursor cursor;

    UpperMessages(TreeCursor cursor) {
        this.cursor = cursor;
    }

    /** A message that was accepted and begins at the cursor; what it says it holds is there. */
    void read(UpperProtocol protocol, boolean fromActive, int payloadEnd) {
        switch (protocol) {
            case NVME_OF -> nvme(fromActive);
            case RPC_OVER_RDMA -> rpcRdma();
            case SMC_R -> smc();
            case SMB_DIRECT -> smbDirect(fromActive, payloadEnd);
            case ISER -> iser();
            case SRP -> next(fromActive ? SrpLayers.COMMAND : SrpLayers.RESPONSE);
            case RDS -> next(DatagramLayers.RDS);
            default -> {}
        }
    }

    private void nvme(boolean fromActive) {
        if (!fromActive) {
            next(NvmeLayers.COMPLETION);
            return;
        }
        int start = cursor.at;
        boolean fabrics = at(start) == NvmeMessages.FABRICS;
        next(fabrics ? NvmeLayers.FABRICS_COMMAND : NvmeLayers.COMMAND);
        boolean keyed = at(cursor.at + NvmeLayers.SGL_KEYED.length() - 1) >>> 4 != 0;
        next(keyed ? NvmeLayers.SGL_KEYED : NvmeLayers.SGL_BLOCK);
        next(fabrics ? fabricsPart(at(start + 4)) : NvmeLayers.WORDS);
    }

    private static LayerSpec<?> fabricsPart(int type) {
        return switch (type) {
            case NvmeMessages.CONNECT -> NvmeLayers.CONNECT;
            case NvmeMessages.PROPERTY_GET, NvmeMessages.PROPERTY_SET -> NvmeLayers.PROPERTY;
            default -> NvmeLayers.WORDS;
        };
    }

    /** The lists are whole, as the check has seen: each ends before the payload does. */
    private void rpcRdma() {
        int start = cursor.at;
        next(RpcRdmaLayers.HEADER);
        if (word(start + 12) == RpcRdmaMessages.ERROR) {
            next(RpcRdmaLayers.ERROR);
            if (word(start + RpcRdmaMessages.HEADER_LENGTH) == RpcRdmaMessages.ERR_VERS) {
                next(RpcRdmaLayers.VERSIONS);
            }
            return;
        }
        while (word(cursor.at) == 1) {
            next(RpcRdmaLayers.READ_SEGMENT);
        }
        next(RpcRdmaLayers.LIST_END);
        while (word(cursor.at) == 1) {
            chunk();
        }
        next(RpcRdmaLayers.LIST_END);
        if (word(cursor.at) == 1) {
            chunk();
        } else {
            next(RpcRdmaLayers.LIST_END);
        }
    }

    private void chunk() {
        int count = word(cursor.at + 4);
        next(RpcRdmaLayers.CHUNK);
        for (int i = 0; i < count; i++) {
            next(RpcRdmaLayers.SEGMENT);
        }
    }

    private void smc() {
        next(
                switch (at(cursor.at)) {
                    case SmcMessages.CONFIRM_LINK -> SmcLayers.CONFIRM_LINK;
                    case SmcMessages.CDC -> SmcLayers.CDC;
                    default -> SmcLayers.LLC;
                });
    }

    private void smbDirect(boolean fromActive, int payloadEnd) {
        ByteBuffer buffer = cursor.buffer;
        int start = cursor.base + cursor.at;
        int length = payloadEnd - cursor.at;
        if (fromActive && SmbDirectMessages.isRequest(buffer, start, length, true)) {
            next(SmbDirectLayers.NEGOTIATE_REQUEST);
        } else if (!fromActive && SmbDirectMessages.isResponse(buffer, start, length, true)) {
            next(SmbDirectLayers.NEGOTIATE_RESPONSE);
        } else {
            next(SmbDirectLayers.DATA);
        }
    }

    private void iser() {
        boolean control = at(cursor.at) >>> 4 == IserMessages.CONTROL;
        next(control ? IserLayers.CONTROL : IserLayers.HELLO);
    }

    private void next(LayerSpec<?> spec) {
        cursor.next(spec);
    }

    private int at(int at) {
        return cursor.buffer.get(cursor.base + at) & 0xff;
    }

    private int word(int at) {
        return cursor.buffer.getInt(cursor.base + at);
    }
}
