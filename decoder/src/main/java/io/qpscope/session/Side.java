package io.qpscope.session;

/** The two ends of a session; {@code A} is the side that sent the first request. */
public enum Side {
    A,
    B;

    public Side other() {
        return this == A ? B : A;
    }
}
