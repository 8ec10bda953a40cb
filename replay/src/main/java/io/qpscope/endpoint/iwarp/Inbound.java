package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.ReceiveQueue;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Rdmap;
import io.qpscope.wire.RdmapAtomicResponse;
import io.qpscope.wire.RdmapImmediate;
import io.qpscope.wire.RdmapTerminate;

import java.nio.ByteBuffer;

/**
 * Places DDP segments and does what RDMAP asks (RFC 5041, 5; RFC 5040, 5). Each of its answers is 0
 * or the {@link Fault} that ends the stream.
 */
final class Inbound {
    private static final int OPCODE = 0xf;
    private static final int VERSION = 3;

    private final RdmaStream stream;
    private final IwarpProfile profile;
    private final ReceiveQueue receives;
    private final ReceiveQueue.Entry entry = new ReceiveQueue.Entry();
    private final RequestsIn requests;
    private final DdpTagged tagged = new DdpTagged();
    private final DdpUntagged untagged = new DdpUntagged();
    private int sendMsn = 1;
    /** A receive request is taken for a SEND that is not there whole. */
    private boolean held;

    private int heldOpcode;
    private long offset;

    Inbound(RdmaStream stream, StreamOptions options, Responses responses) {
        this.stream = stream;
        profile = options.profile;
        receives = options.shared != null ? options.shared : ReceiveQueue.of(options.maxReceives);
        requests = new RequestsIn(stream, options, responses);
    }

    ReceiveQueue receives() {
        return receives;
    }

    int segment(ByteBuffer in, int at, int length) {
        if (length < DdpTagged.LENGTH) {
            return Fault.NO_HEADER;
        }
        boolean isTagged = in.get(at) < 0;
        if (!isTagged && length < DdpUntagged.LENGTH) {
            return Fault.NO_HEADER;
        }
        int fault = version(in, at);
        if (fault != 0 && !profile.has(StreamDefect.VERSION_UNCHECKED)) {
            return fault;
        }
        int control = in.get(at + 1);
        int opcode = control & OPCODE;
        boolean known = opcode <= Rdmap.TERMINATE || (profile.extensions() && Rdmap.known(opcode));
        if (!known || isTagged != Rdmap.isTagged(opcode)) {
            return Fault.UNEXPECTED_OPCODE;
        }
        if (isTagged) {
            return tagged(opcode, in, at, length);
        }
        untagged.wrap(in, at);
        long queue = untagged.queue();
        if (queue != Rdmap.queue(opcode) && !profile.has(StreamDefect.QN_UNCHECKED)) {
            return queue >= Rdmap.QUEUES ? Fault.INVALID_QUEUE : Fault.UNEXPECTED_OPCODE;
        }
        return untagged(opcode, in, at, length - DdpUntagged.LENGTH);
    }

    /** What is wrong with the versions of DDP and RDMAP; 0 for nothing. */
    static int version(ByteBuffer in, int at) {
        if ((in.get(at) & VERSION) != 1) {
            return in.get(at) < 0 ? Fault.TAGGED_VERSION : Fault.UNTAGGED_VERSION;
        }
        return ((in.get(at + 1) >> 6) & VERSION) != 1 ? Fault.RDMAP_VERSION : 0;
    }

    private int untagged(int opcode, ByteBuffer in, int at, int length) {
        int data = at + DdpUntagged.LENGTH;
        if (Rdmap.isSend(opcode)) {
            return send(opcode, in, data, length);
        }
        if (!untagged.last() || untagged.messageOffset() != 0) {
            // All others are one segment long.
            return untagged.messageOffset() != 0 ? Fault.INVALID_MO : Fault.MALFORMED;
        }
        int msn = (int) untagged.msn();
        return switch (opcode) {
            case Rdmap.READ_REQUEST -> requests.read(msn, in, data, length);
            case Rdmap.ATOMIC_REQUEST -> requests.atomic(msn, in, data, length);
            case Rdmap.ATOMIC_RESPONSE ->
                length != RdmapAtomicResponse.LENGTH
                        ? Fault.MALFORMED
                        : stream.outbound.atomicResponse(
                                msn, in.getInt(data), in.getLong(data + 4));
            case Rdmap.TERMINATE -> {
                if (!profile.has(StreamDefect.TERMINATE_IGNORED)) {
                    stream.terminated(length < RdmapTerminate.LENGTH ? 0 : in.getInt(data));
                }
                yield 0;
            }
            default -> immediate(msn, in, data, length);
        };
    }

    private int tagged(int opcode, ByteBuffer in, int at, int length) {
        tagged.wrap(in, at);
        int stag = (int) tagged.stag();
        long to = tagged.taggedOffset();
        int data = at + DdpTagged.LENGTH;
        int count = length - DdpTagged.LENGTH;
        if (opcode == Rdmap.READ_RESPONSE) {
            return stream.outbound.readResponse(tagged.last(), stag, to, in, data, count);
        }
        if (count == 0) {
            // Of a message without data no STag is looked at (RFC 5040, 5.1; siw).
            return 0;
        }
        MemoryRegion region = stream.memory.region(stag);
        if (region == null || !region.valid()) {
            return Fault.INVALID_STAG;
        }
        if (!region.grants(Access.REMOTE_WRITE)) {
            return profile.noAccessIsInvalidStag() ? Fault.INVALID_STAG : Fault.ACCESS;
        }
        int beyond = profile.has(StreamDefect.STAG_BOUND) ? 1 : 0;
        if (!region.holds(to, count - beyond)) {
            return wraps(to, count) ? Fault.WRAP : Fault.BOUNDS;
        }
        region.put(to, in, data, count);
        return 0;
    }

    /** Whether an offset passes 2^64 on the way (RFC 5041, 7.1). */
    static boolean wraps(long offset, long length) {
        return Long.compareUnsigned(offset + length, offset) < 0;
    }

    private int send(int opcode, ByteBuffer in, int data, int length) {
        if (!isNext((int) untagged.msn())) {
            return Fault.MSN_RANGE;
        }
        long placed = held ? offset : 0;
        if (untagged.messageOffset() != placed && !profile.has(StreamDefect.MO_UNCHECKED)) {
            return Fault.INVALID_MO;
        }
        if (!held) {
            if (!receives.take(entry)) {
                return Fault.NO_BUFFER;
            }
            held = true;
            heldOpcode = opcode;
            offset = 0;
            if (!entry.sges().resolve(stream.memory, Access.LOCAL_WRITE)) {
                return fail(WcStatus.LOC_PROT_ERR, Fault.LOCAL);
            }
        }
        if (opcode != heldOpcode) {
            return Fault.UNEXPECTED_OPCODE;
        }
        int taken = length;
        if (length > entry.sges().total() - offset) {
            if (!profile.has(StreamDefect.LONG_SEND_CUT)) {
                return fail(
                        WcStatus.LOC_LEN_ERR,
                        profile.longSendIsNoBuffer() ? Fault.NO_BUFFER : Fault.TOO_LONG);
            }
            taken = (int) (entry.sges().total() - offset);
        }
        entry.sges().scatter(offset, taken, in, data);
        offset += taken;
        return untagged.last() ? whole(opcode) : 0;
    }

    private boolean isNext(int msn) {
        return msn == sendMsn || profile.has(StreamDefect.MSN_UNCHECKED);
    }

    private int whole(int opcode) {
        sendMsn++;
        if (!Rdmap.invalidates(opcode)) {
            complete(received(Verb.SEND, WcStatus.SUCCESS, offset));
            return 0;
        }
        int key = (int) untagged.ulp();
        boolean skips = profile.has(StreamDefect.INVALIDATE_SKIPPED);
        if (skips ? stream.memory.region(key) != null : stream.memory.invalidate(key)) {
            complete(received(Verb.SEND_WITH_INV, WcStatus.SUCCESS, offset).invalidated(key));
            return 0;
        }
        int fault = fail(WcStatus.REM_INV_REQ_ERR, Fault.CANNOT_INVALIDATE);
        return profile.survivesBadInvalidate() ? 0 : fault;
    }

    private int fail(WcStatus status, int fault) {
        complete(received(null, status, 0));
        return fault;
    }

    private Completion received(Verb verb, WcStatus status, long bytes) {
        return stream.completions.received(entry.id(), verb, status, bytes);
    }

    private void complete(Completion completion) {
        held = false;
        stream.counters.rdmaRecvs++;
        stream.completions.push(completion);
    }

    /**
     * Eight bytes that take a receive request and leave its memory alone (RFC 7306, 6, from memory,
     * not verified); of them the last four are the verbs' immediate data.
     */
    private int immediate(int msn, ByteBuffer in, int data, int length) {
        if (held || !isNext(msn)) {
            return Fault.MSN_RANGE;
        }
        if (length != RdmapImmediate.LENGTH) {
            return Fault.MALFORMED;
        }
        if (!receives.take(entry)) {
            return Fault.NO_BUFFER;
        }
        sendMsn++;
        int value = in.getInt(data + 4);
        complete(received(Verb.RDMA_WRITE_WITH_IMM, WcStatus.SUCCESS, 0).immediate(value));
        return 0;
    }

    /** A SEND without data as ready-to-receive message takes a number and no receive request. */
    void skipSend() {
        sendMsn++;
    }

    /** Receive requests that nothing will come for any more. */
    void flush() {
        if (held) {
            held = false;
            stream.completions.push(received(null, WcStatus.WR_FLUSH_ERR, 0));
        }
        while (!receives.isShared() && receives.take(entry)) {
            stream.completions.push(received(null, WcStatus.WR_FLUSH_ERR, 0));
        }
    }
}
