package io.qpscope.session.taps;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells whether interfaces, or captures that are read as one, hold the same packets: then they are
 * taps, and one tracker for all mixes what stood before a loss with what stood behind it. Hardly
 * anything is done while one place alone records. Bounded; a packet that does not fit is forgotten.
 */
public final class SharedTraffic {
    /** A few equal names may be chance, or resends that took another link of a bond. */
    private static final int ENOUGH = 4;

    /**
     * One in so many of a flow's packets is a copy. Two taps have every second one if nothing is
     * lost; a bond that sends each packet on any link comes there if two thirds are resends.
     */
    private static final int ONE_IN = 3;

    private static final int SLOTS = 1 << 15;
    private static final int FLOWS = 1 << 12;
    private static final int MAX_PAIRS = 20;
    private static final long NOWHERE = -1;

    private long lastPlace = NOWHERE;
    private long lastNs;
    /** Of the last packet at another place than the last one's. */
    private long elsewhereNs;

    /** Null while there is one place. */
    private Slots slots;

    /** What passed, by hash: a later packet drives out an earlier one. */
    private static final class Slots {
        final long[] keys = new long[SLOTS];
        final long[] times = new long[SLOTS];
        /** Plus one; 0 where nothing is. */
        final long[] places = new long[SLOTS];

        /** By flow, as far as hashes tell flows apart. */
        final long[] seen = new long[FLOWS];

        final long[] copies = new long[FLOWS];
        /** The two places of the flow's first copy. */
        final long[] lower = new long[FLOWS];

        final long[] higher = new long[FLOWS];
    }

    /** Takes a packet of a connection; those with a bad ICRC and datagrams are not for it. */
    public void onPacket(FrameView frame) {
        long place = ((long) frame.captureIndex() << 32) | (frame.interfaceId() & 0xffff_ffffL);
        long timeNs = frame.timeNs();
        if (place != lastPlace) {
            if (lastPlace != NOWHERE) {
                slots = slots == null ? new Slots() : slots;
                elsewhereNs = lastNs;
            }
            lastPlace = place;
        }
        lastNs = timeNs;
        // Parts of one recording follow each other, and need no more than this.
        if (slots != null && isNear(timeNs, elsewhereNs) && Transmission.isNamed(frame)) {
            look(frame, place, timeNs);
        }
    }

    private void look(FrameView frame, long place, long timeNs) {
        long key = Transmission.key(frame);
        if (Transmission.hasIcrc(frame)) {
            key = Transmission.mix(key ^ frame.icrcStored());
        }
        int flow = flow(frame);
        slots.seen[flow]++;
        int slot = (int) key & (SLOTS - 1);
        long there = slots.places[slot] - 1;
        boolean known = slots.keys[slot] == key && isNear(timeNs, slots.times[slot]);
        if (known && there != NOWHERE && there != place) {
            if (slots.copies[flow]++ == 0) {
                slots.lower[flow] = Math.min(there, place);
                slots.higher[flow] = Math.max(there, place);
            }
            return;
        }
        slots.keys[slot] = key;
        slots.times[slot] = timeNs;
        slots.places[slot] = place + 1;
    }

    private static boolean isNear(long one, long other) {
        long apart = one - other;
        return apart <= TapMatcher.PATIENCE_NS && apart >= -TapMatcher.PATIENCE_NS;
    }

    private static int flow(FrameView frame) {
        long ports = ((long) frame.sourcePort() << 16) | frame.destinationPort();
        long end = Transmission.isTcp(frame) ? ports : frame.destQp();
        return (int) Transmission.mix(Transmission.ends(frame) ^ end) & (FLOWS - 1);
    }

    /**
     * What is to be told when the capture ends: one for each two places that hold the same packets,
     * in their order. How many they share is not said: it is not known from the first packet on.
     */
    public List<Observation> observations() {
        Map<String, Integer> flows = new TreeMap<>();
        for (int flow = 0; slots != null && flow < FLOWS; flow++) {
            if (slots.copies[flow] >= ENOUGH && slots.copies[flow] >= slots.seen[flow] / ONE_IN) {
                flows.merge(name(slots.lower[flow], slots.higher[flow]), 1, Integer::sum);
            }
        }
        List<Observation> told = new ArrayList<>();
        flows.forEach((places, count) -> {
            if (told.size() < MAX_PAIRS) {
                told.add(new Observation(
                        Observation.Kind.SHARED_TRAFFIC, 0, null, List.of(), count, 0, places));
            }
        });
        return told;
    }

    private static String name(long lower, long higher) {
        String first = "interface " + (int) lower;
        String of = " of capture ";
        return (lower >>> 32 == higher >>> 32 ? first : first + of + (lower >>> 32))
                + " and interface " + (int) higher + of + (higher >>> 32);
    }
}
