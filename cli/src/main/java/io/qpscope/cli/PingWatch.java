package io.qpscope.cli;

import io.qpscope.endpoint.service.Client;
import io.qpscope.endpoint.service.Tally;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Waits for the clients of a ping, and says what came of them. */
final class PingWatch {
    private static final int LOOK_MILLIS = 20;
    /** Without any time-out, so long without an operation done is the end. */
    private static final long STALL_NS = TimeUnit.SECONDS.toNanos(30);

    /** How it ended. */
    enum Status {
        SUCCESS,
        FAILED,
        TIMEOUT,
        INTERRUPTED
    }

    private final Site here;
    private final List<Client> clients;
    private Status status = Status.SUCCESS;
    private String failure;

    PingWatch(Site here, List<Client> clients) {
        this.here = here;
        this.clients = clients;
    }

    Status status() {
        return status;
    }

    /** In words; null when there was none. */
    String failure() {
        return failure;
    }

    /**
     * Until all are over or one has failed, time is up or Ctrl-C came.
     *
     * @param timeout null for none; then a stall is what ends it
     */
    void await(Interrupt interrupt, Span timeout, PingProgress progress) throws IOException {
        long start = System.nanoTime();
        long changed = start;
        long before = 0;
        while (!here.ask(this::over)) {
            if (interrupt.await(LOOK_MILLIS)) {
                status = Status.INTERRUPTED;
                break;
            }
            long now = System.nanoTime();
            long done = here.ask(this::operations);
            changed = done == before ? changed : now;
            before = done;
            long waited = now - (timeout == null ? changed : start);
            if (waited >= (timeout == null ? STALL_NS : timeout.ns())) {
                status = Status.TIMEOUT;
                failure = (timeout == null ? "nothing done for " : "not done after ")
                        + TimeUnit.NANOSECONDS.toMillis(waited) / 1e3 + " s, " + done
                        + " operations so far" + here.advice();
                break;
            }
            progress.show(done);
        }
        progress.done();
        if (status == Status.SUCCESS) {
            failed(here.ask(this::reason));
        }
    }

    private void failed(String reason) {
        if (reason != null) {
            status = Status.FAILED;
            failure = reason.contains("RETRY_EXC_ERR") ? reason + here.advice() : reason;
        }
    }

    private boolean over() {
        return reason() != null
                || clients.stream().allMatch(client -> client.conversation().over());
    }

    private long operations() {
        return clients.stream().mapToLong(client -> client.tally().operations()).sum();
    }

    private String reason() {
        for (Client client : clients) {
            if (client.conversation().failure() != null) {
                return client.conversation().failure();
            }
        }
        return null;
    }

    /** All clients' together; on the site's thread. */
    Tally tally() {
        Tally all = new Tally();
        clients.forEach(client -> all.add(client.tally()));
        return all;
    }
}
