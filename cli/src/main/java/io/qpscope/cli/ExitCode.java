package io.qpscope.cli;

/** What the program ends with. */
final class ExitCode {
    static final int GOOD = 0;
    /** A finding at or above {@code --fail-on}. */
    static final int CHECK_FAILED = 1;

    static final int USAGE = 2;
    /** Input missing, unreadable or damaged. */
    static final int BAD_INPUT = 3;
    /** Nothing the user did; EX_SOFTWARE of sysexits.h. */
    static final int BUG = 70;
    /** Results could not be written; EX_IOERR of sysexits.h. */
    static final int OUTPUT_FAILED = 74;

    private ExitCode() {}
}
