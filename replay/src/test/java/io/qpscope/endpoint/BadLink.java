package io.qpscope.endpoint;

import io.qpscope.fault.Meddler;

import java.util.SplittableRandom;

/** A link that loses packets, doubles them and lets them be overtaken, each by its own chance. */
final class BadLink {
    /** Packets are late by up to so much. */
    private static final int LATE_NS = 20_000;

    private BadLink() {}

    /**
     * Draws the chances.
     *
     * @param most of each, 0 to 1
     */
    static Meddler of(SplittableRandom random, double most) {
        double lost = random.nextDouble() * most;
        double doubled = random.nextDouble() * most;
        double late = random.nextDouble() * most;
        return (fromA, packet, at, length, now, fate) -> {
            if (random.nextDouble() < lost) {
                fate.drop();
            }
            if (random.nextDouble() < doubled) {
                fate.duplicate(1);
            }
            if (random.nextDouble() < late) {
                fate.delay(random.nextInt(LATE_NS));
            }
        };
    }
}
