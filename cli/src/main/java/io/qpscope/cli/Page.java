package io.qpscope.cli;

import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.HtmlReport;
import io.qpscope.cli.report.plot.Plots;
import io.qpscope.session.SessionTracker;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The option that writes a page with plots. */
final class Page {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write one HTML page with plots, to be opened in any browser.")
    private Path file;

    /** One for each tracker. */
    private final List<Plots> plots = new ArrayList<>(1);

    /** Refuses what nobody wants, before anything is read. */
    void check(List<Path> captures) {
        if (file != null && captures.stream().anyMatch(capture -> Inputs.same(file, capture))) {
            throw new UsageException(
                    command.commandLine(), "--html would overwrite the capture " + file);
        }
    }

    /** A tracker that tells the plots what they show, if they are wanted. */
    SessionTracker tracker(SessionTracker.Options options) {
        if (file == null) {
            return new SessionTracker(options);
        }
        Plots next = plots.isEmpty() ? new Plots() : new Plots(plots.get(0));
        plots.add(next);
        return new SessionTracker(options, next);
    }

    /**
     * Makes the page, which is bounded in size, and only then touches the file. Half a surrogate
     * pair, as a file name may hold, becomes a question mark.
     */
    void write(Analysis analysis) throws OutputException {
        if (file == null) {
            return;
        }
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            new HtmlReport(Version.NUMBER, Version.UPLOT, plots).write(analysis, out);
        }
        try {
            Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new OutputException(file, e);
        }
    }
}
