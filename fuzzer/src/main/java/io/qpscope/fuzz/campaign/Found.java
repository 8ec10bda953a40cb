package io.qpscope.fuzz.campaign;

import io.qpscope.fuzz.Case;

/**
 * A kind of failure that a campaign has found.
 *
 * @param first as it came
 * @param smallest that fails so
 * @param number of the case that showed it, from 1; 0 for one of an earlier campaign
 * @param atNs when, since the campaign began
 */
public record Found(Failure first, Failure smallest, long number, long atNs) {
    /** The kind of the smallest one. */
    public String kind() {
        return smallest.kind();
    }

    public Case reproducer() {
        return smallest.from();
    }
}
