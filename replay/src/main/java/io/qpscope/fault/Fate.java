package io.qpscope.fault;

/** What becomes of one packet on its way; untouched it arrives once, unchanged and in order. */
public final class Fate {
    private boolean dropped;
    private int copies;
    private long delayNs;
    private int behind;
    private long withinNs;
    private int length;

    public Fate() {
        reset();
    }

    /** Untouched again. */
    public Fate reset() {
        dropped = false;
        copies = 1;
        delayNs = 0;
        behind = 0;
        withinNs = 0;
        length = -1;
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

    /**
     * Lets the next {@code packets} of its direction overtake it.
     *
     * @param ns goes on after so long if fewer come
     */
    public void behind(int packets, long ns) {
        behind += packets;
        withinNs = Math.max(withinNs, ns);
    }

    /** Ends after so many bytes from the IP header on; the lengths in its headers say so already. */
    public void cut(int bytes) {
        length = bytes;
    }

    public boolean dropped() {
        return dropped;
    }

    /** How often it arrives; 1 or more. */
    public int copies() {
        return copies;
    }

    public long delayNs() {
        return delayNs;
    }

    /** Packets that overtake it. */
    public int behind() {
        return behind;
    }

    /** How long it waits for them at most. */
    public long withinNs() {
        return withinNs;
    }

    /** Of the packet as it goes on, of {@code whole} bytes that came. */
    public int length(int whole) {
        return length < 0 ? whole : length;
    }

    /** Whether it goes on now, and once; its bytes may be others. */
    public boolean immediate() {
        return !dropped && copies == 1 && delayNs == 0 && behind == 0;
    }
}
