package io.qpscope.session;

import java.util.List;

/**
 * The work completion status the requester must have seen.
 *
 * @param status name of {@code ibv_wc_status} without its prefix, or {@code UNKNOWN}
 * @param frames that prove it
 */
public record Outcome(String status, Proof proof, String why, List<Long> frames) {
    public static final String SUCCESS = "SUCCESS";
    public static final String UNKNOWN = "UNKNOWN";

    public enum Proof {
        PROVED,
        INFERRED
    }
}
