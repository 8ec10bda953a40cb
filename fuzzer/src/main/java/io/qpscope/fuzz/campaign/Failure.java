package io.qpscope.fuzz.campaign;

import io.qpscope.fuzz.Case;
import io.qpscope.scenario.Check;

import java.util.List;

/**
 * A case that came out wrong.
 *
 * @param kind what went wrong, without numbers: failures of one kind are one fault as a rule
 * @param broken checks that did not pass, or one that tells of an exception
 */
public record Failure(Case from, String kind, List<Check> broken) {
    /** Of a kind that a live peer showed now and then, but not when the same case was run again. */
    public static final String UNSTEADY = " (not each time)";

    /** Whether it comes again. */
    public boolean steady() {
        return !kind.endsWith(UNSTEADY);
    }

    /** Whether one and the same check is broken in both, or both end in the same exception. */
    public boolean isLike(Failure other) {
        return broken.stream()
                .anyMatch(mine ->
                        other.broken.stream().anyMatch(its -> subject(mine).equals(subject(its))));
    }

    /** Flows are not told apart; of a breach of conduct the rule counts, too. */
    private static String subject(Check check) {
        String subject = check.subject().replaceAll("\\bf\\d+", "f");
        String observed = check.observed();
        if (subject.endsWith("conduct")) {
            return subject + observed.replaceAll(",.*", "");
        }
        boolean exact = subject.endsWith("status") || subject.equals("endpoint");
        return exact ? subject + observed : subject;
    }
}
