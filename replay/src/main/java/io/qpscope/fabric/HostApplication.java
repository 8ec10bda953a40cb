package io.qpscope.fabric;

/** Polls completion queues and posts work, in virtual time. */
@FunctionalInterface
public interface HostApplication {
    /** Nothing to do. */
    HostApplication NONE = (host, now) -> {};

    /** Called whenever the host's endpoint has taken a packet or a timer of it has run out. */
    void progressed(Host host, long now);
}
