package io.qpscope.scenario;

import java.util.List;
import java.util.Locale;

/** What has become of memory and completions of a flow whose messages are written out. */
record DataExpectation(String flow, Extent extent) implements Expectation {
    /** How much must be right. */
    enum Extent {
        /** All is what the messages make of it, each done once. */
        INTACT,
        /**
         * Packets were forged, and may have done what they said: nothing outside the region is
         * touched, and requests still complete once, in order, and flushed behind an error.
         */
        CONTAINED;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static final List<String> KEYS = List.of(Extent.INTACT.key(), Extent.CONTAINED.key());

    @Override
    public Check check(ScenarioResult result) {
        FlowResult of = result.flow(flow);
        List<String> violations = extent == Extent.INTACT ? of.violations() : of.breakouts();
        return Check.of(
                "flow " + flow + " data",
                extent.key(),
                violations.isEmpty() ? extent.key() : String.join("; ", violations),
                violations.isEmpty());
    }
}
