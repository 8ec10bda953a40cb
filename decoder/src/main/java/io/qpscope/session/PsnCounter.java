package io.qpscope.session;

import io.qpscope.wire.Psn;

/** The running counts behind {@link PsnCounts}. */
final class PsnCounter {
    boolean started;
    int firstPsn;
    int lastPsn;
    long retransmitted;
    long duplicates;
    long networkDuplicates;
    long captureDuplicates;
    long outOfOrder;
    long lostBeforeTap;
    long lostAfterTap;
    long lostByCapture;
    long lostUndecided;

    void start(int psn) {
        if (!started) {
            started = true;
            firstPsn = psn;
            lastPsn = psn;
        }
    }

    /** A PSN below all others: the first one came late. */
    void startsAt(int psn) {
        if (Psn.diff(psn, firstPsn) < 0) {
            firstPsn = psn;
        }
    }

    /**
     * @param answered whether the service has answers, without which nothing is known behind the
     *     tap
     * @param gapsProve whether a gap proves a loss (not for UD, whose PSNs run over all
     *     destinations)
     */
    PsnCounts summary(long missing, boolean answered, boolean gapsProve) {
        return new PsnCounts(
                started ? firstPsn : null,
                started ? lastPsn : null,
                retransmitted,
                answered ? (Long) duplicates : null,
                networkDuplicates,
                captureDuplicates,
                outOfOrder,
                gapsProve ? (Long) missing : null,
                gapsProve ? (Long) lostBeforeTap : null,
                answered ? (Long) lostAfterTap : null,
                answered ? (Long) lostByCapture : null,
                answered ? (Long) lostUndecided : null);
    }
}
