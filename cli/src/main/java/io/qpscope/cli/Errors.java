package io.qpscope.cli;

import io.qpscope.capture.CaptureException;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** Errors are one line on stderr; --debug adds where in the program they came up. */
final class Errors implements IExecutionExceptionHandler, IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        List<String> similar = problem instanceof UnmatchedArgumentException unmatched
                ? unmatched.getSuggestions()
                : List.of();
        String message = problem.getMessage().replaceAll("\\s*[\\r\\n]+\\s*", " ");
        String hint = similar.isEmpty()
                ? "see " + command.getCommandSpec().qualifiedName() + " --help"
                : "did you mean " + String.join(" or ", similar) + "?";
        command.getErr().println("qpscope: " + message + " (" + hint + ")");
        if (problem instanceof UsageException usage && usage.picture() != null) {
            command.getErr().println(usage.picture());
        }
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(
            Exception problem, CommandLine command, ParseResult result) {
        command.getOut().flush();
        Qpscope root = (Qpscope) command.getCommandSpec().root().userObject();
        boolean input = problem instanceof IOException;
        if (input) {
            command.getErr().println("qpscope: " + line((IOException) problem));
        } else {
            String more = root.debug() ? "" : "; --debug shows where";
            command.getErr().println("qpscope: internal error: " + problem + more);
        }
        if (root.debug()) {
            problem.printStackTrace(command.getErr());
        }
        if (problem instanceof OutputException) {
            return ExitCode.OUTPUT_FAILED;
        }
        return input ? ExitCode.BAD_INPUT : ExitCode.BUG;
    }

    /** File first, then what is wrong with it. */
    static String line(IOException problem) {
        if (problem instanceof CaptureException) {
            return problem.getMessage();
        }
        if (problem instanceof NoSuchFileException missing) {
            return missing.getFile() + ": no such file";
        }
        if (problem instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (problem instanceof FileSystemException other) {
            return other.getFile() + ": " + other.getReason();
        }
        return String.valueOf(problem.getMessage());
    }
}
