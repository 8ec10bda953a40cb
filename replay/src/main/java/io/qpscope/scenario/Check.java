package io.qpscope.scenario;

/**
 * One line of a verdict.
 *
 * @param subject what was looked at
 * @param expected in words
 * @param observed in words
 */
public record Check(String subject, String expected, String observed, Result result) {
    /** How it went. */
    public enum Result {
        PASSED,
        FAILED,
        /** A fault of the plan never happened: the rest proves nothing. */
        NOT_EXERCISED
    }

    static Check of(String subject, String expected, String observed, boolean passed) {
        return new Check(subject, expected, observed, passed ? Result.PASSED : Result.FAILED);
    }

    public boolean passed() {
        return result == Result.PASSED;
    }
}
