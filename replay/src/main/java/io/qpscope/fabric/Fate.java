package io.qpscope.fabric;

/** What becomes of one packet on a link; untouched it arrives once, unchanged and in order. */
public final class Fate {
    boolean dropped;
    int copies = 1;
    long delayNs;

    Fate reset() {
        dropped = false;
        copies = 1;
        delayNs = 0;
        return this;
    }

    public void drop() {
        dropped = true;
    }

    /** Arrives {@code more} times again, right behind. */
    public void duplicate(int more) {
        copies += more;
    }

    /** Arrives later, behind what is sent in the meantime. */
    public void delay(long ns) {
        delayNs += ns;
    }
}
