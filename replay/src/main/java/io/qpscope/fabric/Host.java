package io.qpscope.fabric;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.wire.Ethernet;

import org.agrona.collections.Int2ObjectHashMap;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A host: an {@link Endpoint} and the adapter between it and a port. The adapter makes frames of
 * packets, obeys pauses per priority, limits the rate of queue pairs, answers Congestion
 * Experienced with CNPs, and pauses its peer when its receive buffer fills.
 */
public final class Host extends Node {
    static final long MAPPED = 0xffffL << 32;
    /** Frames that {@link #send} takes of a priority before it refuses. */
    private static final int MOST_QUEUED = 256;

    final int number;
    final HostOptions options;
    private final LocalAddress address;
    private final Endpoint endpoint;
    private final SendTurn turn;
    private final CnpPacer pacer;
    private final CnpWriter cnps = new CnpWriter();
    private final Int2ObjectHashMap<RateLimiter> limiters = new Int2ObjectHashMap<>();
    private final ByteBuffer out = ByteBuffer.allocate(Ethernet.LENGTH + Endpoint.MOST_PACKET);
    private final ByteBuffer in = ByteBuffer.allocate(Ethernet.LENGTH + Endpoint.MOST_PACKET);
    private ReceiveBuffer receiveBuffer;
    private HostApplication application = HostApplication.NONE;
    private long cnpsSent;
    private long cnpsReceived;
    private long marked;
    /** Failures of the endpoint that the application has heard of. */
    private long failures;

    private final Timer wake = new Timer() {
        @Override
        void fire(long now) {
            wake(now);
        }
    };

    Host(
            Network network,
            String name,
            int number,
            LocalAddress address,
            Endpoint endpoint,
            HostOptions options) {
        super(network, name);
        this.number = number;
        this.address = address;
        this.endpoint = endpoint;
        this.options = options;
        turn = new SendTurn(this);
        pacer = options.cnp == null ? null : new CnpPacer(options.cnp);
    }

    @Override
    Port addPort(CableOptions cable) {
        if (!ports.isEmpty()) {
            throw new IllegalArgumentException("host " + name() + " has its one cable");
        }
        int[] weights = new int[cable.infiniband ? Port.LANES : Port.PRIORITIES];
        Arrays.fill(weights, 1);
        int strict = cable.infiniband ? 1 << CreditControl.MANAGEMENT_LANE : options.strict;
        Port port = new Port(this, 0, cable, new EgressScheduler(strict, weights));
        if (cable.infiniband) {
            port.credits().buffer(options.laneBufferBytes);
        }
        ports.add(port);
        return port;
    }

    @Override
    void start() {
        receiveBuffer = new ReceiveBuffer(this, options);
    }

    public LocalAddress address() {
        return address;
    }

    /** Null for a host that only takes. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** Its only port. */
    public Port port() {
        return ports.get(0);
    }

    public HostOptions options() {
        return options;
    }

    public Host application(HostApplication application) {
        this.application = application;
        return this;
    }

    public long cnpsSent() {
        return cnpsSent;
    }

    public long cnpsReceived() {
        return cnpsReceived;
    }

    /** Packets that came with Congestion Experienced. */
    public long markedPackets() {
        return marked;
    }

    /** The limiter of a queue pair; null without DCQCN, or before it sent or was notified. */
    public RateLimiter limiter(int qpn) {
        return limiters.get(qpn);
    }

    /** What limits a slow receiver, and whether it has given up pausing. */
    public ReceiveBuffer receiveBuffer() {
        network.start();
        return receiveBuffer;
    }

    /**
     * Sends a frame of the caller's, behind those of its priority.
     *
     * @param frame from position to limit: an IP packet, or with InfiniBand a packet from the LRH to
     *     the VCRC; position and limit stay
     * @return false when too many wait already: a pause holds them
     */
    public boolean send(ByteBuffer frame) {
        network.start();
        Port port = port();
        int length = frame.remaining();
        Packet packet;
        if (port.isInfiniband()) {
            packet = network.pool.take(frame, frame.position(), length);
            packet.ip = 0;
            packet.size = length;
        } else {
            packet = network.pool.take(Ethernet.LENGTH + length);
            packet.bytes.put(Ethernet.LENGTH, frame, frame.position(), length);
            packet.ip = Ethernet.LENGTH;
        }
        prepare(packet);
        if (port.queues[packet.lane].count() >= MOST_QUEUED) {
            network.pool.release(packet);
            return false;
        }
        network.sending(packet);
        port.enqueue(packet, network.now());
        return true;
    }

    /**
     * Sends a packet over and over.
     *
     * @param packet as {@link #send} takes it
     * @param bitsPerSecond with all that the wire adds
     */
    public PacketStream stream(ByteBuffer packet, long bitsPerSecond, long fromNs, long untilNs) {
        PacketStream stream = new PacketStream(this, packet, bitsPerSecond, untilNs);
        stream.start(fromNs);
        return stream;
    }

    /** Fills in what belongs to the link. */
    private void prepare(Packet packet) {
        network.classify(packet);
        if (packet.ip != 0) {
            packet.lane = options.priorities[packet.codePoint];
            Headers.ethernet(packet.bytes, port().nextHop(packet), port().mac);
        }
    }

    /** Does something at a time, as posting work, and looks for work then. */
    public Host at(long time, Runnable action) {
        network.at(time, () -> {
            action.run();
            wake(network.now());
        });
        return this;
    }

    /** Work may have been posted: looks for packets and timers. */
    void wake(long now) {
        if (endpoint != null) {
            if (endpoint.deadline() <= now) {
                endpoint.expire(now);
                application.progressed(this, now);
            }
            port().kick(now);
            arm();
        }
    }

    private void arm() {
        long deadline = endpoint.deadline();
        if (deadline != Long.MAX_VALUE) {
            network.events.armBefore(wake, Math.max(deadline, network.now()));
        }
    }

    @Override
    boolean pulls() {
        return endpoint != null;
    }

    @Override
    Packet pull(Port port, long now) {
        if (endpoint == null) {
            return null;
        }
        while (true) {
            out.clear().position(Ethernet.LENGTH);
            int length = endpoint.transmit(out, now, turn.begin(now));
            if (length == 0) {
                if (turn.nextNs != Long.MAX_VALUE) {
                    network.events.armBefore(wake, turn.nextNs);
                }
                tellFailures(now);
                arm();
                return null;
            }
            turn.sent(length, now);
            Packet packet = frame(port, length);
            network.sending(packet);
            // Only datagrams get here unasked: their address handles name the priority.
            if (port.flow.isOpen(packet.lane)) {
                return packet;
            }
            port.enqueue(packet, now);
        }
    }

    /** A request that can't be sent fails when it is its turn; not from within the port's call. */
    private void tellFailures(long now) {
        if (endpoint.failures() != failures) {
            failures = endpoint.failures();
            at(now, () -> application.progressed(this, network.now()));
        }
    }

    private Packet frame(Port port, int length) {
        Packet packet;
        if (port.isInfiniband()) {
            packet = InfinibandFrames.toNative(network, this, out, length);
        } else {
            packet = network.pool.take(out, 0, Ethernet.LENGTH + length);
            packet.ip = Ethernet.LENGTH;
            prepare(packet);
        }
        return packet;
    }

    /** The priority, or virtual lane, of a queue pair; that of best effort for UD. */
    int laneOf(QueuePair qp) {
        return qp.path() == null ? 0 : options.priorities[qp.path().trafficClass() >> 2];
    }

    RateLimiter limiterOf(int qpn) {
        RateLimiter limiter = limiters.get(qpn);
        if (limiter == null) {
            limiter = new RateLimiter(options.dcqcn, port().bitsPerSecond());
            limiters.put(qpn, limiter);
        }
        return limiter;
    }

    @Override
    void arrive(Port port, Packet packet, long now) {
        receiveBuffer.take(packet, now);
    }

    /** A packet has reached the host's memory. */
    void deliver(Packet packet, long now) {
        Port port = port();
        if (port.isInfiniband()) {
            port.credits().freed(packet, now);
        }
        if (endpoint == null) {
            network.delivered(packet);
            return;
        }
        int length;
        if (port.isInfiniband()) {
            length = InfinibandFrames.toRoce(network, this, packet, in);
        } else {
            length = packet.length - packet.ip;
            in.put(Ethernet.LENGTH, packet.bytes, packet.ip, length);
            if (CnpWriter.isCnp(packet)) {
                notified(CnpWriter.destinationQp(packet), now);
                network.delivered(packet);
                return;
            }
            if ((Headers.trafficClass(packet) & 3) == 3) {
                marked++;
                notify(packet, now);
            }
        }
        network.delivered(packet);
        endpoint.receive(in, Ethernet.LENGTH, length, true, now);
        application.progressed(this, now);
        port.kick(now);
        arm();
    }

    private void notified(int qpn, long now) {
        cnpsReceived++;
        if (options.dcqcn != null && endpoint.queuePair(qpn) != null) {
            limiterOf(qpn).notified(now);
        }
    }

    private void notify(Packet packet, long now) {
        int qpn = CnpWriter.destinationQp(packet);
        QueuePair qp = pacer == null || qpn < 0 ? null : endpoint.queuePair(qpn);
        if (qp == null || qp.path() == null) {
            return;
        }
        long source = qp.path().destinationLow();
        long destination = qp.path().sourceLow();
        if (pacer.mayNotify(source, destination, qpn, now)) {
            cnpsSent++;
            out.clear();
            int length = cnps.write(out, Ethernet.LENGTH, qp, options.cnpDscp);
            Packet cnp = network.pool.take(out, 0, Ethernet.LENGTH + length);
            cnp.ip = Ethernet.LENGTH;
            prepare(cnp);
            network.sending(cnp);
            port().enqueue(cnp, now);
        }
    }

    @Override
    void leaves(Port port, Packet packet, long now) {
        // It went into the queue as it goes out.
    }

    @Override
    void released(Packet packet, long now) {
        // An adapter's queues are memory of the host: nobody waits for it.
    }

    @Override
    int held() {
        return port().queuedPackets() + (receiveBuffer == null ? 0 : receiveBuffer.packets());
    }
}
