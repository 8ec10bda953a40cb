package io.qpscope.session;

import java.util.List;

/**
 * The work completion status the requester must have seen.
 *
 * @param status name of {@code ibv_wc_status} without its prefix, or {@code UNKNOWN}
 * @param frames that prove it
 * @param silence the end of a requester that gave up (RETRY_EXC_ERR and RNR_RETRY_EXC_ERR), or null
 */
public record Outcome(String status, Proof proof, String why, List<Long> frames, Silence silence) {
    public static final String SUCCESS = "SUCCESS";
    public static final String UNKNOWN = "UNKNOWN";

    public enum Proof {
        PROVED,
        INFERRED
    }

    public Outcome(String status, Proof proof, String why, List<Long> frames) {
        this(status, proof, why, frames, null);
    }

    Outcome withSilence(Silence known) {
        return new Outcome(status, proof, why, frames, known);
    }

    /** The worse of the two: an error, then what is not known. */
    public static Outcome worse(Outcome a, Outcome b) {
        return b.rank() > a.rank() ? b : a;
    }

    private int rank() {
        switch (status) {
            case SUCCESS -> {
                return proof == Proof.PROVED ? 1 : 0;
            }
            case UNKNOWN -> {
                return 2;
            }
            default -> {
                return 3;
            }
        }
    }
}
