package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.QpAttributes;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.cm.CmListener;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.cm.CmState;
import io.qpscope.endpoint.cm.Connection;
import io.qpscope.endpoint.cm.ConnectionManager;
import io.qpscope.wire.CmRej;

import org.agrona.collections.Int2ObjectHashMap;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * An endpoint with its connection manager and its conversations, as a port drives it: {@link
 * #receive} what has come, {@link #turn}, {@link #transmit} until it says 0, and again at {@link
 * #deadline}. For one thread.
 */
public final class Host implements Station {
    private static final int NO_QP = 1;
    private static final int WRONG_TRANSPORT = 9;
    private static final int INVALID_PATH_MTU = 26;

    /** A port of RDMA-CM, and who answers there. */
    private record Service(Supplier<Conversation> opener, Supplier<CmOptions> options) {}

    private final Endpoint endpoint;
    private final ConnectionManager manager;
    private final int mostConversations;
    private final Int2ObjectHashMap<Service> services = new Int2ObjectHashMap<>();
    private final IdentityHashMap<Connection, Conversation> byConnection = new IdentityHashMap<>();
    private final List<Conversation> conversations = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private long accepted;
    private long refused;

    /**
     * @param mostConversations a peer that asks for more is refused
     * @param seed of the connection manager
     */
    public Host(Endpoint endpoint, LocalAddress address, int mostConversations, long seed) {
        this.endpoint = endpoint;
        this.mostConversations = mostConversations;
        manager = new ConnectionManager(endpoint, address, new Events(), seed);
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    public LocalAddress address() {
        return manager.address();
    }

    public ConnectionManager manager() {
        return manager;
    }

    /** Connections let in by services so far. */
    public long accepted() {
        return accepted;
    }

    public long refused() {
        return refused;
    }

    /** Those open, however they were connected. */
    public List<Conversation> conversations() {
        return List.copyOf(conversations);
    }

    /**
     * Answers on a port of RDMA-CM; each connection gets a conversation of its own. One that asks for
     * a longer path MTU than the options' is refused: its packets would not come through.
     */
    public void serve(int port, Supplier<Conversation> opener, Supplier<CmOptions> options) {
        services.put(port, new Service(opener, options));
        manager.listen(port);
    }

    /** Connects by RDMA-CM; the conversation begins when the peer has accepted. */
    public void connect(Conversation c, Path to, int port, CmOptions options, long now) {
        options.privateData(c.greeting());
        Connection connection = manager.connect(qp(c), to, port, options, now);
        add(c, connection);
    }

    /**
     * Connects by what was told some other way: the conversation begins at once.
     *
     * @throws IllegalArgumentException as {@link io.qpscope.endpoint.QueuePair#modify} does
     */
    public void adopt(Conversation c, QpAttributes attributes, long now) {
        qp(c).modify(QpState.INIT, attributes);
        qp(c).modify(QpState.RTR, attributes);
        qp(c).modify(QpState.RTS, attributes);
        add(c, null);
        c.start(now);
    }

    /** Number of a conversation's queue pair. */
    public int qpn(Conversation c) {
        return qp(c).qpn();
    }

    /** Of a conversation made on the endpoint; no other is given to this host. */
    private static QueuePair qp(Conversation c) {
        return (QueuePair) c.queues();
    }

    private void add(Conversation c, Connection connection) {
        conversations.add(c);
        connections.add(connection);
        if (connection != null) {
            byConnection.put(connection, c);
        }
    }

    private void remove(int index) {
        Connection connection = connections.remove(index);
        byConnection.remove(connection);
        conversations.remove(index).close();
    }

    /**
     * As {@link #adopt}, for a peer that may go without a word: dismissed when nothing completes
     * for so long.
     *
     * @return false when there are too many conversations; this one is closed, then
     */
    public boolean host(Conversation c, QpAttributes attributes, long idleLimitNs, long now) {
        if (conversations.size() >= mostConversations) {
            refused++;
            c.close();
            return false;
        }
        accepted++;
        c.idleLimitNs = idleLimitNs;
        adopt(c, attributes, now);
        return true;
    }

    /** Asks all peers for the end. */
    public void disconnect(long now) {
        for (Connection connection : new ArrayList<>(connections)) {
            if (connection != null) {
                manager.disconnect(connection, now);
            }
        }
    }

    /** Whether no connection waits for its peer any more; TIMEWAIT does not count. */
    public boolean quiet() {
        for (Connection connection : connections) {
            if (connection != null && connection.state() != CmState.TIMEWAIT) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void receive(ByteBuffer packet, int ip, int length, boolean idKnown, long now) {
        endpoint.receive(packet, ip, length, idKnown, now);
    }

    /** Lets timers, connections and conversations go on. */
    @Override
    public void turn(long now) {
        endpoint.expire(now);
        manager.receive(now);
        manager.expire(now);
        for (int i = conversations.size() - 1; i >= 0; i--) {
            Conversation c = conversations.get(i);
            Connection connection = connections.get(i);
            if (c.started()) {
                c.turn(now);
                c.due(now);
            } else if (connection != null && connection.state() == CmState.REP_SENT) {
                early(c, connection, now);
            }
            if (connection != null) {
                if (c.over()) {
                    manager.disconnect(connection, now);
                }
            } else if (now - c.activeAt >= c.idleLimitNs) {
                remove(i);
            }
        }
    }

    /** Data that overtakes the RTU says the same. */
    private void early(Conversation c, Connection connection, long now) {
        if (c.hasCompletions()) {
            manager.communicationEstablished(connection, now);
        }
    }

    /** When {@link #turn} has something to do without a packet. */
    @Override
    public long deadline() {
        long least = Math.min(endpoint.deadline(), manager.deadline());
        for (int i = 0; i < conversations.size(); i++) {
            Conversation c = conversations.get(i);
            if (c.started()) {
                least = Math.min(least, c.deadline());
            }
            if (c.idleLimitNs != Long.MAX_VALUE) {
                least = Math.min(least, c.activeAt + c.idleLimitNs);
            }
        }
        return least;
    }

    @Override
    public int transmit(ByteBuffer out, long now) {
        return endpoint.transmit(out, now);
    }

    private final class Events implements CmListener {
        @Override
        public void requested(Connection connection, long now) {
            Service service = services.get(connection.port());
            if (connection.type() != QpType.RC) {
                refused++;
                manager.reject(connection, WRONG_TRANSPORT, now);
                return;
            }
            if (conversations.size() >= mostConversations) {
                refused++;
                manager.reject(connection, NO_QP, now);
                return;
            }
            CmOptions options = service.options().get();
            if (connection.pathMtu() > options.pathMtu()) {
                refused++;
                manager.reject(connection, INVALID_PATH_MTU, now);
                return;
            }
            Conversation c = service.opener().get();
            add(c, connection);
            c.greeted(connection.privateData());
            accepted++;
            options.privateData(c.greeting());
            manager.accept(connection, qp(c), options, now);
        }

        @Override
        public void established(Connection connection, long now) {
            Conversation c = byConnection.get(connection);
            if (connection.active()) {
                c.greeted(connection.privateData());
            }
            c.start(now);
        }

        @Override
        public void failed(Connection connection, long now) {
            Conversation c = byConnection.get(connection);
            if (c != null) {
                int reason = connection.rejectReason();
                c.fail(
                        reason < 0
                                ? "no answer to the connection request"
                                : "refused: " + CmRej.reasonText(reason));
            }
        }

        @Override
        public void disconnected(Connection connection, long now) {
            Conversation c = byConnection.get(connection);
            // What completed before the end still counts.
            c.turn(now);
            c.fail("the peer has disconnected");
        }

        @Override
        public void closed(Connection connection, long now) {
            int index = connections.indexOf(connection);
            if (index >= 0) {
                remove(index);
            }
        }
    }
}
