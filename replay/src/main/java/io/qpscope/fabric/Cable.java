package io.qpscope.fabric;

import io.qpscope.fault.Meddler;

import java.util.SplittableRandom;

/** A cable between two ports, and what may happen to frames on it. */
public final class Cable {
    final Network network;
    private final CableOptions options;
    private final Wire fromA;
    private final Wire fromB;
    private final Port a;
    private final Port b;
    final SplittableRandom random;
    private CableFaults faults;
    private final String suffix;
    private boolean cut;

    Cable(
            Network network,
            Node left,
            Node right,
            CableOptions options,
            String suffix,
            SplittableRandom random) {
        this.suffix = suffix;
        this.network = network;
        this.options = options;
        this.random = random;
        a = left.addPort(options);
        b = right.addPort(options);
        fromA = new Wire(this, b, true);
        fromB = new Wire(this, a, false);
        a.connect(this, fromA, b);
        b.connect(this, fromB, a);
    }

    /** The port of the node named first. */
    public Port a() {
        return a;
    }

    public Port b() {
        return b;
    }

    /** Its nodes' names, {@code a-b}; with a number behind it when others connect the same two. */
    public String name() {
        return a.node().name() + "-" + b.node().name() + suffix;
    }

    String reversedName() {
        return b.node().name() + "-" + a.node().name() + suffix;
    }

    public CableOptions options() {
        return options;
    }

    /**
     * Meddles with all that is not flow control; direction A is from {@link #a}. With InfiniBand it
     * sees packets from their LRH on, not from an IP header. One that is added later is asked first.
     */
    public Cable meddler(Meddler meddler) {
        faults = new CableFaults(this, meddler, faults);
        return this;
    }

    CableFaults faults() {
        return faults;
    }

    Wire wire(boolean isFromA) {
        return isFromA ? fromA : fromB;
    }

    public boolean isCut() {
        return cut;
    }

    /** Cuts it now: what is under way is lost, and both ports lose what they had agreed. */
    public void cut() {
        if (!cut) {
            cut = true;
            fromA.lose();
            fromB.lose();
            down();
        }
    }

    /** Makes it whole again. */
    public void mend() {
        if (cut) {
            cut = false;
            down();
        }
    }

    boolean connects(Node first, Node second) {
        return a.node().equals(first) && b.node().equals(second);
    }

    private void down() {
        a.down(network.now());
        b.down(network.now());
    }

    /** On their way, flow control left out. */
    long inFlight() {
        long held = 0;
        for (CableFaults each = faults; each != null; each = each.next()) {
            held += each.held();
        }
        return held + fromA.inFlight() + fromB.inFlight();
    }

    /** Let fall because a meddler held too many. */
    long overflowed() {
        long sum = 0;
        for (CableFaults each = faults; each != null; each = each.next()) {
            sum += each.overflowed();
        }
        return sum;
    }
}
