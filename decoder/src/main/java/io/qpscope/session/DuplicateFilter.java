package io.qpscope.session;

import io.qpscope.frame.FrameView;

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
    private static final long MIX = 0x9e3779b97f4a7c15L;

    /** Less than the shortest RNR wait. */
    private static final long AT_ONCE_NS = 8_000;

    /** Pairs of a transmission and its place. */
    private long[] table = new long[2 * FEW];
    /** Hashes of the first transmissions, until there are too many. */
    private int[] few = new int[FEW];

    private int seen;
    private long lastKey;
    private long lastNs;
    /** Bits that are set in any identification but 0, and in all of them. */
    private int anyIpId;

    private int everyIpId = -1;

    int check(FrameView frame) {
        int ipId = frame.ipId();
        anyIpId |= ipId;
        // All ones in place of 0: without a branch, as some flows count and others leave it 0.
        everyIpId &= ipId | (ipId - 1) >> 31;
        int psn = frame.psn();
        int opcode = frame.opcode();
        long key = ((long) ipId << 48)
                ^ ((long) opcode << 40)
                ^ ((long) psn << 16)
                ^ frame.icrcStored()
                ^ (frame.ackReq() ? 1 : 0);
        long place = place(frame);
        int at = few == null ? at(psn + opcode * 7) : slow(psn + opcode * 7, key);
        // A place is never 0.
        if (table[at] != key || table[at + 1] == 0) {
            table[at] = key;
            table[at + 1] = place;
            lastKey = key;
            lastNs = frame.timeNs();
            return NONE;
        }
        if (table[at + 1] != place) {
            return CAPTURE;
        }
        // No timer and no NAK brings a packet back so soon, right behind itself.
        boolean atOnce = key == lastKey && frame.timeNs() - lastNs < AT_ONCE_NS;
        boolean ipIdVaries = (anyIpId & ~everyIpId) != 0;
        return ipIdVaries || atOnce ? NETWORK : NONE;
    }

    private static int at(int hash) {
        return (hash & (SLOTS - 1)) * 2;
    }

    /** A flow of a few packets needs no table: its first ones are looked for one by one. */
    private int slow(int hash, long key) {
        for (int i = 0; i < seen; i++) {
            if (table[2 * i] == key) {
                return 2 * i;
            }
        }
        if (seen < FEW) {
            few[seen] = hash;
            return 2 * seen++;
        }
        long[] old = table;
        table = new long[2 * SLOTS];
        for (int i = 0; i < FEW; i++) {
            System.arraycopy(old, 2 * i, table, at(few[i]), 2);
        }
        few = null;
        return at(hash);
    }

    /** What a hop or another tap changes. */
    private static long place(FrameView frame) {
        long port = (frame.interfaceId() * 31L + frame.captureIndex()) * 5
                + frame.carrier().port();
        int tag = frame.vlanId() << 8 | frame.ttl();
        long place = port * 4099 ^ tag * 0xc2b2ae3d27d4eb4fL;
        if (frame.sourceMacOffset() >= 0) {
            place ^= frame.buffer().getInt(frame.sourceMacOffset() + 2) * MIX;
        }
        if (frame.destinationMacOffset() >= 0) {
            place += frame.buffer().getInt(frame.destinationMacOffset() + 2) * 0x165667b19e3779f9L;
        }
        return place | 1;
    }
}
