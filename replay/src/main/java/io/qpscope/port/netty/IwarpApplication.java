package io.qpscope.port.netty;

/** Who uses an {@link IwarpPort}'s connections; called on the connection's thread. */
public interface IwarpApplication {
    /** A request came: accept or reject it on {@link IwarpConnection#stream}. */
    void requested(IwarpConnection connection);

    /**
     * Something may have happened: the state may be another, completions may wait. May post; what
     * it posts goes out behind it.
     */
    void progressed(IwarpConnection connection);
}
