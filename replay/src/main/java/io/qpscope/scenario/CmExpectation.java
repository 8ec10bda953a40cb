package io.qpscope.scenario;

import java.util.List;

/**
 * A host keeps to the rules of communication management, by what passes its own port: see {@link
 * CmWatch}.
 */
record CmExpectation(String host) implements Expectation {
    /** Name of the watch; no flow is called so. */
    static final String WATCH = "connection management";

    @Override
    public boolean looksBesideResponders() {
        return true;
    }

    @Override
    public Check check(ScenarioResult result) {
        TapView view = result.beside().get(host);
        List<String> breaches = view == null ? List.of() : view.breaches(WATCH);
        return Check.of(
                "host " + host + " connection management",
                ConductExpectation.LAWFUL,
                breaches.isEmpty() ? ConductExpectation.LAWFUL : String.join("; ", breaches),
                breaches.isEmpty());
    }
}
