package io.qpscope.bridge;

import io.qpscope.fault.FaultyStream;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/**
 * One direction of a TCP connection whose bytes pass faults, each byte once and in order. A segment
 * sent again gets the bytes it got at first. What comes ahead of a gap goes on unchanged, and is
 * looked at when the gap is closed.
 */
final class InlineLane {
    /** Bytes kept behind a gap. */
    private static final int MOST_AHEAD = 1 << 20;

    private static final int MOST_CHANGES = 1 << 14;

    /** A byte that goes on as another one. */
    private record Change(long at, byte value) {}

    private final boolean fromInitiator;
    private final TreeMap<Long, byte[]> ahead = new TreeMap<>();
    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private byte[] before = {};
    private int aheadBytes;
    private boolean known;
    /** The sequence number that comes next, unwrapped. */
    private long next;

    InlineLane(boolean fromInitiator) {
        this.fromInitiator = fromInitiator;
    }

    /** The first byte's number is known. */
    void start(long sequence) {
        known = true;
        next = sequence;
    }

    boolean isKnown() {
        return known;
    }

    /** Whether a byte that has not passed yet is the next one. */
    boolean isNext(long sequence) {
        return known && (int) sequence == (int) next;
    }

    /** Whether more came ahead of a gap than is kept. */
    boolean isLost() {
        return aheadBytes > MOST_AHEAD;
    }

    /**
     * Bytes pass.
     *
     * @return whether any has been changed
     */
    boolean pass(
            FaultyStream stream, long sequence, ByteBuffer bytes, int at, int length, long now) {
        // Distances between numbers of a window fit in 32 bits with their sign (RFC 9293, 3.4).
        long first = next + (int) (sequence - next);
        boolean changed = repeat(first, bytes, at, length);
        int old = (int) Math.max(0, next - first);
        if (old >= length) {
            return changed;
        }
        if (first > next) {
            keep(first, bytes, at, length);
            return changed;
        }
        changed |= meddle(stream, bytes, at + old, length - old, now);
        close(stream, now);
        return changed;
    }

    /** As it went the first time. */
    private boolean repeat(long first, ByteBuffer bytes, int at, int length) {
        boolean changed = false;
        for (Change change : changes) {
            long place = change.at - first;
            if (place >= 0 && place < length) {
                bytes.put(at + (int) place, change.value);
                changed = true;
            }
        }
        return changed;
    }

    private void keep(long first, ByteBuffer bytes, int at, int length) {
        byte[] kept = new byte[length];
        bytes.get(at, kept);
        byte[] replaced = ahead.put(first, kept);
        aheadBytes += length - (replaced == null ? 0 : replaced.length);
    }

    private boolean meddle(FaultyStream stream, ByteBuffer bytes, int at, int length, long now) {
        if (before.length < length) {
            before = new byte[length];
        }
        bytes.get(at, before, 0, length);
        stream.pass(fromInitiator, bytes, at, length, now);
        boolean changed = false;
        for (int i = 0; i < length; i++) {
            if (bytes.get(at + i) != before[i]) {
                changed = true;
                if (changes.size() == MOST_CHANGES) {
                    changes.poll();
                }
                changes.add(new Change(next + i, bytes.get(at + i)));
            }
        }
        next += length;
        return changed;
    }

    /** What came ahead follows. */
    private void close(FaultyStream stream, long now) {
        Iterator<Map.Entry<Long, byte[]>> it = ahead.entrySet().iterator();
        while (it.hasNext()) {
            Map.Entry<Long, byte[]> kept = it.next();
            if (kept.getKey() > next) {
                return;
            }
            byte[] bytes = kept.getValue();
            int old = (int) Math.min(bytes.length, next - kept.getKey());
            stream.follow(fromInitiator, ByteBuffer.wrap(bytes), old, bytes.length - old, now);
            next += bytes.length - old;
            aheadBytes -= bytes.length;
            it.remove();
        }
    }
}
