package io.qpscope.fabric;

/** What a port has seen since the start. Frames of flow control are counted apart. */
public final class PortCounters {
    private final long[] sentPackets;
    private final long[] sentBytes;
    private final long[] receivedPackets;
    private final long[] receivedBytes;
    private final long[] lastSent;
    private long marked;
    /** Let fall at this port, on the way in or out. */
    long dropped;

    long flowControlSent;
    long flowControlReceived;

    PortCounters(int lanes) {
        sentPackets = new long[lanes];
        sentBytes = new long[lanes];
        receivedPackets = new long[lanes];
        receivedBytes = new long[lanes];
        lastSent = new long[lanes];
    }

    void sent(Packet packet, long now) {
        lastSent[packet.lane] = now;
        sentPackets[packet.lane]++;
        sentBytes[packet.lane] += packet.size;
    }

    void received(Packet packet) {
        receivedPackets[packet.lane]++;
        receivedBytes[packet.lane] += packet.size;
    }

    /** When a packet last left. */
    long lastSent(int lane) {
        return lastSent[lane];
    }

    void marked() {
        marked++;
    }

    /** Of a priority or virtual lane, as the sender had it. */
    public long sentPackets(int lane) {
        return sentPackets[lane];
    }

    /** With frame check sequences, without preamble and gap. */
    public long sentBytes(int lane) {
        return sentBytes[lane];
    }

    public long receivedPackets(int lane) {
        return receivedPackets[lane];
    }

    public long receivedBytes(int lane) {
        return receivedBytes[lane];
    }

    /** Packets that left with Congestion Experienced set here. */
    public long markedPackets() {
        return marked;
    }

    /** Packets that were let fall at this port, whatever the cause. */
    public long droppedPackets() {
        return dropped;
    }

    /** PFC and PAUSE frames, or flow-control packets of InfiniBand. */
    public long flowControlSent() {
        return flowControlSent;
    }

    public long flowControlReceived() {
        return flowControlReceived;
    }
}
