package io.qpscope.session;

import java.util.List;

/**
 * How the waits between rounds without progress go. IBA's ACK timer waits equally long each time
 * (vol 1, 9.7.6.1.3); NICs with adaptive retransmission double the wait, up to a bound (from memory,
 * not verified).
 */
final class BackOff {
    static final String CONSTANT = "CONSTANT";
    static final String DOUBLING = "DOUBLING";

    /** Waits that show two steps. */
    private static final int LEAST_WAITS = 3;

    private static final double EQUAL = 1.25;
    private static final double DOUBLE_LEAST = 1.6;
    private static final double DOUBLE_MOST = 2.5;

    private BackOff() {}

    /**
     * Tells the law of a ladder.
     *
     * @return one of the constants; null when there are too few waits or they follow neither law
     */
    static String of(List<Long> waitsNs) {
        if (waitsNs.size() < LEAST_WAITS) {
            return null;
        }
        int doubled = 0;
        int equal = 0;
        for (int i = 1; i < waitsNs.size(); i++) {
            double step = (double) waitsNs.get(i) / Math.max(1, waitsNs.get(i - 1));
            if (step >= DOUBLE_LEAST && step <= DOUBLE_MOST) {
                doubled++;
            } else if (step <= EQUAL && step >= 1 / EQUAL) {
                equal++;
            } else if (i > 1) {
                // The first wait alone may be cut short: the timer ran for an earlier packet.
                return null;
            }
        }
        if (doubled >= 2) {
            return DOUBLING;
        }
        return doubled == 0 && equal >= 2 ? CONSTANT : null;
    }
}
