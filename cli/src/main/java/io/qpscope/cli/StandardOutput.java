package io.qpscope.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;

/**
 * Remembers why writing failed, which a PrintWriter forgets, and fails no more than once: what comes
 * after is dropped.
 */
final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private IOException failure;

    StandardOutput(OutputStream out) {
        this.out = new BufferedOutputStream(out, 1 << 16);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (failure == null) {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (failure == null) {
            try {
                out.flush();
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }

    /** A reader that has seen enough (head, less) is no failure; a full disk is. */
    int exitCode(int code, PrintWriter err) {
        if (failure == null || "Broken pipe".equals(failure.getMessage())) {
            return code;
        }
        err.println("qpscope: standard output: " + failure.getMessage());
        return ExitCode.OUTPUT_FAILED;
    }
}
