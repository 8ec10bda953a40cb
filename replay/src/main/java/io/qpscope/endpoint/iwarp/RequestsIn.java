package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.RdmapAtomicRequest;
import io.qpscope.wire.RdmapReadRequest;

import java.nio.ByteBuffer;

/**
 * READ and atomic requests of the peer's, on DDP's queue 1. A READ takes its bytes when the
 * response is sent, an atomic works at once.
 */
final class RequestsIn {
    private static final int WORD = 8;

    private final RdmaStream stream;
    private final Responses responses;
    private final AtomicCodes codes;
    private final int ird;
    private final boolean excessIsCatastrophic;
    private final RdmapReadRequest read = new RdmapReadRequest();
    private final RdmapAtomicRequest atomic = new RdmapAtomicRequest();
    private int requestMsn = 1;

    RequestsIn(RdmaStream stream, StreamOptions options, Responses responses) {
        this.stream = stream;
        this.responses = responses;
        codes = options.atomicCodes;
        ird = options.takenIrd();
        excessIsCatastrophic = options.profile.excessReadIsCatastrophic();
    }

    /** The body of a READ request, a message of its own. */
    int read(int msn, ByteBuffer in, int data, int length) {
        if (length != RdmapReadRequest.LENGTH) {
            return Fault.MALFORMED;
        }
        read.wrap(in, data);
        long size = read.size();
        // The empty READ that opens a stream needs no IRD.
        int fault = order(msn, size > 0);
        if (fault != 0) {
            return fault;
        }
        int stag = (int) read.sourceStag();
        if (size > 0) {
            fault = refusal(stag, read.sourceOffset(), size, Access.REMOTE_READ);
            if (fault != 0) {
                return fault;
            }
        }
        requestMsn++;
        stream.counters.answered++;
        responses.addRead(
                (int) read.sinkStag(), read.sinkOffset(), size, stag, read.sourceOffset());
        return 0;
    }

    private int order(int msn, boolean needsDepth) {
        if (msn != requestMsn) {
            return Fault.MSN_RANGE;
        }
        if (responses.full() || (needsDepth && ird == 0)) {
            return excessIsCatastrophic ? Fault.CATASTROPHIC_STREAM : Fault.NO_BUFFER;
        }
        return 0;
    }

    private int refusal(int stag, long offset, long length, int right) {
        MemoryRegion region = stream.memory.region(stag);
        if (region == null || !region.valid()) {
            return Fault.READ_INVALID_STAG;
        }
        if (!region.grants(right)) {
            return Fault.ACCESS;
        }
        if (!region.holds(offset, length)) {
            return Inbound.wraps(offset, length) ? Fault.READ_WRAP : Fault.READ_BOUNDS;
        }
        return 0;
    }

    /**
     * The body of an atomic request (RFC 7306, 5). Which fault an odd address or an unknown
     * operation makes is from memory, not verified.
     */
    int atomic(int msn, ByteBuffer in, int data, int length) {
        if (length != RdmapAtomicRequest.LENGTH) {
            return Fault.MALFORMED;
        }
        int fault = order(msn, true);
        if (fault != 0) {
            return fault;
        }
        atomic.wrap(in, data);
        long offset = atomic.remoteOffset();
        int stag = (int) atomic.remoteStag();
        fault = refusal(stag, offset, WORD, Access.REMOTE_ATOMIC);
        if (fault != 0) {
            return fault;
        }
        int operation = atomic.operation();
        if ((offset & (WORD - 1)) != 0 || codes.name(operation) == null) {
            return Fault.CATASTROPHIC_STREAM;
        }
        MemoryRegion region = stream.memory.region(stag);
        int index = region.index(offset);
        long original = region.bytes().getLong(index);
        region.bytes().putLong(index, result(operation, original));
        requestMsn++;
        stream.counters.answered++;
        responses.addAtomic((int) atomic.requestId(), original);
        return 0;
    }

    private long result(int operation, long original) {
        if (operation == codes.fetchAdd()) {
            return add(original, atomic.data(), atomic.mask());
        }
        boolean swaps = operation == codes.swap()
                || ((original ^ atomic.compareData()) & atomic.compareMask()) == 0;
        long mask = swaps ? atomic.mask() : 0;
        return (original & ~mask) | (atomic.data() & mask);
    }

    /** Sum of fields: a bit of the mask is the highest of one, from which nothing is carried. */
    static long add(long original, long summand, long mask) {
        if (mask == 0) {
            return original + summand;
        }
        long below = ~mask;
        // Without the fields' highest bits nothing leaves a field; those are added without a carry.
        return ((original & below) + (summand & below)) ^ ((original ^ summand) & mask);
    }
}
