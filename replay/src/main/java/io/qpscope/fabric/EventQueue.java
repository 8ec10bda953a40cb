package io.qpscope.fabric;

import java.util.Arrays;

/**
 * What will happen, the next first; equal times in the order they were armed. A heap of four
 * children a node with its keys beside it; nothing is allocated once it has grown.
 */
final class EventQueue {
    private static final int CHILDREN = 4;

    private long[] times = new long[64];
    private long[] orders = new long[64];
    private Timer[] timers = new Timer[64];
    private int size;
    private int monitors;
    private long nextOrder;
    private long fired;

    /** {@link Long#MAX_VALUE} with nothing to come. */
    long next() {
        return size == 0 ? Long.MAX_VALUE : times[0];
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
        timer.at = at;
        timer.firing = false;
        if (timer.slot < 0) {
            if (size == times.length) {
                grow();
            }
            timer.slot = size++;
            monitors += timer.monitor ? 1 : 0;
        }
        settle(timer.slot, timer, at, nextOrder++);
    }

    /** The same unless it is armed for an earlier time. */
    void armBefore(Timer timer, long at) {
        if (!timer.armed() || timer.at > at) {
            arm(timer, at);
        }
    }

    void disarm(Timer timer) {
        if (timer.slot < 0) {
            return;
        }
        int hole = timer.slot;
        timer.slot = -1;
        timer.firing = false;
        int last = --size;
        monitors -= timer.monitor ? 1 : 0;
        Timer moved = timers[last];
        long time = times[last];
        long order = orders[last];
        timers[last] = null;
        if (hole != last) {
            settle(hole, moved, time, order);
        }
    }

    /** Lets the next one happen; it stays in its place meanwhile, for most are armed anew. */
    void fire() {
        Timer timer = timers[0];
        timer.firing = true;
        fired++;
        timer.fire(times[0]);
        if (timer.firing) {
            disarm(timer);
        }
    }

    private void settle(int from, Timer timer, long time, long order) {
        int at = up(from, time, order);
        at = at == from ? down(from, time, order) : at;
        times[at] = time;
        orders[at] = order;
        timers[at] = timer;
        timer.slot = at;
    }

    private int up(int from, long time, long order) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) / CHILDREN;
            if (!before(time, order, parent)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        return at;
    }

    private int down(int from, long time, long order) {
        int at = from;
        while (true) {
            int first = at * CHILDREN + 1;
            if (first >= size) {
                return at;
            }
            int least = first;
            int end = Math.min(first + CHILDREN, size);
            for (int child = first + 1; child < end; child++) {
                if (before(times[child], orders[child], least)) {
                    least = child;
                }
            }
            if (!before(times[least], orders[least], time, order)) {
                return at;
            }
            move(least, at);
            at = least;
        }
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        Timer timer = timers[from];
        timers[to] = timer;
        timer.slot = to;
    }

    private boolean before(long time, long order, int other) {
        return before(time, order, times[other], orders[other]);
    }

    private static boolean before(long time, long order, long otherTime, long otherOrder) {
        return time != otherTime ? time < otherTime : order < otherOrder;
    }

    private void grow() {
        int length = 2 * size;
        times = Arrays.copyOf(times, length);
        orders = Arrays.copyOf(orders, length);
        timers = Arrays.copyOf(timers, length);
    }
}
