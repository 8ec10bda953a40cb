package io.qpscope.session.taps;

/** One transmission and the taps that have seen it so far. Reused. */
final class Sighting {
    /** By tap: time, frame number and what a hop changes. */
    private static final int FIELDS = 3;

    long key;
    TapDirection direction;
    PacketKind kind;
    boolean tcp;
    int flow;
    long psn;
    /** Another copy of a transmission that its first tap had seen already. */
    boolean copy;

    boolean withIcrc;
    int icrc;
    long firstNs;
    /** Taps, as bits: that saw it, where its ICRC was wrong, where it was marked CE. */
    int seen;

    int bad;
    int marked;
    int lastTap;

    /** Ordinal of the next older in the same bucket. */
    long chained;

    private final long[] byTap = new long[FIELDS * TapMatcher.MAX_TAPS];

    void begin(long key, TapDirection direction, long timeNs) {
        this.key = key;
        this.direction = direction;
        firstNs = timeNs;
        seen = 0;
        bad = 0;
        marked = 0;
        copy = false;
        withIcrc = false;
    }

    void see(Look look) {
        int bit = 1 << look.tap;
        seen |= bit;
        bad |= look.bad ? bit : 0;
        marked |= look.marked ? bit : 0;
        byTap[FIELDS * look.tap] = look.timeNs;
        byTap[FIELDS * look.tap + 1] = look.frame;
        byTap[FIELDS * look.tap + 2] = look.place;
        lastTap = look.tap;
        if (look.withIcrc) {
            withIcrc = true;
            icrc = look.icrc;
        }
    }

    /** What is known of both says that they may be the same. */
    boolean fits(Look look) {
        return key == look.key && !(withIcrc && look.withIcrc && icrc != look.icrc);
    }

    boolean isSeenBy(int tap) {
        return (seen & 1 << tap) != 0;
    }

    long timeNs(int tap) {
        return byTap[FIELDS * tap];
    }

    long frame(int tap) {
        return byTap[FIELDS * tap + 1];
    }

    long place(int tap) {
        return byTap[FIELDS * tap + 2];
    }
}
