package io.qpscope.cli;

import io.qpscope.frame.filter.FilterException;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A wrong argument that only the command itself can judge. */
final class UsageException extends ParameterException {
    private static final long serialVersionUID = 1L;

    private final String picture;

    UsageException(CommandLine command, String message) {
        super(command, message);
        this.picture = null;
    }

    UsageException(CommandLine command, String option, FilterException problem) {
        super(command, option + ": " + problem.getMessage());
        this.picture = problem.picture();
    }

    /** Where in an expression, over two lines; or null. */
    String picture() {
        return picture;
    }
}
