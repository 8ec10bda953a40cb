package io.qpscope.fabric;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.fault.FaultEngine;
import io.qpscope.wire.Icrc;

import org.agrona.collections.Long2LongHashMap;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;

/**
 * Hosts, switches and cables, and the virtual clock that all live by. Build it, then {@link #run};
 * ways are found when it first runs: all shortest ones. Same seed and same commands, same packets.
 * For one thread.
 *
 * <pre>{@code
 * Network network = new Network(1);
 * Host a = network.host("a", address, endpoint, new HostOptions());
 * Switch s = network.newSwitch("s", new SwitchOptions());
 * network.cable(a, s, new CableOptions(100_000_000_000L, 500));
 * network.run(1_000_000);
 * }</pre>
 */
public final class Network {
    private static final long NOBODY = -1;
    /** Events between two questions whether to stop; a power of two. */
    private static final long WATCHED_EVENTS = 4096;

    /** Locally administered, as all hardware addresses here. */
    private static final long MAC = 0x0200_0000_0000L;

    final NetworkOptions options;
    final EventQueue events = new EventQueue();
    final PacketPool pool = new PacketPool();
    final Icrc icrc = new Icrc();
    /** For a packet whose checksums are at work: they know few buffers. */
    final ByteBuffer scratch = ByteBuffer.allocate(PacketPool.LONGEST);

    private final SplittableRandom random;
    private final List<Host> hosts = new ArrayList<>();
    private final List<Switch> switches = new ArrayList<>();
    private final List<Cable> cables = new ArrayList<>();
    private final Long2LongHashMap byAddress = new Long2LongHashMap(NOBODY);
    private final long[] dropped = new long[DropCause.values().length];
    private LongPredicate stop = now -> false;
    private boolean stopped;
    private boolean started;
    private long now;
    private int ports;
    long hops;
    private long sent;
    private long made;
    private long delivered;
    private long controlSent;
    private long controlGone;

    /**
     * @param seed of all that is drawn: losses, marks, hashes
     */
    public Network(long seed) {
        this(seed, new NetworkOptions());
    }

    public Network(long seed, NetworkOptions options) {
        random = new SplittableRandom(seed);
        this.options = options;
    }

    /**
     * Adds a host with one port to come.
     *
     * @param address its lower 64 bits differ from all others'
     * @param endpoint that sends and receives; null for a host that only takes
     */
    public Host host(String name, LocalAddress address, Endpoint endpoint, HostOptions options) {
        building();
        Host host = new Host(this, name, hosts.size(), address, endpoint, options);
        if (byAddress.put(address.low(), hosts.size()) != NOBODY) {
            throw new IllegalArgumentException("host " + name + " has another one's address");
        }
        hosts.add(host);
        return host;
    }

    public Switch newSwitch(String name, SwitchOptions options) {
        building();
        Switch added = new Switch(this, name, options, random.split());
        switches.add(added);
        return added;
    }

    /**
     * Connects two nodes; ports are numbered in this order at each of them.
     *
     * @throws UnfitNodeException when a node's options don't go with such a cable
     */
    public Cable cable(Node a, Node b, CableOptions options) {
        building();
        Cable cable = new Cable(this, a, b, options, suffix(a, b), random.split());
        cables.add(cable);
        return cable;
    }

    private String suffix(Node a, Node b) {
        long same = cables.stream()
                .filter(each -> each.connects(a, b) || each.connects(b, a))
                .count();
        return same == 0 ? "" : "#" + (same + 1);
    }

    private void building() {
        if (started) {
            throw new IllegalStateException("the network has started");
        }
    }

    public List<Host> hosts() {
        return List.copyOf(hosts);
    }

    public List<Switch> switches() {
        return List.copyOf(switches);
    }

    public List<Cable> cables() {
        return List.copyOf(cables);
    }

    /** By name, {@code host}, {@code switch:3}; null for none. */
    public Port port(String name) {
        int colon = name.lastIndexOf(':');
        String node = colon < 0 ? name : name.substring(0, colon);
        int index = 0;
        if (colon >= 0) {
            String digits = name.substring(colon + 1);
            if (!digits.matches("[0-9]{1,5}")) {
                return null;
            }
            index = Integer.parseInt(digits);
        }
        for (Host each : hosts) {
            if (each.name().equals(node)) {
                return index < each.ports.size() ? each.port(index) : null;
            }
        }
        for (Switch each : switches) {
            if (each.name().equals(node)) {
                return index < each.ports.size() ? each.port(index) : null;
            }
        }
        return null;
    }

    /**
     * Carries a fault plan out from now on.
     *
     * @return what stands against rules of the plan, a line each with line and column of the plan in
     *     front; empty when nothing does
     */
    public List<String> attach(FaultEngine engine) {
        start();
        return new NetworkFaults(this, engine).attach();
    }

    /** Nanoseconds since the start. */
    public long now() {
        return now;
    }

    /**
     * Asks every few thousand events whether to stop: much can happen in little virtual time.
     *
     * @param question gets what time it is, nanoseconds since the start; true ends {@link #run}
     */
    public Network watch(LongPredicate question) {
        stop = question;
        return this;
    }

    /** Whether {@link #watch} has ended the run. */
    public boolean isStopped() {
        return stopped;
    }

    /** Packets that have crossed a cable, flow control included. */
    public long hops() {
        return hops;
    }

    /** Things that have happened. */
    public long events() {
        return events.fired();
    }

    /** Packets that were ever allocated: what memory is bounded by. */
    public long packetsAllocated() {
        return pool.made();
    }

    /** Does something at a time, or now when it is over. */
    public Network at(long time, Runnable action) {
        events.arm(
                new Timer() {
                    @Override
                    void fire(long now) {
                        action.run();
                    }
                },
                Math.max(now, time));
        return this;
    }

    /**
     * Lets a port send PFC frames whatever its buffers hold, as a broken adapter does.
     *
     * @param classes to stop, a bit each
     * @param quanta of 512 bit times, in each frame
     * @param everyNs between two frames, 1 or more
     */
    public Network storm(
            Port port, int classes, int quanta, long everyNs, long fromNs, long untilNs) {
        long every = Math.max(1, everyNs);
        events.arm(new PauseStorm(port, classes, quanta, every, untilNs), Math.max(now, fromNs));
        return this;
    }

    /**
     * Starts, with the ways found: {@link Switch#route} may change them then.
     *
     * @throws UnfitNodeException when a node's options don't go with its cables
     */
    public Network start() {
        if (!started) {
            started = true;
            new Routes(hosts, switches).find();
            hosts.forEach(Node::start);
            switches.forEach(Node::start);
            for (Cable cable : cables) {
                cable.a().kick(now);
                cable.b().kick(now);
            }
        }
        return this;
    }

    void routed() {
        start();
    }

    /**
     * Runs until nothing is under way and no timer waits, or to a time, or until {@link #watch}
     * stops it.
     *
     * @return whether it came to rest
     */
    public boolean run(long until) {
        start();
        for (Host host : hosts) {
            host.wake(now);
        }
        while (true) {
            if (!events.isBusy() && pool.outstanding() == 0) {
                return true;
            }
            long next = events.next(until);
            if (next > until) {
                now = Math.max(now, until);
                return false;
            }
            now = next;
            events.fire();
            if ((events.fired() & (WATCHED_EVENTS - 1)) == 0 && stop.test(now)) {
                stopped = true;
                return false;
            }
        }
    }

    /** Where all packets went, up to now. */
    public Conservation conservation() {
        long inFlight = 0;
        for (Cable cable : cables) {
            inFlight += cable.inFlight();
        }
        for (Host host : hosts) {
            inFlight += host.held();
        }
        for (Switch each : switches) {
            inFlight += each.held();
        }
        long[] causes = dropped.clone();
        for (Cable cable : cables) {
            causes[DropCause.MEDDLER.ordinal()] += cable.overflowed();
        }
        return Conservation.of(sent, made, delivered, causes, inFlight);
    }

    /** Frames of flow control that were sent. */
    public long flowControlSent() {
        return controlSent;
    }

    /** Frames of flow control on cables now. */
    public long flowControlInFlight() {
        return controlSent - controlGone;
    }

    Packet sending(Packet packet) {
        sent++;
        return packet;
    }

    void delivered(Packet packet) {
        delivered++;
        pool.release(packet);
    }

    /** A meddler made packets, or dropped one. */
    void meddled(int more, boolean drop) {
        made += more;
        dropped[DropCause.MEDDLER.ordinal()] += drop ? 1 : 0;
    }

    void drop(Packet packet, DropCause cause) {
        if (packet.control) {
            controlGone++;
        } else {
            dropped[cause.ordinal()]++;
        }
        pool.release(packet);
    }

    Packet control(Packet packet) {
        controlSent++;
        return packet;
    }

    void consumed(Packet control) {
        controlGone++;
        pool.release(control);
    }

    /** A hardware address for the next port. */
    long nextMac() {
        return MAC + ++ports;
    }

    void show(FrameTap tap, Port port, boolean sent, Packet packet, long now) {
        packet.bytes.limit(packet.length).position(0);
        tap.see(port, sent, packet.bytes, packet.length, now);
        packet.bytes.clear();
    }

    /** Reads from a frame what switches need. */
    void classify(Packet packet) {
        if (packet.ip == 0) {
            InfinibandFrames.classify(packet, hosts.size());
            return;
        }
        packet.codePoint = Headers.trafficClass(packet) >> 2;
        packet.flowHash = Headers.flowHash(packet);
        packet.destination =
                hostAt(Headers.destinationHigh(packet), Headers.destinationLow(packet));
    }

    /** Number of the host with an address, or -1. */
    int hostAt(long high, long low) {
        int host = (int) byAddress.get(low);
        return host >= 0 && hosts.get(host).address().high() == high ? host : -1;
    }

    /** Of a host's number; null for none. */
    LocalAddress addressOf(int host) {
        return host >= 0 && host < hosts.size() ? hosts.get(host).address() : null;
    }

    /** The hardware address of a host; of nobody, the one given. */
    long macOf(int host, long other) {
        return host < 0 ? other : hosts.get(host).port().mac;
    }
}
