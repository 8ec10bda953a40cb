package io.qpscope.session.taps;

import java.util.Arrays;

/**
 * The last transmissions that any tap saw, in order of first sight, found by key. Grows up to a bound;
 * then the oldest has to go before another comes in. Nothing is allocated once it is grown.
 */
final class TapWindow {
    private static final int FIRST_SLOTS = 1 << 10;

    private final int maxSlots;
    private Sighting[] slots = new Sighting[FIRST_SLOTS];
    /** Ordinal of the newest in each bucket. */
    private long[] buckets = empty(2 * FIRST_SLOTS);
    /** Ordinals of the oldest kept and of the next to come. */
    private long oldest;

    private long next;

    /**
     * @param maxSlots a power of two
     */
    TapWindow(int maxSlots) {
        this.maxSlots = maxSlots;
    }

    private static long[] empty(int size) {
        long[] buckets = new long[size];
        Arrays.fill(buckets, -1);
        return buckets;
    }

    boolean isFull() {
        return next - oldest >= maxSlots;
    }

    /** Null when there is none. */
    Sighting oldest() {
        return oldest == next ? null : at(oldest);
    }

    void removeOldest() {
        at(oldest).direction = null;
        oldest++;
    }

    /** Ordinal of the newest in the key's bucket, or a negative number. */
    long newest(long key) {
        return alive(buckets[bucket(key)]);
    }

    /** The next older in the same bucket, or a negative number. */
    long older(long ordinal) {
        return alive(at(ordinal).chained);
    }

    /** Chains go from new to old, so all behind one that was removed are removed too. */
    private long alive(long ordinal) {
        return ordinal >= oldest ? ordinal : -1;
    }

    Sighting at(long ordinal) {
        return slots[(int) ordinal & (slots.length - 1)];
    }

    private int bucket(long key) {
        return (int) (key >>> 20) & (buckets.length - 1);
    }

    Sighting add(long key, TapDirection direction, long timeNs) {
        if (next - oldest == slots.length) {
            grow();
        }
        int slot = (int) next & (slots.length - 1);
        if (slots[slot] == null) {
            slots[slot] = new Sighting();
        }
        Sighting sighting = slots[slot];
        sighting.begin(key, direction, timeNs);
        link(next++, sighting);
        return sighting;
    }

    private void link(long ordinal, Sighting sighting) {
        int bucket = bucket(sighting.key);
        sighting.chained = buckets[bucket];
        buckets[bucket] = ordinal;
    }

    private void grow() {
        Sighting[] old = slots;
        slots = new Sighting[2 * old.length];
        buckets = empty(2 * slots.length);
        for (long ordinal = oldest; ordinal < next; ordinal++) {
            Sighting sighting = old[(int) ordinal & (old.length - 1)];
            slots[(int) ordinal & (slots.length - 1)] = sighting;
            link(ordinal, sighting);
        }
    }
}
