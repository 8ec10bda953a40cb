package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.wire.Rdmap;

import java.nio.ByteBuffer;

/**
 * READ and atomic requests taken and not answered, in their order: as many as the IRD (RFC 5040,
 * 5.2).
 */
final class Responses {
    private static final class Entry {
        boolean atomic;
        int sinkStag;
        long sink;
        long length;
        int sourceStag;
        long source;
        int atomicId;
        long original;
    }

    private final Entry[] ring;
    private long head;
    private long tail;
    /** Bytes of the oldest that are sent. */
    private long sent;

    private boolean begun;
    private int atomicMsn = 1;

    Responses(int capacity) {
        ring = new Entry[Math.max(1, capacity)];
        for (int i = 0; i < ring.length; i++) {
            ring[i] = new Entry();
        }
    }

    boolean full() {
        return tail - head == ring.length;
    }

    boolean empty() {
        return head == tail;
    }

    /** Part of a response is sent. */
    boolean midMessage() {
        return begun;
    }

    void addRead(int sinkStag, long sink, long length, int sourceStag, long source) {
        Entry entry = ring[(int) (tail++ % ring.length)];
        entry.atomic = false;
        entry.sinkStag = sinkStag;
        entry.sink = sink;
        entry.length = length;
        entry.sourceStag = sourceStag;
        entry.source = source;
    }

    void addAtomic(int id, long original) {
        Entry entry = ring[(int) (tail++ % ring.length)];
        entry.atomic = true;
        entry.atomicId = id;
        entry.original = original;
    }

    void clear() {
        head = tail;
        sent = 0;
        begun = false;
    }

    /**
     * Writes the next FPDU.
     *
     * @return false when the region that a READ asks for is gone
     */
    boolean transmit(Memory memory, FpduWriter writer, ByteBuffer out) {
        Entry entry = ring[(int) (head % ring.length)];
        if (entry.atomic) {
            int msn = atomicMsn++;
            writer.untagged(true, Rdmap.ATOMIC_RESPONSE, 0, Rdmap.ATOMIC_RESPONSE_QUEUE, msn, 0)
                    .putInt(entry.atomicId)
                    .putLong(entry.original);
            writer.end(out);
            head++;
            return true;
        }
        int length = (int) Math.min(writer.mostTagged(), entry.length - sent);
        boolean last = sent + length == entry.length;
        ByteBuffer to = writer.tagged(last, Rdmap.READ_RESPONSE, entry.sinkStag, entry.sink + sent);
        if (length > 0) {
            long from = entry.source + sent;
            MemoryRegion region = memory.region(entry.sourceStag);
            if (region == null
                    || !region.grants(Access.REMOTE_READ)
                    || !region.holds(from, length)) {
                return false;
            }
            to.put(to.position(), region.bytes(), region.index(from), length);
            to.position(to.position() + length);
        }
        writer.end(out);
        sent += length;
        begun = !last;
        if (last) {
            head++;
            sent = 0;
        }
        return true;
    }
}
