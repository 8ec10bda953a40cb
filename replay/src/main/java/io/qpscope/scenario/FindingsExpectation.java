package io.qpscope.scenario;

import java.util.Set;
import java.util.TreeSet;

/**
 * What the analysis says of the packets.
 *
 * @param has rules that fire
 * @param not rules that don't
 * @param only whether no other rule fires than those of {@code has}
 */
record FindingsExpectation(Set<String> has, Set<String> not, boolean only) implements Expectation {
    @Override
    public Check check(ScenarioResult result) {
        Set<String> found = new TreeSet<>(result.findingIds());
        boolean right = found.containsAll(has) && not.stream().noneMatch(found::contains);
        right &= !only || has.containsAll(found);
        return Check.of("findings", words(), found.isEmpty() ? "none" : list(found), right);
    }

    private String words() {
        if (only) {
            return has.isEmpty() ? "none" : "just " + list(has);
        }
        String first = has.isEmpty() ? "" : list(has);
        String second = not.isEmpty() ? "" : "not " + list(not);
        return first + (first.isEmpty() || second.isEmpty() ? "" : "; ") + second;
    }

    private static String list(Set<String> rules) {
        return String.join(", ", rules);
    }
}
