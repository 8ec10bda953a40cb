package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.SgeList;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.Rdmap;

import java.nio.ByteBuffer;

/**
 * What we ask the peer: sends posted work in order, one message at a time, and takes READ and
 * atomic responses. SENDs and WRITEs are done when TCP has them (RFC 5040, 5.5, says no more);
 * completions come in the order of posting.
 */
final class Outbound {
    /** Longest message, as with RoCE. */
    private static final long MOST_MESSAGE = 1L << 31;

    private static final int WORD = 8;
    /** Of the empty WRITE and READ that open a stream; one device refuses 0, siw says 1. */
    private static final int RTR_STAG = 1;

    private final RdmaStream stream;
    private final SendQueue queue;
    private final AtomicCodes codes;
    /** READ and atomic requests open at a time. */
    int ord;

    private int open;
    private boolean rtrOpen;
    private int sendMsn = 1;
    private int requestMsn = 1;
    private int atomicResponseMsn = 1;

    Outbound(RdmaStream stream, StreamOptions options) {
        this.stream = stream;
        queue = new SendQueue(options.maxSends);
        codes = options.atomicCodes;
    }

    boolean full() {
        return queue.full();
    }

    void post(WorkRequest request) {
        queue.post(request);
    }

    /** Nothing to send, and nothing to wait for. */
    boolean idle() {
        return queue.empty() && !rtrOpen;
    }

    int pending() {
        return (int) (queue.tail - queue.head);
    }

    /** Part of a message is sent. */
    boolean midMessage() {
        return queue.next < queue.tail && queue.at(queue.next).started;
    }

    void sendRtr(RtrKind kind, FpduWriter writer, ByteBuffer out) {
        switch (kind) {
            case EMPTY_FPDU -> writer.begin();
            case WRITE -> writer.tagged(true, Rdmap.WRITE, RTR_STAG, 0);
            case READ -> {
                readRequest(writer, RTR_STAG, 0, 0, RTR_STAG, 0);
                rtrOpen = true;
                open++;
            }
        }
        writer.end(out);
    }

    /** Writes the next FPDU; false when there is none, or none may go now. */
    boolean transmit(FpduWriter writer, ByteBuffer out) {
        if (queue.next == queue.tail) {
            return false;
        }
        SendRequest request = queue.at(queue.next);
        if (!request.started) {
            boolean waits = (request.asks() && open >= ord) || (request.fenced && open > 0);
            if (waits && ord > 0) {
                return false;
            }
            WcStatus status = start(request);
            if (status != WcStatus.SUCCESS) {
                stream.failLocally(status);
                return false;
            }
        }
        if (request.verb == Verb.RDMA_READ) {
            SgeList sink = request.sges;
            boolean any = sink.count() > 0;
            readRequest(
                    writer,
                    any ? sink.lkey(0) : 0,
                    any ? sink.address(0) : 0,
                    (int) request.length,
                    request.rkey,
                    request.remoteAddress);
            asked();
        } else if (request.verb.isAtomic()) {
            atomicRequest(writer, request);
            asked();
        } else if (request.verb.isWrite() && !request.dataSent) {
            write(writer, request);
        } else if (request.verb.hasImmediate()) {
            immediate(writer, request);
        } else {
            send(writer, request);
        }
        writer.end(out);
        return true;
    }

    private WcStatus start(SendRequest request) {
        boolean known = switch (request.verb) {
            case SEND, SEND_WITH_INV, RDMA_WRITE -> true;
            case RDMA_READ -> ord > 0 && request.sges.count() <= 1;
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD ->
                ord > 0 && stream.profile().extensions();
            case RDMA_WRITE_WITH_IMM -> stream.profile().extensions();
            // Immediate data goes alone or behind a WRITE (RFC 7306, 6).
            case SEND_WITH_IMM -> stream.profile().extensions() && request.length == 0;
            case FLUSH, ATOMIC_WRITE -> false;
        };
        if (!known) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        if (request.length > MOST_MESSAGE || (request.verb.isAtomic() && request.length != WORD)) {
            return WcStatus.LOC_LEN_ERR;
        }
        int rights = request.asks() ? Access.LOCAL_WRITE : 0;
        if (!request.sges.resolve(stream.memory, rights)) {
            return WcStatus.LOC_PROT_ERR;
        }
        request.started = true;
        return WcStatus.SUCCESS;
    }

    private void readRequest(
            FpduWriter writer, int sinkStag, long sink, int size, int sourceStag, long source) {
        writer.untagged(true, Rdmap.READ_REQUEST, 0, Rdmap.REQUEST_QUEUE, requestMsn++, 0)
                .putInt(sinkStag)
                .putLong(sink)
                .putInt(size)
                .putInt(sourceStag)
                .putLong(source);
    }

    private void atomicRequest(FpduWriter writer, SendRequest request) {
        boolean swaps = request.verb == Verb.ATOMIC_CMP_AND_SWP;
        writer.untagged(true, Rdmap.ATOMIC_REQUEST, 0, Rdmap.REQUEST_QUEUE, requestMsn++, 0)
                .putInt(swaps ? codes.cmpSwap() : codes.fetchAdd())
                .putInt((int) queue.next)
                .putInt(request.rkey)
                .putLong(request.remoteAddress)
                .putLong(swaps ? request.swap : request.compareAdd)
                .putLong(swaps ? -1 : 0)
                .putLong(swaps ? request.compareAdd : 0)
                .putLong(swaps ? -1 : 0);
    }

    private void asked() {
        queue.next++;
        open++;
    }

    private void write(FpduWriter writer, SendRequest request) {
        int length = (int) Math.min(writer.mostTagged(), request.length - request.moved);
        boolean last = request.moved + length == request.length;
        ByteBuffer to = writer.tagged(
                last, Rdmap.WRITE, request.rkey, request.remoteAddress + request.moved);
        request.sges.gather(request.moved, length, to);
        request.moved += length;
        request.dataSent = last;
        if (last && !request.verb.hasImmediate()) {
            sent(request);
        }
    }

    private void immediate(FpduWriter writer, SendRequest request) {
        int opcode = request.solicited ? Rdmap.IMMEDIATE_SE : Rdmap.IMMEDIATE;
        writer.untagged(true, opcode, 0, Rdmap.SEND_QUEUE, sendMsn++, 0)
                .putLong(request.immediate & 0xffff_ffffL);
        sent(request);
    }

    private void send(FpduWriter writer, SendRequest request) {
        int length = (int) Math.min(writer.mostUntagged(), request.length - request.moved);
        boolean last = request.moved + length == request.length;
        boolean invalidates = request.verb == Verb.SEND_WITH_INV;
        int opcode = invalidates
                ? request.solicited ? Rdmap.SEND_SE_INVALIDATE : Rdmap.SEND_INVALIDATE
                : request.solicited ? Rdmap.SEND_SE : Rdmap.SEND;
        int key = invalidates ? request.immediate : 0;
        ByteBuffer to =
                writer.untagged(last, opcode, key, Rdmap.SEND_QUEUE, sendMsn, (int) request.moved);
        request.sges.gather(request.moved, length, to);
        request.moved += length;
        if (last) {
            sendMsn++;
            sent(request);
        }
    }

    private void sent(SendRequest request) {
        request.done = true;
        queue.next++;
        stream.counters.rdmaSends++;
        report();
    }

    /** Completions of all that are done up to the first that is not. */
    private void report() {
        while (queue.head < queue.next && queue.at(queue.head).done) {
            SendRequest request = queue.at(queue.head++);
            if (request.signaled) {
                stream.completions.sent(request, WcStatus.SUCCESS);
            }
        }
    }

    /**
     * Takes a segment of a READ response.
     *
     * @return 0, or the fault
     */
    int readResponse(boolean last, int stag, long offset, ByteBuffer from, int at, int length) {
        if (rtrOpen) {
            rtrOpen = false;
            open--;
            return last && length == 0 ? 0 : Fault.MALFORMED;
        }
        SendRequest request = queue.oldestOpen();
        if (request == null || request.verb != Verb.RDMA_READ) {
            return Fault.UNEXPECTED_OPCODE;
        }
        SgeList sink = request.sges;
        if (length > 0) {
            if (sink.count() == 0 || stag != sink.lkey(0)) {
                return Fault.INVALID_STAG;
            }
            boolean elsewhere = offset != sink.address(0) + request.moved;
            if ((elsewhere && !stream.profile().has(StreamDefect.SINK_UNCHECKED))
                    || length > request.length - request.moved) {
                return Fault.BOUNDS;
            }
            // The region may have gone since.
            if (!sink.resolve(stream.memory, Access.LOCAL_WRITE)) {
                return Fault.INVALID_STAG;
            }
            sink.scatter(request.moved, length, from, at);
            request.moved += length;
        }
        if (last != (request.moved == request.length)) {
            return Fault.MALFORMED;
        }
        if (last) {
            answered(request);
        }
        return 0;
    }

    /** The same of an atomic response, a whole segment of a known length. */
    int atomicResponse(int msn, int id, long original) {
        SendRequest request = queue.oldestOpen();
        // The READ that opened the stream is answered first.
        if (rtrOpen || request == null || !request.verb.isAtomic()) {
            return Fault.UNEXPECTED_OPCODE;
        }
        if (msn != atomicResponseMsn) {
            return Fault.MSN_RANGE;
        }
        if (id != (int) queue.head) {
            return Fault.MALFORMED;
        }
        if (!request.sges.resolve(stream.memory, Access.LOCAL_WRITE)) {
            return Fault.LOCAL;
        }
        atomicResponseMsn++;
        request.sges.scatterLong(original);
        answered(request);
        return 0;
    }

    private void answered(SendRequest request) {
        request.done = true;
        open--;
        report();
    }

    /**
     * Everything posted ends: what is to be sent next with its own status, all else flushed. Also a
     * SEND behind an open READ comes back flushed, though TCP took it.
     */
    void flush(WcStatus ofNext) {
        for (long i = queue.head; i < queue.tail; i++) {
            SendRequest request = queue.at(i);
            stream.completions.sent(request, i == queue.next ? ofNext : WcStatus.WR_FLUSH_ERR);
        }
        queue.head = queue.tail;
        queue.next = queue.tail;
        open = 0;
        rtrOpen = false;
    }
}
