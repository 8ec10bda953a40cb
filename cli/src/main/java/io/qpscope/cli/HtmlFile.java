package io.qpscope.cli;

import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.Report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where a page goes. */
final class HtmlFile {
    private HtmlFile() {}

    /** Whether it is one of the captures, which nobody wants to lose. */
    static boolean isOneOf(Path page, List<Path> captures) {
        return captures.stream().anyMatch(capture -> isSame(page, capture));
    }

    private static boolean isSame(Path page, Path capture) {
        try {
            return Files.exists(page) && Files.isSameFile(page, capture);
        } catch (IOException e) {
            // A capture that is not there is not overwritten; reading it will tell.
            return false;
        }
    }

    /**
     * Makes the page, which is bounded in size, and only then touches the file. Half a surrogate
     * pair, as a file name may hold, becomes a question mark.
     */
    static void write(Path page, Report report, Analysis analysis) throws IOException {
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            report.write(analysis, out);
        }
        Files.write(page, text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
