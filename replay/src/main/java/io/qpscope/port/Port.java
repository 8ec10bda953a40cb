package io.qpscope.port;

import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.service.Station;

/** A medium and the one thread that everything of its host runs on. */
public interface Port extends AutoCloseable {
    /** Of the host, for its headers. */
    LocalAddress address();

    /** Begins to receive and to send for a host, or what stands in front of it. */
    void start(Station station);

    /** Runs a task on the port's thread; the host then goes on. */
    void execute(Runnable task);

    /** Nanoseconds of the clock that the host lives by. */
    long now();

    @Override
    void close();
}
