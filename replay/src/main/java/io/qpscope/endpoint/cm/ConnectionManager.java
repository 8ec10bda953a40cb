package io.qpscope.endpoint.cm;

import io.qpscope.endpoint.Defect;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.QpAttributes;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.wire.AckTimeout;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Opens and closes connections of an {@link Endpoint} by management datagrams, on both sides. In
 * this order: packets go to the endpoint, then {@link #receive}; {@link #expire} when {@link
 * #deadline} is reached; then the endpoint transmits.
 *
 * <p>Connections are bounded: a peer that asks for more is refused with reason 3, no resources.
 */
public final class ConnectionManager {
    /** Connections kept, those in TIMEWAIT included. */
    public static final int MOST_CONNECTIONS = 4096;

    /** READs and atomics in flight that a queue pair can have. */
    static final int MOST_RD_ATOMIC = 128;

    private static final int FIRST_SOURCE_PORT = 0x8000;
    /** How long an application may think about a request before it is refused. */
    private static final long PATIENCE_NS = 60_000_000_000L;
    /** Exponent of the longest time that a peer's word makes a connection wait, 69 s. */
    static final int LONGEST_WAIT = 24;

    private final Profile profile;
    private final LocalAddress address;
    private final CmListener listener;
    private final SplittableRandom random;
    private final long transactionSeed;
    final Gsi gsi;
    final CmMessages messages;
    private final CmReader reader;
    private final IntHashSet ports = new IntHashSet();
    private final Int2ObjectHashMap<Connection> byId = new Int2ObjectHashMap<>();
    private final List<Connection> connections = new ArrayList<>();
    private long transactions;
    private long least = Long.MAX_VALUE;

    /**
     * @param seed of ids, starting PSNs and the device's identifier
     */
    public ConnectionManager(
            Endpoint endpoint, LocalAddress address, CmListener listener, long seed) {
        profile = endpoint.profile();
        this.address = address;
        this.listener = listener;
        random = new SplittableRandom(seed);
        transactionSeed = random.nextLong() & 0xffff_ffffL;
        gsi = new Gsi(endpoint, address);
        // Locally administered, in the form of an EUI-64 made from a MAC address.
        messages = new CmMessages(
                0x0200_00ff_fe00_0000L | (random.nextLong() & 0x0000_ff00_00ff_ffffL));
        reader = new CmReader(this);
    }

    boolean has(Defect defect) {
        return profile.has(defect);
    }

    public LocalAddress address() {
        return address;
    }

    /** Lets connections to a port of RDMA-CM (port space TCP) in. */
    public void listen(int port) {
        ports.add(port);
    }

    boolean listens(int port) {
        return ports.contains(port);
    }

    /** Those that are not closed. */
    public List<Connection> connections() {
        return List.copyOf(connections);
    }

    /** Datagrams to queue pair 1 that are not those of communication management. */
    public long strangeDatagrams() {
        return gsi.strange();
    }

    /**
     * Asks a peer for a connection; what becomes of it, the listener hears.
     *
     * @param qp in RESET; it is moved to RTS when the peer accepts
     * @param to the peer's address, from {@link LocalAddress#to}
     * @throws IllegalArgumentException when the private data does not fit, or too many are open
     */
    public Connection connect(QueuePair qp, Path to, int port, CmOptions options, long now) {
        fits(options, CmMessages.requestRoom());
        if (full()) {
            throw new IllegalArgumentException(MOST_CONNECTIONS + " connections are open");
        }
        Connection c = new Connection(true);
        c.options = options;
        c.qp = qp;
        c.type = qp.type();
        c.path = to;
        c.port = port;
        c.sourcePort = FIRST_SOURCE_PORT + random.nextInt(FIRST_SOURCE_PORT);
        c.transactionId = ++transactions << 32 | transactionSeed;
        c.pathMtu = options.pathMtu;
        c.retryCount = options.retryCount;
        c.ackTimeout = options.ackTimeout;
        c.responseTimeout = options.responseTimeout;
        c.maxCmRetries = options.maxCmRetries;
        name(c);
        send(c, messages.request(c), now);
        return c;
    }

    private static void fits(CmOptions options, int room) {
        if (options.privateData.length > room) {
            throw new IllegalArgumentException(options.privateData.length
                    + " bytes of private data, expected at most " + room);
        }
    }

    private void name(Connection c) {
        c.local.qpn = c.qp.qpn();
        int drawn = random.nextInt(1 << 24);
        c.local.startPsn = c.options.startPsn < 0 ? drawn : c.options.startPsn;
        c.local.responderResources = c.options.responderResources;
        c.local.initiatorDepth = c.options.initiatorDepth;
        keep(c);
    }

    boolean full() {
        return connections.size() >= MOST_CONNECTIONS;
    }

    /** Gives a connection its id. */
    void keep(Connection c) {
        if (byId.get(c.local.commId) == c) {
            return;
        }
        do {
            c.local.commId = random.nextInt();
        } while (c.local.commId == 0 || byId.containsKey(c.local.commId));
        byId.put(c.local.commId, c);
        connections.add(c);
    }

    Connection find(int commId) {
        return byId.get(commId);
    }

    /** The connection that a peer calls so; null for none. */
    Connection findRemote(int commId, Path to) {
        for (int i = 0; i < connections.size(); i++) {
            Connection c = connections.get(i);
            if (c.remote.commId == commId
                    && c.path.destinationHigh() == to.destinationHigh()
                    && c.path.destinationLow() == to.destinationLow()) {
                return c;
            }
        }
        return null;
    }

    /** A request waits for the application's word. */
    void asked(Connection c, long now) {
        keep(c);
        waitFor(c, now + PATIENCE_NS);
        listener.requested(c, now);
    }

    /**
     * Accepts a request: the queue pair goes to RTS and may receive at once.
     *
     * @param qp in RESET, of the connection's type
     * @throws IllegalArgumentException when the private data does not fit the REP
     * @throws IllegalStateException when the connection does not wait for that
     */
    public void accept(Connection c, QueuePair qp, CmOptions options, long now) {
        fits(options, CmRep.PRIVATE_DATA_LENGTH);
        if (c.state != CmState.REQ_RCVD) {
            throw new IllegalStateException("accepted in " + c.state);
        }
        c.qp = qp;
        c.options = options;
        name(c);
        // No more than the peer can take, each way.
        c.local.initiatorDepth = Math.min(options.initiatorDepth, c.remote.responderResources);
        c.local.responderResources = Math.min(options.responderResources, c.remote.initiatorDepth);
        ready(c);
        c.state = CmState.REP_SENT;
        c.tries = 0;
        send(c, messages.reply(c), now);
        if (has(Defect.CM_READY_UNNEEDED)) {
            establish(c, now);
        }
    }

    /** Refuses a request for a reason of {@link io.qpscope.wire.CmRej}; 28 is the application's. */
    public void reject(Connection c, int reason, long now) {
        refuse(c.path, c.transactionId, c.local.commId, c.remote.commId, reason);
        close(c, now);
    }

    void refuse(Path to, long transactionId, int localId, int remoteId, int reason) {
        gsi.send(messages.reject(transactionId, localId, remoteId, reason, false), to);
    }

    /** RESET to RTS with what both sides have said. */
    private void ready(Connection c) {
        QpAttributes attributes = new QpAttributes()
                .pathMtu(c.pathMtu)
                .destQpNum(c.remote.qpn)
                .sqPsn(c.remote.startPsn)
                .rqPsn(c.local.startPsn)
                .minRnrTimer(c.options.minRnrTimer)
                .timeout(c.ackTimeout)
                .retryCnt(c.retryCount)
                .rnrRetry(c.rnrRetryCount)
                .maxRdAtomic(c.maxRdAtomic())
                .maxDestRdAtomic(Math.min(c.local.responderResources, MOST_RD_ATOMIC))
                .path(c.path);
        c.qp.modify(QpState.RESET, attributes);
        c.qp.modify(QpState.INIT, attributes);
        c.qp.modify(QpState.RTR, attributes);
        c.qp.modify(QpState.RTS, attributes);
    }

    /** The peer has accepted. */
    void replied(Connection c, long now) {
        ready(c);
        establish(c, now);
        gsi.send(messages.ready(c), c.path);
    }

    void establish(Connection c, long now) {
        c.state = CmState.ESTABLISHED;
        waitFor(c, Long.MAX_VALUE);
        listener.established(c, now);
    }

    /**
     * Stands for an RTU that is lost: data has come ({@code IBV_EVENT_COMM_EST}).
     */
    public void communicationEstablished(Connection c, long now) {
        if (c.state == CmState.REP_SENT) {
            establish(c, now);
        }
    }

    /** Asks for the end of an established connection; anything else is closed without a word. */
    public void disconnect(Connection c, long now) {
        switch (c.state) {
            case ESTABLISHED, REP_SENT -> {
                c.state = CmState.DREQ_SENT;
                c.tries = 0;
                down(c);
                send(c, messages.disconnect(c), now);
            }
            case REQ_RCVD -> reject(c, CmReader.REFUSED, now);
            case REQ_SENT -> close(c, now);
            default -> {}
        }
    }

    private static void down(Connection c) {
        c.qp.modify(QpState.ERR, new QpAttributes());
    }

    /** The peer's DREQ, its answer to ours, or nobody left to wait for. */
    void timeWait(Connection c, long now) {
        if (c.state == CmState.TIMEWAIT) {
            return;
        }
        c.state = CmState.TIMEWAIT;
        down(c);
        waitFor(c, now + AckTimeout.ns(Math.max(1, Math.min(LONGEST_WAIT, c.ackTimeout))));
        listener.disconnected(c, now);
        if (has(Defect.CM_TIMEWAIT_SKIPPED)) {
            close(c, now);
        }
    }

    void fail(Connection c, int reason, long now) {
        c.rejectReason = reason;
        listener.failed(c, now);
        if (!has(Defect.CM_FAILED_KEPT)) {
            close(c, now);
        }
    }

    private void close(Connection c, long now) {
        c.state = CmState.CLOSED;
        byId.remove(c.local.commId);
        connections.remove(c);
        listener.closed(c, now);
    }

    /** Reads what has come to queue pair 1. */
    public void receive(long now) {
        while (gsi.next()) {
            reader.read(now);
        }
    }

    private void send(Connection c, byte[] datagram, long now) {
        gsi.send(datagram, c.path);
        waitFor(c, now + responseNs(c));
    }

    /** How long a message of the connection may stay unanswered. */
    static long responseNs(Connection c) {
        return AckTimeout.ns(Math.max(1, Math.min(LONGEST_WAIT, c.responseTimeout)));
    }

    void waitFor(Connection c, long deadline) {
        c.deadline = deadline;
        least = Math.min(least, deadline);
    }

    /** When {@link #expire} has something to do next; {@link Long#MAX_VALUE} for never. */
    public long deadline() {
        return least;
    }

    /** Sends again what was not answered, and ends what has waited long enough. */
    public void expire(long now) {
        if (now < least) {
            return;
        }
        least = Long.MAX_VALUE;
        for (int i = connections.size() - 1; i >= 0; i--) {
            Connection c = connections.get(i);
            if (c.deadline <= now) {
                c.deadline = Long.MAX_VALUE;
                expire(c, now);
            }
            least = Math.min(least, c.deadline);
        }
    }

    private void expire(Connection c, long now) {
        if (c.state == CmState.TIMEWAIT) {
            close(c, now);
        } else if (c.state == CmState.REQ_RCVD || isExhausted(c)) {
            giveUp(c, now);
        } else {
            switch (c.state) {
                case REQ_SENT -> send(c, messages.request(c), now);
                case REP_SENT -> send(c, messages.reply(c), now);
                case DREQ_SENT -> send(c, messages.disconnect(c), now);
                default -> {}
            }
        }
    }

    private boolean isExhausted(Connection c) {
        return ++c.tries > c.maxCmRetries && !has(Defect.CM_RETRIES_ENDLESS);
    }

    private void giveUp(Connection c, long now) {
        if (c.state == CmState.DREQ_SENT) {
            timeWait(c, now);
            return;
        }
        gsi.send(
                messages.reject(
                        c.transactionId, c.local.commId, c.remote.commId, CmReader.TIMEOUT, true),
                c.path);
        fail(c, -1, now);
    }

    /** An application's private data as it came; the length is that of the message's room. */
    static byte[] copy(ByteBuffer from, int at, int length) {
        byte[] bytes = new byte[length];
        from.get(at, bytes);
        return bytes;
    }

    /** Whether the REQ's path leads here. */
    boolean isHere(CmReq req) {
        return req.primaryRemoteGidHigh() == address.high()
                && req.primaryRemoteGidLow() == address.low();
    }
}
