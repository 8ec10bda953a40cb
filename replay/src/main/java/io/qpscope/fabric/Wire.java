package io.qpscope.fabric;

/** One direction of a cable: frames under way, in the order of their arrival. */
final class Wire extends Timer {
    private static final int BITS = 8;

    private final Cable cable;
    private final Network network;
    private final Port to;
    private final boolean fromA;
    private final long delayNs;
    private final double loss;
    /** Logarithm of the share of bits that arrive whole; 0 when all do. */
    private final double wholeBit;

    private Packet head;
    private Packet tail;
    private int inFlight;

    Wire(Cable cable, Port to, boolean fromA) {
        this.cable = cable;
        this.to = to;
        this.fromA = fromA;
        network = cable.network;
        CableOptions options = cable.options();
        delayNs = options.delayNs;
        loss = options.loss;
        wholeBit = StrictMath.log1p(-options.bitErrorRate);
    }

    /** Without flow control. */
    int inFlight() {
        return inFlight;
    }

    /**
     * @param gone when its last bit has left
     */
    void enter(Packet packet, long now, long gone) {
        if (cable.isCut()) {
            network.drop(packet, DropCause.LINK_CUT);
            return;
        }
        if (loss > 0 && cable.random.nextDouble() < loss) {
            network.drop(packet, DropCause.WIRE_LOSS);
            return;
        }
        if (wholeBit < 0) {
            double whole = StrictMath.exp(wholeBit * packet.size * BITS);
            packet.damaged = cable.random.nextDouble() >= whole;
        }
        packet.at = gone + delayNs;
        CableFaults faults = cable.faults();
        if (faults != null && !packet.control) {
            faults.pass(fromA, packet, now);
        } else {
            fly(packet);
        }
    }

    /** The port that sends here. */
    Port port() {
        return to.peer();
    }

    long delayNs() {
        return delayNs;
    }

    /** Under way to arrive at its time. */
    void fly(Packet packet) {
        if (tail != null && tail.at > packet.at) {
            insert(packet);
        } else {
            append(packet);
        }
    }

    private void insert(Packet packet) {
        if (head.at > packet.at) {
            packet.next = head;
            head = packet;
        } else {
            Packet before = head;
            while (before.next.at <= packet.at) {
                before = before.next;
            }
            packet.next = before.next;
            before.next = packet;
        }
        count(packet, 1);
        network.events.armBefore(this, head.at);
    }

    private void append(Packet packet) {
        packet.next = null;
        if (tail == null) {
            head = packet;
            network.events.arm(this, packet.at);
        } else {
            tail.next = packet;
        }
        tail = packet;
        count(packet, 1);
    }

    private void count(Packet packet, int by) {
        inFlight += packet.control ? 0 : by;
    }

    @Override
    void fire(long now) {
        while (head != null && head.at <= now) {
            Packet packet = pop();
            to.receive(packet, now);
        }
        if (head != null) {
            network.events.arm(this, head.at);
        }
    }

    private Packet pop() {
        Packet packet = head;
        head = packet.next;
        if (head == null) {
            tail = null;
        }
        packet.next = null;
        count(packet, -1);
        return packet;
    }

    /** All that is under way. */
    void lose() {
        network.events.disarm(this);
        while (head != null) {
            network.drop(pop(), DropCause.LINK_CUT);
        }
    }
}
