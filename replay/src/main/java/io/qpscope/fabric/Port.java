package io.qpscope.fabric;

import java.nio.ByteBuffer;

/**
 * One end of a cable: queues by priority or virtual lane, the scheduler that empties them at the
 * cable's rate, and the flow control that both ends speak.
 */
public final class Port {
    static final int PRIORITIES = 8;
    static final int LANES = 16;
    /** Preamble, start of frame and gap; of InfiniBand, start and end of packet. */
    private static final int ETHERNET_OVERHEAD = 20;

    /** With frame check sequence. */
    private static final int ETHERNET_HEADER = 18;

    private static final int INFINIBAND_OVERHEAD = 2;
    private static final int SHORTEST_ETHERNET = 64;
    private static final long BITS_BY_NANOS = 8 * 1_000_000_000L;

    final Network network;
    final Node node;
    private final int index;
    final PacketQueue[] queues;
    final FlowControl flow;
    final PortCounters counters;
    final long mac;
    private final EgressScheduler scheduler;
    private final long bitsPerSecond;
    private final boolean infiniband;
    private Cable cable;
    private Wire out;
    private Port peer;
    /** The peer looks at hardware addresses, and not at those of IP. */
    private boolean bridged;

    private FrameTap tap;
    /** Queues with packets, a bit each. */
    private int filled;

    /** Choosing a packet may free buffers, and that may ask for a packet of flow control. */
    private boolean sending;

    private long freeAt;
    /** Of the last division by the rate: what the next frame takes over. */
    private long remainder;

    private final Timer free = new Timer() {
        @Override
        void fire(long now) {
            kick(now);
        }
    };

    Port(Node node, int index, CableOptions cable, EgressScheduler scheduler) {
        this.node = node;
        this.index = index;
        this.scheduler = scheduler;
        network = node.network;
        bitsPerSecond = cable.bitsPerSecond;
        infiniband = cable.infiniband;
        queues = new PacketQueue[infiniband ? LANES : PRIORITIES];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = new PacketQueue();
        }
        counters = new PortCounters(queues.length);
        mac = network.nextMac();
        flow = infiniband ? new CreditControl(this) : new PauseControl(this);
    }

    void connect(Cable cable, Wire out, Port peer) {
        this.cable = cable;
        this.out = out;
        this.peer = peer;
        bridged = peer.node() instanceof Switch to && !to.options().decrementsTtl;
    }

    public Node node() {
        return node;
    }

    /** Its number at the node. */
    public int index() {
        return index;
    }

    public Cable cable() {
        return cable;
    }

    /** The other end of the cable. */
    public Port peer() {
        return peer;
    }

    public long bitsPerSecond() {
        return bitsPerSecond;
    }

    public boolean isInfiniband() {
        return infiniband;
    }

    public PortCounters counters() {
        return counters;
    }

    /** Pauses of an Ethernet port. */
    public PauseControl pauses() {
        return (PauseControl) flow;
    }

    /** Credits of an InfiniBand port. */
    public CreditControl credits() {
        return (CreditControl) flow;
    }

    /** As 48 bits. */
    public long mac() {
        return mac;
    }

    /**
     * Shows the tap a frame that goes its way beside the network's packets.
     *
     * @param sent by this port
     */
    public void show(boolean sent, ByteBuffer frame, int length, long now) {
        if (tap != null) {
            tap.see(this, sent, frame, length, now);
        }
    }

    /** Shows all frames of both directions; one tap a port, null for none. */
    public Port tap(FrameTap tap) {
        this.tap = tap;
        return this;
    }

    /** Bytes that wait in a queue, frame check sequences included. */
    public long queuedBytes(int lane) {
        return queues[lane].bytes();
    }

    /** Packets in all queues. */
    public int queuedPackets() {
        int count = 0;
        for (PacketQueue queue : queues) {
            count += queue.count();
        }
        return count;
    }

    /** The hardware address that a packet goes to from here: a router's, or its host's. */
    long nextHop(Packet packet) {
        return bridged ? network.macOf(packet.destination, peer.mac) : peer.mac;
    }

    /** At the end of its lane's queue. */
    void enqueue(Packet packet, long now) {
        queues[packet.lane].add(packet);
        filled |= 1 << packet.lane;
        kick(now);
    }

    /** All packets of a queue, dropped. */
    void purge(int lane, DropCause cause, long now) {
        Packet packet = queues[lane].remove();
        while (packet != null) {
            node.released(packet, now);
            counters.dropped++;
            network.drop(packet, cause);
            packet = queues[lane].remove();
        }
        filled &= ~(1 << lane);
    }

    /** Sends what can be sent now; called whenever that may have changed. */
    void kick(long now) {
        if (sending) {
            return;
        }
        if (freeAt > now) {
            if (!free.armed()) {
                network.events.arm(free, freeAt);
            }
            return;
        }
        sending = true;
        Packet packet = next(now);
        sending = false;
        if (packet == null) {
            return;
        }
        long bits = wireBytes(packet) * BITS_BY_NANOS + remainder;
        long takes = bits / bitsPerSecond;
        remainder = bits - takes * bitsPerSecond;
        freeAt = now + takes;
        if (tap != null) {
            network.show(tap, this, true, packet, now);
        }
        if (!packet.control) {
            counters.sent(packet, now);
            flow.sent(packet, now);
        }
        out.enter(packet, now, freeAt);
        if (filled != 0 || node.pulls() || flow.hasControl()) {
            network.events.arm(free, freeAt);
        }
    }

    private Packet next(long now) {
        Packet control = flow.control(now);
        if (control != null) {
            return control;
        }
        int open = filled == 0 ? 0 : flow.open(filled);
        if (open == 0) {
            return node.pull(this, now);
        }
        int lane = scheduler.pick(open, queues);
        Packet packet = queues[lane].remove();
        if (queues[lane].isEmpty()) {
            filled &= ~(1 << lane);
        }
        node.leaves(this, packet, now);
        node.released(packet, now);
        return packet;
    }

    /** Bytes on the wire of what {@link Host#send} takes, with all that the link adds. */
    long wireBytes(int length) {
        return infiniband
                ? length + INFINIBAND_OVERHEAD
                : Math.max(length + ETHERNET_HEADER, SHORTEST_ETHERNET) + ETHERNET_OVERHEAD;
    }

    /** How long a packet takes to leave, rounded up. */
    long wireNs(Packet packet) {
        return (wireBytes(packet) * BITS_BY_NANOS + bitsPerSecond - 1) / bitsPerSecond;
    }

    private int wireBytes(Packet packet) {
        return infiniband
                ? packet.length + INFINIBAND_OVERHEAD
                : Math.max(packet.size, SHORTEST_ETHERNET) + ETHERNET_OVERHEAD;
    }

    /** A whole frame has come. */
    void receive(Packet packet, long now) {
        network.hops++;
        if (tap != null) {
            network.show(tap, this, false, packet, now);
        }
        if (packet.damaged) {
            counters.dropped++;
            network.drop(packet, DropCause.BIT_ERROR);
        } else if (packet.control) {
            flow.heard(packet, now);
        } else {
            counters.received(packet);
            if (flow.arrived(packet, now)) {
                packet.in = this;
                node.arrive(this, packet, now);
            } else {
                counters.dropped++;
                network.drop(packet, DropCause.NO_CREDIT);
            }
        }
    }

    void down(long now) {
        flow.down(now);
        kick(now);
    }

    @Override
    public String toString() {
        return node.name() + ":" + index;
    }
}
