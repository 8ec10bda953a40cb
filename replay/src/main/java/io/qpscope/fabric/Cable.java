package io.qpscope.fabric;

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
    final Fate fate = new Fate();
    Meddler meddler = Meddler.NONE;
    private boolean cut;

    Cable(Network network, Node left, Node right, CableOptions options, SplittableRandom random) {
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

    public CableOptions options() {
        return options;
    }

    /** Meddles with all that is not flow control; direction A is from {@link #a}. */
    public Cable meddler(Meddler meddler) {
        this.meddler = meddler;
        return this;
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

    private void down() {
        a.down(network.now());
        b.down(network.now());
    }

    int inFlight() {
        return fromA.inFlight() + fromB.inFlight();
    }
}
