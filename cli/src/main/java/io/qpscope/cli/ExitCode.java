package io.qpscope.cli;

/** What the program ends with. */
public final class ExitCode {
    public static final int GOOD = 0;
    /** A finding at or above {@code --fail-on}. */
    public static final int CHECK_FAILED = 1;

    public static final int USAGE = 2;
    /** Input missing, unreadable or damaged. */
    public static final int BAD_INPUT = 3;
    /** Nothing the user did; EX_SOFTWARE of sysexits.h. */
    public static final int BUG = 70;
    /** Results could not be written; EX_IOERR of sysexits.h. */
    public static final int OUTPUT_FAILED = 74;

    private ExitCode() {}
}
