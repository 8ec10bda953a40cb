package io.qpscope.fabric;

/** Something that happens at a time, at most once in an {@link EventQueue}. */
abstract class Timer {
    /** It only looks on: a network in which nothing else is armed has come to rest. */
    final boolean monitor;
    /** When; of an armed one. */
    long at;
    /** Where it waits in the queue; negative when it waits for nothing. */
    int slot = -1;

    /** Its neighbours there. */
    Timer before;

    Timer after;

    Timer() {
        this(false);
    }

    Timer(boolean monitor) {
        this.monitor = monitor;
    }

    abstract void fire(long now);

    final boolean armed() {
        return slot >= 0;
    }
}
