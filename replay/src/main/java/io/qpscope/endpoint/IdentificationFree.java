package io.qpscope.endpoint;

/**
 * Tells whether an ICRC that seems wrong is right for another IPv4 identification. A UDP socket does
 * not show it, and the ICRC covers it.
 *
 * <p>A CRC is linear: bits changed in 16 places change the CRC by what those 16 bits alone would,
 * moved on by the bytes behind them. Moved back, a difference of CRCs that only the identification
 * explains is 16 bits long. So 65,536 of the 2^32 differences pass: one random bad ICRC in 65,536
 * goes unseen.
 */
public final class IdentificationFree {
    /** Of CRC-32, reflected: bit 31 is x^0. */
    private static final int POLYNOMIAL = 0xedb8_8320;

    private static final int ONE = 1 << 31;
    /** Bytes from the IP header's start to behind the identification. */
    private static final int BEHIND_ID = 6;

    private static final int MOST = 1 << 14;

    /** x^-8n for n bytes; 0 where not computed yet. */
    private final int[] back = new int[MOST];

    private final int inverseByte;

    public IdentificationFree() {
        // x^-1: the polynomial without its constant term, divided by x.
        int inverse = (POLYNOMIAL ^ ONE) << 1 | 1;
        int square = multiply(inverse, inverse);
        int fourth = multiply(square, square);
        inverseByte = multiply(fourth, fourth);
    }

    /**
     * @param difference of the two CRCs
     * @param covered bytes from the IP header's start to the ICRC
     */
    boolean explains(int difference, int covered) {
        return changed(difference, covered) >= 0;
    }

    /**
     * The bits in which the identification is another one.
     *
     * @param difference of the two CRCs
     * @param covered bytes from the IP header's start to the ICRC
     * @return 16 bits; -1 when no identification makes the ICRC fit
     */
    public int changed(int difference, int covered) {
        int behind = covered - BEHIND_ID;
        if (behind < 0 || behind >= MOST) {
            return -1;
        }
        // The CRC register stands 32 bits behind the message: its state after the two bytes is
        // their polynomial times x^32, so move back by those four bytes as well.
        int moved = multiply(difference, back(behind + 4));
        // The first byte's lowest bit is x^15, which is bit 16 here.
        return (moved & 0xffff) != 0 ? -1 : ((moved >>> 8) & 0xff00) | (moved >>> 24);
    }

    private int back(int bytes) {
        if (back[bytes] == 0) {
            int power = ONE;
            int base = inverseByte;
            for (int n = bytes; n != 0; n >>= 1) {
                if ((n & 1) != 0) {
                    power = multiply(power, base);
                }
                base = multiply(base, base);
            }
            back[bytes] = power;
        }
        return back[bytes];
    }

    /** Of polynomials modulo the CRC's. */
    private static int multiply(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) != 0 ? shifted >>> 1 ^ POLYNOMIAL : shifted >>> 1;
        }
        return product;
    }
}
