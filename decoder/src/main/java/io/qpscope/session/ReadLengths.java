package io.qpscope.session;

import io.qpscope.wire.Psn;

/**
 * How many PSNs a READ takes: one for each response packet of a path MTU (IBA vol 1, 9.7.2.1). Until
 * the path MTU is seen the length of the newest READ is a guess, to be corrected by the PSN behind
 * it or by its first response.
 */
final class ReadLengths {
    static final int SMALLEST_MTU = 256;
    static final int LARGEST_MTU = 4096;
    private static final int GUESS = 1024;

    /** Bytes; 0 while unknown. */
    int pathMtu;
    /** FIRST and MIDDLE packets, which are as long as the path MTU. */
    long seen;

    private int psn = -1;
    private int bytes;

    /** @param isNew whether the PSN was never sent before */
    int of(int psn, int bytes, boolean isNew) {
        if (pathMtu != 0) {
            return packets(bytes, pathMtu);
        }
        if (isNew) {
            this.psn = psn;
            this.bytes = bytes;
        }
        return packets(bytes, GUESS);
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

    /** The path MTU with which the guessed READ ends before the given PSN, or 0. */
    int mtuThatEndsAt(int next) {
        for (int mtu = SMALLEST_MTU; mtu <= LARGEST_MTU; mtu <<= 1) {
            if (next == Psn.add(psn, packets(bytes, mtu))) {
                return mtu;
            }
        }
        return 0;
    }

    /** Packets of the guessed READ by a path MTU. */
    int guessed(int mtu) {
        return packets(bytes, mtu);
    }

    int guessed() {
        return packets(bytes, GUESS);
    }

    void settle(int mtu) {
        pathMtu = mtu;
        psn = -1;
    }
}
