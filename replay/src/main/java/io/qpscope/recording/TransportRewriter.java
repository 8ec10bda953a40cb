package io.qpscope.recording;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.AtomicEth;
import io.qpscope.wire.Bth;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.Deth;
import io.qpscope.wire.Ieth;
import io.qpscope.wire.IpCm;
import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;
import io.qpscope.wire.Reth;

import java.nio.ByteBuffer;

/** Numbers, keys and addresses from the BTH on, and what connection management tells of them. */
final class TransportRewriter {
    private static final long MAPPED = 0xffff_0000_0000L;
    private static final int MAD_LENGTH = 256;
    private static final int HIGHEST_SPECIAL_QP = 1;
    private static final int[] REQ_GIDS = {
        CmReq.PRIMARY_LOCAL_GID_OFFSET,
        CmReq.PRIMARY_REMOTE_GID_OFFSET,
        CmReq.ALTERNATE_LOCAL_GID_OFFSET,
        CmReq.ALTERNATE_REMOTE_GID_OFFSET
    };

    private final Rewrite rewrite;
    private final MadHeader mad = new MadHeader();
    private final CmReq req = new CmReq();
    private ByteBuffer buffer;
    private boolean changed;

    TransportRewriter(Rewrite rewrite) {
        this.rewrite = rewrite;
    }

    static long mapped(int ipv4) {
        return MAPPED | (ipv4 & 0xffff_ffffL);
    }

    /** Whether anything in the packet is different now. */
    boolean change(FrameView view) {
        buffer = view.buffer();
        changed = false;
        int traits = Opcode.traits(view.opcode());
        int bth = view.bthOffset();
        int word = buffer.getInt(bth + Bth.DESTQP_WORD_OFFSET);
        int qpn = word & Psn.MASK;
        boolean special = qpn <= HIGHEST_SPECIAL_QP;
        int mapped = rewrite.qpn(view.destinationHigh(), view.destinationLow(), qpn);
        set(bth + Bth.DESTQP_WORD_OFFSET, (word & ~Psn.MASK) | mapped);
        if (!special && (view.opcode() & Opcode.SERVICE_MASK) != Opcode.CNP_CLASS) {
            int psn = buffer.getInt(bth + Bth.PSN_WORD_OFFSET);
            int moved = Psn.add(psn & Psn.MASK, rewrite.psnOffset);
            set(bth + Bth.PSN_WORD_OFFSET, (psn & ~Psn.MASK) | moved);
        }
        extended(view, traits);
        if (special && !view.truncated()) {
            management(view);
        }
        return changed;
    }

    /** In the order of their headers; see {@link Opcode}. */
    private void extended(FrameView view, int traits) {
        int at = view.extendedOffset();
        at += (traits & Opcode.HAS_RDETH) != 0 ? 4 : 0;
        if ((traits & Opcode.HAS_DETH) != 0) {
            int word = buffer.getInt(at + Deth.SRCQP_WORD_OFFSET);
            int source = rewrite.qpn(view.sourceHigh(), view.sourceLow(), word & Psn.MASK);
            set(at + Deth.SRCQP_WORD_OFFSET, (word & ~Psn.MASK) | source);
            at += Deth.LENGTH;
        }
        at += (traits & Opcode.HAS_XRCETH) != 0 ? 4 : 0;
        at += (traits & Opcode.HAS_FETH) != 0 ? 4 : 0;
        if ((traits & Opcode.HAS_RETH) != 0) {
            address(at + Reth.VA_OFFSET);
            key(at + Reth.R_KEY_OFFSET);
            at += Reth.LENGTH;
        }
        if ((traits & Opcode.HAS_ATOMIC_ETH) != 0) {
            address(at + AtomicEth.VA_OFFSET);
            key(at + AtomicEth.R_KEY_OFFSET);
            at += AtomicEth.LENGTH;
        }
        if ((traits & Opcode.HAS_IETH) != 0) {
            // The only header of its packets.
            key(at + Ieth.R_KEY_OFFSET);
        }
    }

    private void address(int at) {
        if (rewrite.vaOffset != 0) {
            buffer.putLong(at, buffer.getLong(at) + rewrite.vaOffset);
            changed = true;
        }
    }

    private void key(int at) {
        set(at, rewrite.key(buffer.getInt(at)));
    }

    private void set(int at, int value) {
        if (buffer.getInt(at) != value) {
            buffer.putInt(at, value);
            changed = true;
        }
    }

    /** REQ and REP: the sender's queue pair and PSN, and addresses. */
    private void management(FrameView view) {
        int at = view.payloadOffset();
        if (view.payloadLength() < MAD_LENGTH
                || mad.wrap(buffer, at).managementClass() != MadHeader.CLASS_CM) {
            return;
        }
        int body = at + MadHeader.LENGTH;
        if (mad.attributeId() == MadHeader.CM_REQ) {
            number(view, body + CmReq.LOCAL_QPN_OFFSET);
            psn(body + CmReq.START_PSN_OFFSET);
            for (int gid : REQ_GIDS) {
                gid(body + gid);
            }
            if (IpCm.follows(req.wrap(buffer, body).serviceId())) {
                addressing(body + CmReq.PRIVATE_DATA_OFFSET);
            }
        } else if (mad.attributeId() == MadHeader.CM_REP) {
            number(view, body + CmRep.LOCAL_QPN_OFFSET);
            psn(body + CmRep.START_PSN_OFFSET);
        }
    }

    private void number(FrameView view, int at) {
        int word = buffer.getInt(at);
        int qpn = rewrite.qpn(view.sourceHigh(), view.sourceLow(), word >>> 8);
        set(at, qpn << 8 | (word & 0xff));
    }

    private void psn(int at) {
        int word = buffer.getInt(at);
        set(at, Psn.add(word >>> 8, rewrite.psnOffset) << 8 | (word & 0xff));
    }

    private void gid(int at) {
        if (rewrite.addresses.find(buffer.getLong(at), buffer.getLong(at + 8))) {
            buffer.putLong(at, rewrite.addresses.high());
            buffer.putLong(at + 8, rewrite.addresses.low());
            changed = true;
        }
    }

    private void addressing(int at) {
        boolean v4 = buffer.get(at + 1) >>> 4 == 4;
        for (int field : new int[] {at + IpCm.SOURCE_OFFSET, at + IpCm.DESTINATION_OFFSET}) {
            if (!v4) {
                gid(field);
            } else if (rewrite.addresses.find(0, mapped(buffer.getInt(field + 12)))) {
                buffer.putInt(field + 12, (int) rewrite.addresses.low());
                changed = true;
            }
        }
    }
}
