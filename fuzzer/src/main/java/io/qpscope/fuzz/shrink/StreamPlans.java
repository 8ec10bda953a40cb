package io.qpscope.fuzz.shrink;

import io.qpscope.scenario.StreamPlan;

import java.util.Set;

/** Takes from the set-up of a stream what is unusual, one thing at a time. */
final class StreamPlans {
    /** All of it, then each by itself. */
    static final int COUNT = 8;

    private static final StreamPlan USUAL = StreamPlan.USUAL;

    private StreamPlans() {}

    static StreamPlan usual(StreamPlan plan, int number) {
        return number == 0
                ? USUAL
                : new StreamPlan(
                        number == 1 ? USUAL.revision() : plan.revision(),
                        number == 2 ? USUAL.crc() : plan.crc(),
                        number == 3 ? USUAL.markers() : plan.markers(),
                        number == 4 ? USUAL.ird() : plan.ird(),
                        number == 5 ? USUAL.ord() : plan.ord(),
                        number == 6 ? Set.of() : plan.rtr(),
                        number == 7 ? USUAL.mss() : plan.mss());
    }
}
