package io.qpscope.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that was asked for can't be written; the message is one line that names it. */
final class OutputException extends IOException {
    private static final long serialVersionUID = 1L;

    OutputException(Path file, IOException cause) {
        super(file + ": " + why(cause), cause);
    }

    private static String why(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return "no such folder";
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof FileSystemException other && other.getReason() != null) {
            return other.getReason();
        }
        return String.valueOf(cause.getMessage());
    }
}
