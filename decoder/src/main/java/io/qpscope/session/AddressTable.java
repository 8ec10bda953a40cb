package io.qpscope.session;

import io.qpscope.frame.FrameView;

import org.agrona.collections.Long2ObjectHashMap;

/** All address pairs, found without allocation. */
final class AddressTable {
    private final Long2ObjectHashMap<AddressPair> pairs = new Long2ObjectHashMap<>();
    private AddressPair last = new AddressPair(0, 0, 0, 0, -1);
    private AddressPair beforeLast = last;

    /** The frame's pair; made on first sight. */
    AddressPair of(FrameView frame) {
        AddressPair pair = last;
        if (isOf(pair, frame)) {
            return pair;
        }
        pair = beforeLast;
        if (!isOf(pair, frame)) {
            pair = of(
                    frame.sourceHigh(),
                    frame.sourceLow(),
                    frame.destinationHigh(),
                    frame.destinationLow(),
                    frame.carrier().vni());
        }
        beforeLast = last;
        last = pair;
        return pair;
    }

    private static boolean isOf(AddressPair pair, FrameView frame) {
        return pair.is(
                frame.sourceHigh(),
                frame.sourceLow(),
                frame.destinationHigh(),
                frame.destinationLow(),
                frame.carrier().vni());
    }

    AddressPair of(
            long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int vni) {
        long hash = (sourceLow * 31 + destinationLow) * 0x9e3779b97f4a7c15L
                + (sourceHigh * 31 + destinationHigh + vni) * 0xc2b2ae3d27d4eb4fL;
        AddressPair first = pairs.get(hash);
        for (AddressPair pair = first; pair != null; pair = pair.chained) {
            if (pair.is(sourceHigh, sourceLow, destinationHigh, destinationLow, vni)) {
                return pair;
            }
        }
        AddressPair added =
                new AddressPair(sourceHigh, sourceLow, destinationHigh, destinationLow, vni);
        added.chained = first;
        pairs.put(hash, added);
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
