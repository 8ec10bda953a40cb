package io.qpscope.fault.plan;

/** An end of a queue pair or stream. */
public enum Side {
    /** Who sent the first request, or opened the stream. */
    A,
    B;

    public Side other() {
        return this == A ? B : A;
    }
}
