package io.qpscope.endpoint;

import io.qpscope.wire.Psn;

import java.nio.ByteBuffer;

/** Writes the packets of a work request (IBA vol 1, 9.4). */
final class RequestPackets {
    private final QueuePair qp;
    private final int service;

    /**
     * @param service bits of the opcode
     */
    RequestPackets(QueuePair qp, int service) {
        this.qp = qp;
        this.service = service;
    }

    /**
     * @param offset of the packet in the message, in PSNs; of a READ that is restarted, of its first
     *     missing response
     */
    void write(ByteBuffer out, SendEntry entry, int offset, boolean ackReq) {
        boolean asks = entry.verb.asks();
        boolean isFirst = offset == 0 || asks;
        boolean isLast = asks || offset == entry.psns - 1;
        int opcode = service | entry.verb.operation(isFirst, isLast);
        PacketWriter writer = qp.begin(out);
        writer.bth(
                opcode,
                qp.attributes.destQpNum,
                Psn.add(entry.firstPsn, offset),
                ackReq,
                isLast && entry.solicited);
        long done = (long) offset * qp.attributes.pathMtu;
        if (asks) {
            asking(out, entry, done);
        } else {
            carrying(out, entry, isFirst, isLast, done);
        }
        writer.end();
    }

    private void asking(ByteBuffer out, SendEntry entry, long done) {
        switch (entry.verb) {
            case RDMA_READ -> {
                long from = qp.profile.has(Defect.READ_RESTART_OFFSET) ? 0 : done;
                reth(out, entry, from, entry.length - done);
            }
            case ATOMIC_CMP_AND_SWP -> atomic(out, entry, entry.swap, entry.compareAdd);
            case ATOMIC_FETCH_AND_ADD -> atomic(out, entry, entry.compareAdd, 0);
            case FLUSH -> {
                out.putInt(entry.selectivity << 4 | entry.placement);
                reth(out, entry, 0, entry.length);
            }
            default -> { // ATOMIC_WRITE
                reth(out, entry, 0, entry.length);
                entry.sges.gather(0, (int) entry.length, out);
            }
        }
    }

    private void carrying(
            ByteBuffer out, SendEntry entry, boolean isFirst, boolean isLast, long done) {
        if (isFirst && entry.verb.isWrite()) {
            reth(out, entry, 0, entry.length);
        }
        if (isLast && (entry.verb.hasImmediate() || entry.verb == Verb.SEND_WITH_INV)) {
            out.putInt(entry.immediate);
            if (entry.verb.hasImmediate() && qp.profile.has(Defect.IMMEDIATE_LOST)) {
                entry.immediate = 0;
            }
        }
        int length = (int) Math.min(qp.attributes.pathMtu, entry.length - done);
        entry.sges.gather(done, length, out);
    }

    private static void reth(ByteBuffer out, SendEntry entry, long done, long length) {
        out.putLong(entry.remoteAddress + done).putInt(entry.rkey).putInt((int) length);
    }

    private static void atomic(ByteBuffer out, SendEntry entry, long swapOrAdd, long compare) {
        out.putLong(entry.remoteAddress).putInt(entry.rkey).putLong(swapOrAdd).putLong(compare);
    }
}
