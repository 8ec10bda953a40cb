package io.qpscope.session;

import io.qpscope.wire.Aeth;
import io.qpscope.wire.Psn;

/**
 * End-to-end credits of a requester (IBA vol 1, 9.7.7.2): the responder grants receives beyond those
 * it has used, each SEND and each WRITE with immediate data takes one, and one message may always go
 * beyond them. A grant is never taken back, although its coarse code may seem to. What can't be
 * known counts in the requester's favour.
 */
final class Credits {
    /** Messages under way that are told apart; the oldest counts as taken beyond. */
    private static final int KEPT = 1 << 8;

    private static final int LARGEST_CODE = 30;

    /** First PSNs of messages that took a credit and are not acknowledged. */
    private final int[] psns = new int[KEPT];

    private long sent;
    private long taken;
    private long limit;

    /** @param code of the first grant that was seen; an earlier one may have been this much higher */
    Credits(int code) {
        boolean largest = code >= LARGEST_CODE;
        limit = largest ? Integer.MAX_VALUE : Aeth.credits(code + 1) - 1;
    }

    /** A message that takes a credit is sent; tells whether it was one too many. */
    boolean onMessage(int psn) {
        if (sent - taken == KEPT) {
            taken++;
        }
        psns[(int) (sent++ & (KEPT - 1))] = psn;
        return sent > limit + 1;
    }

    /** All up to the PSN is received, and there is room for so many more. */
    void onAcknowledge(int psn, int granted) {
        while (taken < sent && Psn.diff(psn, psns[(int) (taken & (KEPT - 1))]) >= 0) {
            taken++;
        }
        limit = Math.max(limit, taken + granted);
    }

    /**
     * A response grants, whose PSN does not tell which messages have been received.
     *
     * @param beyond completed since the last acknowledgement, of any kind
     */
    void onResponse(int beyond, int granted) {
        limit = Math.max(limit, taken + beyond + granted);
    }
}
