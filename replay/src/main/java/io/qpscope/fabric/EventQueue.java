package io.qpscope.fabric;

/**
 * What will happen, the next first; equal times in the order they were armed. Wheels of 64 slots for
 * each six bits of time (Varghese and Lauck, SOSP '87): a timer lies where its time first differs
 * from that of the queue, and comes down a wheel when the queue's time gets into its slot. That
 * happens before anything can be armed further down, so that slots keep the order of arming. Nothing
 * is allocated, and nothing is compared.
 */
final class EventQueue {
    private static final int BITS = 6;
    private static final int SLOTS = 1 << BITS;
    private static final int WHEELS = (Long.SIZE + BITS - 1) / BITS;

    private final Timer[] first = new Timer[WHEELS * SLOTS];
    private final Timer[] last = new Timer[WHEELS * SLOTS];
    /** Slots with timers, a bit each. */
    private final long[] filled = new long[WHEELS];
    /** Wheels with timers, a bit each. */
    private int turning;

    /** All that was earlier has happened. */
    private long time;

    private int size;
    private int monitors;
    private long fired;

    /**
     * When the next one happens; {@link Long#MAX_VALUE} with nothing to come. Exact up to a time, of
     * which all that is later is only said to be later. The queue's time may go there: what is armed
     * for earlier than the answer, or than {@code until}, may happen only then.
     */
    long next(long until) {
        while (turning != 0) {
            int wheel = Integer.numberOfTrailingZeros(turning);
            int digit = Long.numberOfTrailingZeros(filled[wheel]);
            int shift = wheel * BITS;
            long begin = (time & (-1L << shift << BITS)) | ((long) digit << shift);
            if (wheel == 0 || begin > until) {
                return begin;
            }
            time = begin;
            comeDown(wheel * SLOTS + digit);
        }
        return Long.MAX_VALUE;
    }

    private void comeDown(int slot) {
        Timer timer = first[slot];
        first[slot] = null;
        last[slot] = null;
        empty(slot);
        while (timer != null) {
            Timer next = timer.after;
            link(timer);
            timer = next;
        }
    }

    /** Whether anything but monitors is armed. */
    boolean isBusy() {
        return size > monitors;
    }

    /** Events so far. */
    long fired() {
        return fired;
    }

    /** Arms a timer, or moves an armed one. */
    void arm(Timer timer, long at) {
        if (timer.slot >= 0) {
            unlink(timer);
        } else {
            size++;
            monitors += timer.monitor ? 1 : 0;
        }
        timer.at = Math.max(at, time);
        link(timer);
    }

    /** The same unless it is armed for an earlier time. */
    void armBefore(Timer timer, long at) {
        if (!timer.armed() || timer.at > at) {
            arm(timer, at);
        }
    }

    void disarm(Timer timer) {
        if (timer.slot >= 0) {
            unlink(timer);
            timer.slot = -1;
            size--;
            monitors -= timer.monitor ? 1 : 0;
        }
    }

    /** Lets happen what {@link #next} has found. */
    void fire() {
        Timer timer = first[Long.numberOfTrailingZeros(filled[0])];
        time = timer.at;
        disarm(timer);
        fired++;
        timer.fire(time);
    }

    private void link(Timer timer) {
        long differs = timer.at ^ time;
        int wheel = (Long.SIZE - 1 - Long.numberOfLeadingZeros(differs | 1)) / BITS;
        int digit = (int) (timer.at >>> (wheel * BITS)) & (SLOTS - 1);
        int slot = wheel * SLOTS + digit;
        Timer before = last[slot];
        timer.slot = slot;
        timer.before = before;
        timer.after = null;
        last[slot] = timer;
        if (before == null) {
            first[slot] = timer;
            filled[wheel] |= 1L << digit;
            turning |= 1 << wheel;
        } else {
            before.after = timer;
        }
    }

    private void unlink(Timer timer) {
        Timer before = timer.before;
        Timer after = timer.after;
        int slot = timer.slot;
        if (before == null) {
            first[slot] = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            last[slot] = before;
        } else {
            after.before = before;
        }
        if (before == null && after == null) {
            empty(slot);
        }
        timer.before = null;
        timer.after = null;
    }

    private void empty(int slot) {
        int wheel = slot / SLOTS;
        long rest = filled[wheel] & ~(1L << slot % SLOTS);
        filled[wheel] = rest;
        turning &= rest == 0 ? ~(1 << wheel) : -1;
    }
}
