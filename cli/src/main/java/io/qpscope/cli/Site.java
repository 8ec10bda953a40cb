package io.qpscope.cli;

import io.qpscope.endpoint.Device;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/** Where conversations take place: a device on its medium, and the way into its thread. */
interface Site extends AutoCloseable {
    long GOODBYE_NS = TimeUnit.SECONDS.toNanos(1);

    Device device();

    /** Lets traffic in and out. */
    void start();

    /** Asks something of the device's owner, on its own thread once it has started. */
    <T> T ask(Supplier<T> question) throws IOException;

    /** Tells peers that it is over; on the site's thread. */
    void leave();

    /** Whether no peer has to answer any more; on the site's thread. */
    boolean quiet();

    /** Connections that services have taken up; on the site's thread. */
    long accepted();

    /** Those that were one too many; on the site's thread. */
    long refused();

    /** By name; on the site's thread. */
    void counters(ObjLongConsumer<String> to);

    @Override
    void close();

    /** What to try when a peer stays silent, as the end of a sentence; empty for nothing. */
    default String advice() {
        return "";
    }

    /** Tells peers that it is over, and gives them a moment to answer. */
    default void disconnect() throws IOException {
        ask(() -> {
            leave();
            return null;
        });
        long until = System.nanoTime() + GOODBYE_NS;
        while (!ask(this::quiet) && System.nanoTime() < until) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Counters by name, those at zero left out but for sent and received packets. */
    default void show(PrintWriter out) throws IOException {
        StringBuilder line = new StringBuilder("counters:");
        ask(() -> {
            counters((name, value) -> {
                if (value != 0 || name.endsWith("_pkts") || name.endsWith("_fpdus")) {
                    line.append(' ').append(name).append('=').append(value);
                }
            });
            return null;
        });
        out.println(line);
    }
}
