package io.qpscope.cli;

import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.Report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where a page goes. */
final class HtmlFile {
    private HtmlFile() {}

    /** Whether it is one of the captures, which nobody wants to lose. */
    static boolean isOneOf(Path page, List<Path> captures) {
        for (Path capture : captures) {
            try {
                if (Files.exists(page) && Files.isSameFile(page, capture)) {
                    return true;
                }
            } catch (IOException e) {
                // A capture that is not there is not overwritten; reading it will tell.
                continue;
            }
        }
        return false;
    }

    /** Half a surrogate pair, as a file name may hold, becomes a question mark. */
    static void write(Path page, Report report, Analysis analysis) throws IOException {
        try (Writer file = new OutputStreamWriter(
                        Files.newOutputStream(page),
                        StandardCharsets.UTF_8
                                .newEncoder()
                                .onMalformedInput(CodingErrorAction.REPLACE));
                PrintWriter out = new PrintWriter(file)) {
            report.write(analysis, out);
            if (out.checkError()) {
                throw new FileNotFoundException(page + ": can't be written");
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
