package io.qpscope.fault;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Carries out what a {@link Meddler} decides, both directions of one way: ask {@link #pass} for each
 * packet, forward what it says, then {@link #take} what has become due. Call {@link #expire} and
 * {@link #take} again at {@link #deadline}. Packets that go on at once are not copied; the others
 * are kept in buffers that are used again.
 */
public final class FaultPipe implements Injector {
    /** Packets kept at most; what has no room any more is dropped and counted. */
    public static final int MOST_HELD = 1 << 16;

    /** Buffers grow in such steps. */
    private static final int STEP = 512;

    /** A packet that waits. */
    private static final class Held implements Comparable<Held> {
        ByteBuffer bytes = ByteBuffer.allocate(STEP);
        long due;
        long number;
        int behind;
        /** Bytes in front of the IP header. */
        int lead;

        @Override
        public int compareTo(Held other) {
            return due != other.due
                    ? Long.compare(due, other.due)
                    : Long.compare(number, other.number);
        }
    }

    /** One direction. */
    private static final class Direction {
        final PriorityQueue<Held> timed = new PriorityQueue<>();
        final List<Held> overtaken = new ArrayList<>();
    }

    private final Meddler meddler;
    private final long answerDelayNs;
    private final Fate fate = new Fate();
    private final Direction fromA = new Direction();
    private final Direction fromB = new Direction();
    private final List<Held> spare = new ArrayList<>();
    private long numbers;
    private int held;
    private long overflowed;
    private int lead;

    public FaultPipe(Meddler meddler) {
        this(meddler, 0);
    }

    /**
     * For a way that takes time.
     *
     * @param answerDelayNs what a packet needs from here to the far side, where answers to it begin
     */
    public FaultPipe(Meddler meddler, long answerDelayNs) {
        this.meddler = meddler;
        this.answerDelayNs = answerDelayNs;
        meddler.injector(this);
    }

    /** Packets dropped because {@link #MOST_HELD} were waiting. */
    public long overflowed() {
        return overflowed;
    }

    /**
     * One packet comes.
     *
     * @param packet big-endian; may be changed
     * @param at first byte of the IP header
     * @return how many bytes of it go on now; 0 when it was dropped or has to wait
     */
    public int pass(boolean isFromA, ByteBuffer packet, int at, int length, long now) {
        return pass(isFromA, packet, 0, at, length, now);
    }

    /**
     * The same with a link header, which a packet that waits keeps.
     *
     * @param before bytes of it, in front of {@code at}
     */
    public int pass(boolean isFromA, ByteBuffer packet, int before, int at, int length, long now) {
        meddler.meddle(isFromA, packet, at, length, now, fate.reset());
        Direction direction = isFromA ? fromA : fromB;
        if (fate.immediate()) {
            int left = fate.length(length);
            overtake(direction, now);
            return left;
        }
        if (fate.dropped()) {
            return 0;
        }
        return detain(direction, packet, before, at, fate.length(length), now);
    }

    /** Whether the packet that passed last was lost, and does not wait. */
    public boolean dropped() {
        return fate.dropped();
    }

    private int detain(
            Direction direction, ByteBuffer packet, int before, int at, int length, long now) {
        boolean first = fate.delayNs() == 0 && fate.behind() == 0;
        if (first) {
            overtake(direction, now);
        }
        for (int i = first ? 1 : 0; i < fate.copies(); i++) {
            Held copy = keep(packet, before, at, length);
            if (copy == null) {
                continue;
            }
            copy.due = now + fate.delayNs();
            copy.behind = fate.behind();
            if (copy.behind > 0) {
                copy.due += fate.withinNs();
                direction.overtaken.add(copy);
            } else {
                direction.timed.add(copy);
            }
        }
        return first ? length : 0;
    }

    private static void overtake(Direction direction, long now) {
        for (int i = 0; i < direction.overtaken.size(); i++) {
            Held waiting = direction.overtaken.get(i);
            if (--waiting.behind == 0) {
                waiting.due = now;
                direction.timed.add(waiting);
                direction.overtaken.remove(i--);
            }
        }
    }

    private Held keep(ByteBuffer packet, int before, int at, int length) {
        if (held == MOST_HELD) {
            overflowed++;
            return null;
        }
        held++;
        Held one = spare.isEmpty() ? new Held() : spare.remove(spare.size() - 1);
        int whole = before + length;
        if (one.bytes.capacity() < whole) {
            one.bytes = ByteBuffer.allocate((whole + STEP - 1) / STEP * STEP);
        }
        one.bytes.clear().put(0, packet, at - before, whole).limit(whole);
        one.lead = before;
        one.number = numbers++;
        one.behind = 0;
        return one;
    }

    @Override
    public void inject(
            boolean isFromA, boolean answer, ByteBuffer packet, int at, int length, long now) {
        Held one = keep(packet, 0, at, length);
        if (one != null) {
            one.due = answer ? now + answerDelayNs : now;
            (isFromA ? fromA : fromB).timed.add(one);
        }
    }

    /**
     * Writes the next packet that is due at the buffer's position, and moves it.
     *
     * @return its length with its link header, 0 when there is none
     */
    public int take(boolean isFromA, ByteBuffer out, long now) {
        Direction direction = isFromA ? fromA : fromB;
        Held next = direction.timed.peek();
        if (next == null || next.due > now) {
            return 0;
        }
        direction.timed.poll();
        int length = next.bytes.limit();
        out.put(next.bytes);
        lead = next.lead;
        spare.add(next);
        held--;
        return length;
    }

    /** Bytes of the packet taken last in front of its IP header; 0 for one that nobody sent. */
    public int lead() {
        return lead;
    }

    /** Packets that wait. */
    public int held() {
        return held;
    }

    /** When {@link #take} has the next packet of a direction; {@link Long#MAX_VALUE} for never. */
    public long due(boolean isFromA) {
        Held first = (isFromA ? fromA : fromB).timed.peek();
        return first == null ? Long.MAX_VALUE : first.due;
    }

    /** When {@link #expire} or {@link #take} has something to do without a packet. */
    public long deadline() {
        long waiting = Math.min(limit(fromA), limit(fromB));
        return Math.min(Math.min(meddler.deadline(), waiting), Math.min(due(true), due(false)));
    }

    private static long limit(Direction direction) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < direction.overtaken.size(); i++) {
            least = Math.min(least, direction.overtaken.get(i).due);
        }
        return least;
    }

    /** Lets time pass: who has waited too long for others to overtake goes on. */
    public void expire(long now) {
        if (meddler.deadline() <= now) {
            meddler.expire(now);
        }
        release(fromA, now);
        release(fromB, now);
    }

    private static void release(Direction direction, long now) {
        for (int i = 0; i < direction.overtaken.size(); i++) {
            Held waiting = direction.overtaken.get(i);
            if (waiting.due <= now) {
                direction.timed.add(waiting);
                direction.overtaken.remove(i--);
            }
        }
    }
}
