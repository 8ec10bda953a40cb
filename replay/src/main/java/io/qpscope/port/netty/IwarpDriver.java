package io.qpscope.port.netty;

import io.qpscope.endpoint.iwarp.RdmaStream;
import io.qpscope.endpoint.service.Conversation;
import io.qpscope.endpoint.service.IwarpHost;
import io.qpscope.fault.StreamFaults;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** An iWARP host on TCP: brings its streams and their connections together. */
public final class IwarpDriver implements AutoCloseable {
    private final IwarpPort port = new IwarpPort();
    private final IwarpHost host;
    private final IwarpApplication application = new Application();
    private final Set<IwarpConnection> open = Collections.newSetFromMap(new IdentityHashMap<>());

    public IwarpDriver(IwarpHost host) {
        this.host = host;
    }

    /** Lets the streams of all later connections pass these rules; their clock is the system's. */
    public void faults(StreamFaults rules) {
        port.faults(rules);
    }

    /** Lets one each look on at all later connections. */
    public void taps(Supplier<IwarpTap> each) {
        port.taps(each);
    }

    /** Runs a task on the host's thread. */
    public void execute(Runnable task) {
        port.execute(task);
    }

    /**
     * Answers at an address; each connection gets a conversation of its own.
     *
     * @return the address, which tells the port when 0 was asked for
     * @throws IOException when it can't be bound
     */
    public InetSocketAddress serve(InetSocketAddress at, Supplier<Conversation> opener)
            throws IOException {
        return port.listen(at, () -> host.answer(opener), application);
    }

    /**
     * Connects a conversation, which begins when the peer has accepted, and fails when it is not
     * there or will not. Waits for the TCP connection: not for the host's thread.
     *
     * @param from the local address, or null for the one that faces the peer
     */
    public void connect(Conversation c, InetSocketAddress to, InetSocketAddress from) {
        CompletableFuture<RdmaStream> stream = new CompletableFuture<>();
        CompletableFuture<byte[]> greeting = new CompletableFuture<>();
        execute(() -> {
            greeting.complete(host.greeting(c));
            stream.complete(host.connect(c));
        });
        try {
            port.connect(to, from, stream.join(), greeting.join(), application);
        } catch (IOException e) {
            execute(() -> host.unreachable(c, e.getMessage()));
        }
    }

    /** Sends what was posted from outside a conversation's own turns. On the host's thread. */
    public void wake() {
        for (IwarpConnection connection : new ArrayList<>(open)) {
            connection.run(stream -> {});
        }
    }

    /** Closes all connections when what is posted is done. On the host's thread. */
    public void disconnect() {
        for (IwarpConnection connection : new ArrayList<>(open)) {
            connection.close();
        }
    }

    @Override
    public void close() {
        port.close();
    }

    /** Keeps the connections whose streams the host still has. */
    private final class Application implements IwarpApplication {
        @Override
        public void requested(IwarpConnection connection) {
            host.requested(connection.stream());
        }

        @Override
        public void progressed(IwarpConnection connection) {
            if (host.progressed(connection.stream(), System.nanoTime())) {
                open.add(connection);
            } else {
                open.remove(connection);
            }
        }
    }
}
