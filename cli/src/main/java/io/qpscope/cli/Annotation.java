package io.qpscope.cli;

import io.qpscope.capture.AnnotatedCopy;
import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.FrameNotes;
import io.qpscope.cli.report.Style;
import io.qpscope.cli.report.TextReport;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The option that writes the captures again, with what was found as comments. */
final class Annotation {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--annotate",
            paramLabel = "FILE.pcapng",
            description = "Also write the captures to this file with a comment on each frame that a"
                    + " finding or episode names, for Wireshark.")
    private Path file;

    /** Refuses what can't work, before anything is read. */
    void check(List<Path> captures) {
        if (file == null) {
            return;
        }
        if (file.equals(Inputs.STANDARD_INPUT)) {
            throw wrong("--annotate needs a file, not -");
        }
        for (Path capture : captures) {
            if (capture.equals(Inputs.STANDARD_INPUT)
                    || (Files.exists(capture) && !Files.isRegularFile(capture))) {
                throw wrong("--annotate reads captures twice, which " + capture
                        + " does not allow: save it as a file first");
            }
            if (Inputs.same(file, capture)) {
                throw wrong("--annotate would overwrite the capture " + capture);
            }
        }
    }

    private UsageException wrong(String message) {
        CommandLine line = command.commandLine();
        return new UsageException(line, message);
    }

    /** Finds out before a long analysis whether the file can be written; it is left as it was. */
    void tryOut() throws OutputException {
        if (file == null) {
            return;
        }
        try {
            Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
        } catch (IOException e) {
            throw new OutputException(file, e);
        }
    }

    /**
     * Writes the file, if it is asked for.
     *
     * @param captures those that could be read, as they were analyzed
     * @param shifts of the taps' clocks; null unless they are taps
     */
    void write(Analysis analysis, List<Path> captures, long[] shifts) throws IOException {
        if (file != null) {
            write(file, analysis, captures, shifts);
        }
    }

    /** Writes such a file, or into a pipe. */
    static void write(Path file, Analysis analysis, List<Path> captures) throws IOException {
        write(file, analysis, captures, null);
    }

    private static void write(Path file, Analysis analysis, List<Path> captures, long[] shifts)
            throws IOException {
        StringWriter summary = new StringWriter();
        PrintWriter out = new PrintWriter(summary);
        new TextReport(Style.PLAIN).write(analysis, out);
        out.flush();
        try (AnnotatedCopy copy = shifts == null
                ? AnnotatedCopy.open(captures)
                : AnnotatedCopy.ofTaps(captures, shifts)) {
            copy(copy, file, summary.toString(), new FrameNotes(analysis));
        } catch (InternalError e) {
            // The only way a JVM can tell that a mapped file was cut short meanwhile.
            throw new IOException("a capture became shorter while it was copied", e);
        }
    }

    private static void copy(AnnotatedCopy copy, Path file, String summary, FrameNotes notes)
            throws IOException {
        try {
            copy.write(file, "QPScope " + Version.NUMBER, summary, notes);
        } catch (IOException e) {
            throw new OutputException(file, e);
        }
    }
}
