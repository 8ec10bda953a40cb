package io.qpscope.cli;

import io.qpscope.cli.report.FuzzJson;
import io.qpscope.cli.report.FuzzPage;
import io.qpscope.cli.report.FuzzReport;
import io.qpscope.cli.report.FuzzSummary;
import io.qpscope.cli.report.FuzzSummary.Corpora;
import io.qpscope.cli.report.FuzzSummary.Kind;
import io.qpscope.cli.report.JunitReport;
import io.qpscope.cli.report.Style;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.campaign.Campaign;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.fuzz.campaign.TargetLostException;
import io.qpscope.fuzz.corpus.CorpusFolder;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** One campaign, from its corpus to its reports. */
final class CampaignRun {
    private static final long USUAL_NS = 60_000_000_000L;

    private final CampaignOptions options;
    private final Subject subject;
    private final long seed;
    private final long mostNs;
    private final long mostCases;
    private final boolean json;
    private final Style style;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<Found, Reproducer.Written> written = new LinkedHashMap<>();
    private final List<CorpusFolder> corpora = new ArrayList<>();
    private volatile boolean interrupted;

    /**
     * @param time null where there is no bound but the number of cases, or the usual one
     */
    CampaignRun(
            CampaignOptions options,
            Subject subject,
            long seed,
            Span time,
            boolean json,
            Style style,
            CommandLine line) {
        this.options = options;
        this.subject = subject;
        this.seed = seed;
        mostCases = options.cases() == null ? Long.MAX_VALUE : options.cases();
        long usualNs = options.cases() == null ? USUAL_NS : Long.MAX_VALUE;
        mostNs = time == null ? usualNs : time.ns();
        this.json = json;
        this.style = style;
        out = line.getOut();
        err = line.getErr();
    }

    /**
     * Runs to a bound or until Ctrl-C.
     *
     * @return an exit code
     * @throws IOException when a corpus can't be read, or something can't be written
     */
    int call() throws IOException {
        Interruption interruption = new Interruption(() -> interrupted = true);
        try {
            return campaign();
        } finally {
            interruption.end();
        }
    }

    private int campaign() throws IOException {
        long start = System.nanoTime();
        Campaign campaign = subject.campaign();
        campaign.resume(earlier());
        Recordings recordings = new Recordings(options.recordings(), err);
        campaign.record(recordings.flows(), seed);
        IOException failure = null;
        try {
            run(campaign, start);
        } catch (IOException e) {
            failure = e;
        }
        FuzzSummary summary = summary(campaign, System.nanoTime() - start);
        report(summary);
        if (failure != null) {
            throw failure;
        }
        return summary.kinds().isEmpty() ? ExitCode.GOOD : ExitCode.CHECK_FAILED;
    }

    private void run(Campaign campaign, long start) throws IOException {
        FuzzProgress progress = new FuzzProgress(err, campaign, start, mostNs, mostCases);
        try {
            while (!interrupted
                    && campaign.cases() < mostCases
                    && System.nanoTime() - start < mostNs) {
                Found found = campaign.step();
                if (found != null) {
                    written.put(found, subject.write(found));
                }
                progress.look();
            }
        } catch (TargetLostException e) {
            Found last = subject.lost(e, campaign.cases(), System.nanoTime() - start);
            written.put(last, subject.write(last));
        } finally {
            progress.done();
        }
    }

    /** Cases of all folders, each once. */
    private Set<Case> earlier() throws IOException {
        Set<Case> cases = new LinkedHashSet<>();
        for (Path folder : options.corpus()) {
            CorpusFolder corpus = CorpusFolder.read(folder);
            corpus.problems().forEach(each -> err.println("qpscope: " + each + " (skipped)"));
            corpora.add(corpus);
            cases.addAll(corpus.cases());
        }
        return cases;
    }

    private FuzzSummary summary(Campaign campaign, long durationNs) throws OutputException {
        int read = corpora.stream().mapToInt(each -> each.cases().size()).sum();
        int skipped = corpora.stream().mapToInt(each -> each.problems().size()).sum();
        int added = 0;
        if (!corpora.isEmpty()) {
            try {
                added = corpora.get(0).add(campaign.corpus().all());
            } catch (IOException e) {
                throw new OutputException(options.corpus().get(0), e);
            }
        }
        List<Kind> kinds = new ArrayList<>();
        written.forEach((found, each) ->
                kinds.add(new Kind(found, campaign.count(found), each.folder(), each.failed())));
        return new FuzzSummary(
                seed,
                options.device(),
                campaign.cases(),
                campaign.failures(),
                campaign.states(),
                campaign.packets(),
                durationNs,
                interrupted,
                new Corpora(read, skipped, added),
                subject.live(),
                kinds);
    }

    private void report(FuzzSummary summary) throws IOException {
        if (json) {
            FuzzJson.write(Version.NUMBER, summary, out);
        } else {
            new FuzzReport(style).write(summary, out);
        }
        out.flush();
        if (options.junit() != null) {
            write(options.junit(), to -> JunitReport.write(summary, to));
        }
        if (options.html() != null) {
            write(options.html(), to -> FuzzPage.write(Version.NUMBER, summary, to));
        }
    }

    private static void write(Path file, Consumer<PrintWriter> writing) throws OutputException {
        StringWriter text = new StringWriter();
        try (PrintWriter to = new PrintWriter(text)) {
            writing.accept(to);
        }
        try {
            Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new OutputException(file, e);
        }
    }
}
