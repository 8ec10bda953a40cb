package io.qpscope.fabric;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A switch that stores and forwards: shared buffer, PFC towards whoever fills it, ECN marks on what
 * leaves. Where several ports lead to a host, a flow keeps to the one that the hash of its
 * addresses, protocol and ports names.
 */
public final class Switch extends Node {
    private static final int[] NOWHERE = {};

    private final SwitchOptions options;
    private final int hashSeed;
    private final SplittableRandom random;
    private SwitchBuffer buffer;
    private PfcWatchdog watchdog;
    /** By host: the ports that lead there. */
    private int[][] routes = {};

    Switch(Network network, String name, SwitchOptions options, SplittableRandom random) {
        super(network, name);
        this.options = options;
        this.random = random;
        hashSeed = random.nextInt() | 1;
    }

    @Override
    Port addPort(CableOptions cable) {
        EgressScheduler scheduler = cable.infiniband
                ? new EgressScheduler(1 << CreditControl.MANAGEMENT_LANE, allOnes(Port.LANES))
                : new EgressScheduler(options.strict, options.weights);
        Port port = new Port(this, ports.size(), cable, scheduler);
        if (cable.infiniband) {
            port.credits().buffer(options.laneBufferBytes);
        } else {
            port.pauses().quanta(options.pauseQuanta);
        }
        ports.add(port);
        return port;
    }

    private static int[] allOnes(int count) {
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Override
    void start() {
        long[] headrooms = new long[ports.size()];
        for (int i = 0; i < headrooms.length; i++) {
            headrooms[i] = options.headroom >= 0 ? options.headroom : neededHeadroom(ports.get(i));
        }
        buffer = new SwitchBuffer(name(), options, headrooms);
        if (options.watchdog != null) {
            watchdog = new PfcWatchdog(this, options.watchdog, options.lossless);
        }
    }

    private long neededHeadroom(Port port) {
        CableOptions cable = port.cable().options();
        return cable.infiniband
                ? 0
                : Headroom.bytes(
                        cable.bitsPerSecond,
                        cable.delayNs,
                        network.options.pauseReactionNs,
                        network.options.longestFrame,
                        Headroom.SHORTEST_FRAME,
                        options.cellBytes);
    }

    /**
     * Sends what goes to a host out of these ports, whatever the network found out by itself: loops
     * can be made so. Takes effect at once.
     */
    public Switch route(Host to, int... outPorts) {
        network.routed();
        for (int port : outPorts) {
            if (port < 0 || port >= ports.size()) {
                throw new IllegalArgumentException("switch " + name() + " has no port " + port);
            }
        }
        routes[to.number] = outPorts.clone();
        return this;
    }

    void routes(int[][] byHost) {
        routes = byHost;
    }

    /** The ports that lead to a host. */
    public int[] routes(Host to) {
        network.routed();
        return routes[to.number].clone();
    }

    /** The watchdog, or null. */
    public PfcWatchdog watchdog() {
        return watchdog;
    }

    public SwitchOptions options() {
        return options;
    }

    /** Bytes in the packet buffer now. */
    public long bufferUsed() {
        return buffer.used();
    }

    /** The most there ever were. */
    public long bufferPeak() {
        return buffer.peak();
    }

    /** Bytes that came in by a port in a priority and are still here. */
    public long ingressBytes(int port, int priority) {
        return buffer.held(port, priority);
    }

    /** Headroom of a port, for each of its lossless priorities. */
    public long headroom(int port) {
        return buffer.headroom(port);
    }

    /** The most of it that was ever used. */
    public long headroomPeak(int port, int priority) {
        return buffer.headroomPeak(port, priority);
    }

    /** Shared bytes above which a port's priority stops its peer now. */
    public long pauseThreshold(int priority) {
        return buffer.threshold(priority);
    }

    @Override
    void arrive(Port in, Packet packet, long now) {
        Port out = routeOf(packet);
        boolean isNative = in.isInfiniband();
        if (out == null || out.isInfiniband() != isNative) {
            refuse(in, packet, DropCause.NO_ROUTE, now);
        } else if (isNative) {
            out.enqueue(packet, now);
        } else if (options.decrementsTtl && !Headers.decrementTtl(packet)) {
            refuse(in, packet, DropCause.TTL_EXPIRED, now);
        } else {
            forward(in, out, packet, now);
        }
    }

    private Port routeOf(Packet packet) {
        int[] choices = packet.destination < 0 ? NOWHERE : routes[packet.destination];
        if (choices.length < 2) {
            return choices.length == 0 ? null : ports.get(choices[0]);
        }
        int hash = Headers.mix(packet.flowHash * hashSeed);
        return ports.get(choices[(int) (((hash & 0xffff_ffffL) * choices.length) >>> 32)]);
    }

    private void forward(Port in, Port out, Packet packet, long now) {
        int priority = options.priorities[packet.codePoint];
        packet.lane = priority;
        if (watchdog != null && watchdog.drops(in, out, priority)) {
            refuse(in, packet, DropCause.PFC_WATCHDOG, now);
            return;
        }
        long queued = out.queuedBytes(priority);
        switch (buffer.admit(in.index(), priority, packet.size, queued)) {
            case REFUSED ->
                refuse(
                        in,
                        packet,
                        options.isLossless(priority)
                                ? DropCause.HEADROOM_FULL
                                : DropCause.BUFFER_FULL,
                        now);
            case OVER -> {
                in.pauses().stop(priority, now);
                out.enqueue(packet, now);
            }
            case TAKEN -> out.enqueue(packet, now);
        }
    }

    private void refuse(Port in, Packet packet, DropCause cause, long now) {
        in.counters.dropped++;
        if (in.isInfiniband()) {
            in.credits().freed(packet, now);
        }
        network.drop(packet, cause);
    }

    @Override
    void leaves(Port out, Packet packet, long now) {
        if (out.isInfiniband()) {
            return;
        }
        if (options.decrementsTtl) {
            Headers.ethernet(packet.bytes, out.nextHop(packet), out.mac);
        }
        EcnCurve curve = options.ecn[packet.lane];
        if (curve != null) {
            mark(out, packet, curve);
        }
    }

    @Override
    void released(Packet packet, long now) {
        Port in = packet.in;
        if (in.isInfiniband()) {
            in.credits().freed(packet, now);
            return;
        }
        int priority = packet.lane;
        buffer.release(in.index(), priority, packet.size);
        PauseControl pauses = in.pauses();
        if (pauses.isStopping(priority) && buffer.mayGo(in.index(), priority)) {
            pauses.go(priority, now);
        }
    }

    /** By the queue that it was in, itself included. */
    private void mark(Port out, Packet packet, EcnCurve curve) {
        long queued = out.queuedBytes(packet.lane) + packet.size;
        if (queued <= curve.kMin()) {
            return;
        }
        double probability = curve.probability(queued);
        boolean hit = probability >= 1 || random.nextDouble() < probability;
        if (hit && Headers.markCongestion(packet)) {
            out.counters.marked();
        }
    }

    @Override
    boolean pulls() {
        return false;
    }

    @Override
    Packet pull(Port out, long now) {
        return null;
    }

    @Override
    int held() {
        int held = 0;
        for (Port port : ports) {
            held += port.queuedPackets();
        }
        return held;
    }
}
