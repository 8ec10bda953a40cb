package io.qpscope.finding;

import io.qpscope.session.TrackerResult;

import java.util.List;

/** The rule catalogue, and the rules at work. */
public final class Rules {
    private Rules() {}

    /** All rules in the order of the catalogue. */
    public static List<Rule> catalogue() {
        return List.of();
    }

    /** What fires on a result, worst first. */
    public static List<Finding> judge(TrackerResult result) {
        return List.of();
    }
}
