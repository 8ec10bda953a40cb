package io.qpscope.frame;

import io.qpscope.spec.InfinibandCmRej;
import io.qpscope.spec.InfinibandCmRep;
import io.qpscope.spec.InfinibandCmReq;
import io.qpscope.wire.CmRej;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.IpCm;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.SmcClc;

import java.nio.ByteBuffer;

/** Reads upper layers where their checks allow, and nothing where they don't. */
final class UpperWalk {
    private static final int UD_SEND_ONLY = Opcode.UD | 0x04;

    private final FrameView view;
    private final TreeCursor cursor;
    private final UpperContext context;

    UpperWalk(FrameView view, TreeCursor cursor, UpperContext context) {
        this.view = view;
        this.cursor = cursor;
        this.context = context;
    }

    /**
     * A payload that begins at the cursor and is there whole. What the headers leave of it stays
     * for the caller.
     */
    void payload(int payloadEnd) {
        if (payloadEnd > cursor.end || !view.kind().hasTransport()) {
            return;
        }
        if (view.opcode() == UD_SEND_ONLY) {
            if (UpperConnection.accepts(UpperProtocol.IPOIB, view, true)) {
                next(DatagramLayers.IPOIB);
            }
            return;
        }
        UpperContext.Place place = context.ofQueuePair(view);
        if (place == null || !UpperConnection.begins(view.opcode())) {
            return;
        }
        UpperProtocol protocol = place.connection().candidate();
        boolean fromActive = !place.toActive();
        if (protocol != null && UpperConnection.accepts(protocol, view, fromActive)) {
            int behind = cursor.end;
            cursor.end = payloadEnd;
            message(protocol, fromActive, payloadEnd);
            cursor.end = behind;
        }
    }

    private void message(UpperProtocol protocol, boolean fromActive, int payloadEnd) {
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
        ByteBuffer buffer = view.buffer();
        int start = view.offset() + cursor.at;
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

    /** Private data of a message of connection management that was read just now. */
    void privateData(Object message, int start) {
        if (message instanceof InfinibandCmReq req) {
            int body = view.offset() + start;
            UpperProtocol candidate = UpperProtocol.ofRequest(view.buffer(), body, req.serviceId());
            cursor.at = start + CmReq.PRIVATE_DATA_OFFSET;
            if (IpCm.follows(req.serviceId())) {
                next(CmReqLayers.IP_CM);
                request(candidate);
                cursor.bytes("infiniband.cm.req.ip_cm.private", start + CmReq.LENGTH);
            } else {
                request(candidate);
                cursor.at = start + CmReq.LENGTH;
            }
        } else if (message instanceof InfinibandCmRep rep) {
            cursor.at = start + CmRep.PRIVATE_DATA_OFFSET;
            reply(context.ofAnswer(view, rep.remoteCommId()));
            cursor.at = start + CmRep.LENGTH;
        } else if (message instanceof InfinibandCmRej rej) {
            cursor.at = start + CmRej.PRIVATE_DATA_OFFSET;
            reject(context.ofAnswer(view, rej.remoteCommId()));
            cursor.at = start + CmRej.LENGTH;
        }
    }

    private void request(UpperProtocol candidate) {
        if (candidate == UpperProtocol.NVME_OF && half(cursor.at) == 0) {
            next(NvmeLayers.CM_REQUEST);
        } else if (candidate == UpperProtocol.SRP) {
            next(SrpLayers.LOGIN_REQUEST);
        } else if (candidate == UpperProtocol.ISER && isIserFlags(cursor.at)) {
            next(IserLayers.CM);
        }
    }

    private void reply(UpperProtocol candidate) {
        if (candidate == UpperProtocol.NVME_OF && half(cursor.at) == 0) {
            next(NvmeLayers.CM_REPLY);
        } else if (candidate == UpperProtocol.SRP && at(cursor.at) == SrpMessages.LOGIN_RESPONSE) {
            next(SrpLayers.LOGIN_RESPONSE);
        } else if (candidate == UpperProtocol.ISER && isIserFlags(cursor.at)) {
            next(IserLayers.CM);
        }
    }

    private void reject(UpperProtocol candidate) {
        if (candidate == UpperProtocol.NVME_OF && half(cursor.at) == 0) {
            next(NvmeLayers.CM_REJECT);
        } else if (candidate == UpperProtocol.SRP && at(cursor.at) == SrpMessages.LOGIN_REJECT) {
            next(SrpLayers.LOGIN_REJECT);
        }
    }

    private boolean isIserFlags(int at) {
        return (word(at) & 0x3fff_ffff) == 0;
    }

    /** A CLC message of SMC-R that a TCP segment consists of. */
    void clc() {
        int available = cursor.end - cursor.at;
        ByteBuffer buffer = view.buffer();
        int length = SmcClc.lengthAt(buffer, view.offset() + cursor.at, available);
        if (length == 0) {
            return;
        }
        int start = cursor.at;
        next(
                switch (at(start + 4)) {
                    case SmcClc.PROPOSAL -> SmcLayers.PROPOSAL;
                    case SmcClc.DECLINE -> SmcLayers.DECLINE;
                    default -> SmcLayers.ACCEPT;
                });
        cursor.bytes("smc.rest", start + length);
    }

    private void next(LayerSpec<?> spec) {
        cursor.next(spec);
    }

    private int at(int at) {
        return view.buffer().get(view.offset() + at) & 0xff;
    }

    private int half(int at) {
        return view.buffer().getShort(view.offset() + at) & 0xffff;
    }

    private int word(int at) {
        return view.buffer().getInt(view.offset() + at);
    }
}
