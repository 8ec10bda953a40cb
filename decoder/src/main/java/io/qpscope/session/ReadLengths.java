package io.qpscope.session;

import io.qpscope.wire.Psn;

/**
 * How many PSNs a READ takes: one for each response packet of a path MTU (IBA vol 1, 9.7.2.1). Until
 * the path MTU is seen the length of the newest READ is a guess, to be corrected by the PSN behind
 * it or by its first response. Those, and the payload of any packet, leave fewer path MTUs possible.
 */
final class ReadLengths {
    static final int SMALLEST_MTU = 256;
    static final int LARGEST_MTU = 4096;
    private static final int GUESS = 1024;

    /** Bytes; 0 while unknown. */
    int pathMtu;

    private int least = SMALLEST_MTU;
    private int most = LARGEST_MTU;

    private int psn = -1;
    private int bytes;
    private int guess;

    /** @param isNew whether the PSN was never sent before */
    int of(int psn, int bytes, boolean isNew) {
        if (pathMtu != 0) {
            return packets(bytes, pathMtu);
        }
        int packets = packets(bytes, Math.max(least, Math.min(most, GUESS)));
        if (isNew) {
            this.psn = psn;
            this.bytes = bytes;
            guess = packets;
        }
        return packets;
    }

    /** Whether a payload is more than the path MTUs thought possible can hold. */
    boolean raises(int payload) {
        return pathMtu == 0 && payload > least;
    }

    /** No smaller path MTU holds this payload. */
    void atLeast(int payload) {
        while (least < payload && least < most) {
            least <<= 1;
        }
    }

    /** The only path MTU left, or 0. */
    int onlyMtu() {
        return least == most ? least : 0;
    }

    private static int packets(int bytes, int mtu) {
        long length = bytes & 0xffff_ffffL;
        return (int) Math.max(1, Math.min(Psn.MASK >> 1, (length + mtu - 1) / mtu));
    }

    /** The only path MTU with which so many bytes take so many packets, or 0. */
    static int mtuFor(int bytes, int packets) {
        int found = 0;
        for (int mtu = SMALLEST_MTU; mtu <= LARGEST_MTU; mtu <<= 1) {
            if (packets(bytes, mtu) == packets) {
                if (found != 0) {
                    return 0;
                }
                found = mtu;
            }
        }
        return found;
    }

    /** The guessed READ's PSN, or -1. */
    int guessedPsn() {
        return psn;
    }

    /**
     * Keeps the path MTUs with which the guessed READ ends before the given PSN.
     *
     * @return whether there are any; if not, all stay possible
     */
    boolean endsAt(int next) {
        int lowest = 0;
        int highest = 0;
        for (int mtu = least; mtu <= most; mtu <<= 1) {
            if (next == Psn.add(psn, packets(bytes, mtu))) {
                lowest = lowest == 0 ? mtu : lowest;
                highest = mtu;
            }
        }
        if (lowest == 0) {
            return false;
        }
        least = lowest;
        most = highest;
        return true;
    }

    /** Packets of the guessed READ by the path MTUs left, or 0 where they differ. */
    int certain() {
        int packets = packets(bytes, least);
        return psn >= 0 && packets == packets(bytes, most) ? packets : 0;
    }

    /** As it was guessed, or corrected to. */
    int guessed() {
        return guess;
    }

    void correct(int packets) {
        guess = packets;
    }

    /** Packets of the guessed READ by a path MTU. */
    int guessed(int mtu) {
        return packets(bytes, mtu);
    }

    void settle(int mtu) {
        pathMtu = mtu;
        psn = -1;
    }
}
