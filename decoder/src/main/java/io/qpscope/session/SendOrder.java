package io.qpscope.session;

/**
 * Tells a packet that was overtaken from one that was sent again, by the IP identification: where a
 * sender counts it up, a resend has a new one and a late original an old one (Linux rxe does; NICs
 * that send a constant leave it open).
 */
final class SendOrder {
    /** Steps beyond this are no counting: other traffic of the host takes identifications too. */
    private static final int MAX_STEP = 1 << 11;

    private static final int TRUST = 4;

    private int newest;
    private boolean any;
    private int steps;
    private int leaps;

    /** Whether the identifications tell the order of sending. */
    boolean known() {
        return steps > TRUST * leaps;
    }

    /** Whether a packet was sent before one that passed already. */
    boolean isLate(int ipId) {
        return known() && (short) (ipId - newest) < 0;
    }

    /** Whether the sender sent nothing between the newest packet and this one. */
    boolean follows(int ipId) {
        return known() && (short) (ipId - newest) == 1;
    }

    /** A packet with a PSN never sent before; the order of these is what is learnt from. */
    void learn(int ipId) {
        if (any) {
            int step = (short) (ipId - newest);
            // Without a branch, as some flows count and others don't.
            int leap = ((step - 1) | (MAX_STEP - step)) >>> (Integer.SIZE - 1);
            leaps += leap;
            steps += 1 - leap;
        }
        note(ipId);
    }

    @SuppressWarnings("ShortCircuitBoolean") // what is known differs from flow to flow
    void note(int ipId) {
        if (!any | !known() | (short) (ipId - newest) > 0) {
            any = true;
            newest = ipId;
        }
    }
}
