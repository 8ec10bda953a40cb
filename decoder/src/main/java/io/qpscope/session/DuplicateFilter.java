package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;

/**
 * Remembers the last transmissions of a flow, to know one that passes twice. A transmission is named
 * by its IP identification, opcode, PSN and ICRC, which no hop changes (annex A17 leaves TTL, TOS
 * and the MACs out of the ICRC). Direct-mapped: an older transmission in the same place is
 * forgotten.
 */
final class DuplicateFilter {
    /** Not seen before, or a resend that can't be told from it. */
    static final int NONE = 0;
    /** The network delivered one transmission twice. */
    static final int NETWORK = 1;
    /** The capture holds one transmission twice: another interface, MAC, TTL or tag. */
    static final int CAPTURE = 2;

    private static final int SLOTS = 64;
    private static final int FEW = 4;

    private long[] keys = new long[FEW];
    private long[] places = new long[FEW];
    /** Hashes of the first transmissions, until there are too many. */
    private int[] few = new int[FEW];

    private int seen;
    private int lastIpId = -1;
    private boolean ipIdVaries;

    int check(FrameView frame) {
        int ipId = frame.ipId();
        if (!ipIdVaries) {
            ipIdVaries = ipId != 0 && lastIpId > 0 && ipId != lastIpId;
            lastIpId = ipId;
        }
        long key = ((long) ipId << 48)
                ^ ((long) frame.opcode() << 40)
                ^ ((long) frame.psn() << 16)
                ^ (frame.icrc() == IcrcStatus.UNCHECKED && frame.truncated()
                        ? (frame.ackReq() ? 1 : 0)
                        : frame.icrcStored());
        int slot = slot(frame.psn() + frame.opcode() * 7, key);
        if (keys[slot] != key) {
            keys[slot] = key;
            places[slot] = place(frame);
            return NONE;
        }
        if (places[slot] != place(frame)) {
            return CAPTURE;
        }
        return ipIdVaries ? NETWORK : NONE;
    }

    /** A flow of a few packets needs no table: its first ones are looked for one by one. */
    private int slot(int hash, long key) {
        if (few == null) {
            return hash & (SLOTS - 1);
        }
        for (int i = 0; i < seen; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        if (seen < FEW) {
            few[seen] = hash;
            return seen++;
        }
        long[] oldKeys = keys;
        long[] oldPlaces = places;
        keys = new long[SLOTS];
        places = new long[SLOTS];
        for (int i = 0; i < FEW; i++) {
            keys[few[i] & (SLOTS - 1)] = oldKeys[i];
            places[few[i] & (SLOTS - 1)] = oldPlaces[i];
        }
        few = null;
        return hash & (SLOTS - 1);
    }

    /** What a hop or another tap changes. */
    private static long place(FrameView frame) {
        long place = frame.interfaceId() * 31L + frame.captureIndex();
        place = place * 5 + frame.carrier().port();
        place = place * 4099 + frame.vlanId();
        place = place * 257 + frame.ttl();
        if (frame.sourceMacOffset() >= 0) {
            place = place * 0x9e3779b97f4a7c15L
                    + frame.buffer().getInt(frame.sourceMacOffset() + 2);
        }
        if (frame.destinationMacOffset() >= 0) {
            place = place * 0x9e3779b97f4a7c15L
                    + frame.buffer().getInt(frame.destinationMacOffset() + 2);
        }
        return place | 1;
    }
}
