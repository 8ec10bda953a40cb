package io.qpscope.session;

import io.qpscope.frame.FrameView;

import org.agrona.collections.Long2ObjectHashMap;

/** All address pairs, found without allocation. */
final class AddressTable {
    private final Long2ObjectHashMap<AddressPair> pairs = new Long2ObjectHashMap<>();
    private final int maxPairs;
    private int count;
    private final FlowMemory memory;
    private AddressPair last;
    private AddressPair beforeLast;

    /** At most so many pairs are made for frames; a handshake's come on top. */
    AddressTable(int maxPairs, FlowMemory memory) {
        this.maxPairs = maxPairs;
        this.memory = memory;
        last = new AddressPair(memory, 0, 0, 0, 0, -1);
        beforeLast = last;
    }

    /** The frame's pair; made on first sight, or null when there are too many. */
    AddressPair of(FrameView frame) {
        AddressPair pair = find(frame);
        if (pair != null || count >= maxPairs) {
            return pair;
        }
        return of(
                frame.sourceHigh(),
                frame.sourceLow(),
                frame.destinationHigh(),
                frame.destinationLow(),
                frame.carrier().vni());
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** The frame's pair if it is known, else null. */
    AddressPair find(FrameView frame) {
        AddressPair pair = last;
        if (pair.isOf(frame)) {
            return pair;
        }
        pair = beforeLast;
        if (!pair.isOf(frame)) {
            pair = find(
                    frame.sourceHigh(),
                    frame.sourceLow(),
                    frame.destinationHigh(),
                    frame.destinationLow(),
                    frame.carrier().vni());
        }
        if (pair != null) {
            beforeLast = last;
            last = pair;
        }
        return pair;
    }

    private static long hash(
            long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int vni) {
        // Each word is mixed in turn: addresses that count up against one another must not collide.
        long hash = mix(sourceLow + 0x9e3779b97f4a7c15L);
        hash = mix(hash + destinationLow);
        hash = mix(hash + sourceHigh);
        return mix(hash + destinationHigh + ((long) vni << 32));
    }

    /** The finalizer of splitmix64. */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    private AddressPair find(
            long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int vni) {
        long hash = hash(sourceHigh, sourceLow, destinationHigh, destinationLow, vni);
        for (AddressPair pair = pairs.get(hash); pair != null; pair = pair.chained) {
            if (pair.is(sourceHigh, sourceLow, destinationHigh, destinationLow, vni)) {
                return pair;
            }
        }
        return null;
    }

    AddressPair of(
            long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int vni) {
        AddressPair known = find(sourceHigh, sourceLow, destinationHigh, destinationLow, vni);
        if (known != null) {
            return known;
        }
        long hash = hash(sourceHigh, sourceLow, destinationHigh, destinationLow, vni);
        AddressPair added = new AddressPair(
                memory, sourceHigh, sourceLow, destinationHigh, destinationLow, vni);
        added.chained = pairs.get(hash);
        pairs.put(hash, added);
        count++;
        return added;
    }

    AddressPair reverse(AddressPair pair) {
        if (pair.reverse == null) {
            AddressPair reverse = of(
                    pair.destinationHigh,
                    pair.destinationLow,
                    pair.sourceHigh,
                    pair.sourceLow,
                    pair.vni);
            pair.reverse = reverse;
            reverse.reverse = pair;
        }
        return pair.reverse;
    }
}
