package io.qpscope.fabric;

/**
 * When a receiver answers Congestion Experienced with a CNP.
 *
 * @param scope of the gap
 * @param gapNs between two CNPs of a scope, 0 or more
 */
public record CnpOptions(Scope scope, long gapNs) {
    /** What a gap is counted for. */
    public enum Scope {
        /** The receiver's port. */
        PORT,
        /** The sender's address. */
        IP,
        /** Both addresses. */
        PAIR,
        /** The receiver's queue pair. */
        QP
    }

    /** Each queue pair every 50 us (DCQCN, SIGCOMM '15, 3.2). */
    public static final CnpOptions DEFAULT = new CnpOptions(Scope.QP, 50_000);
}
