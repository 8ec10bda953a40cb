package io.qpscope.cli;

import io.qpscope.cli.report.FailedChecks;
import io.qpscope.cli.report.FrameNotes;
import io.qpscope.cli.report.ReproducerText;
import io.qpscope.cli.report.ScenarioAnalysis;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.campaign.CaseRunner;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.fuzz.corpus.CorpusFolder;
import io.qpscope.scenario.Check;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.TapRecorder;
import io.qpscope.scenario.Verdict;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes what a campaign found as a folder that shows it without the campaign: the scenario, what
 * passed its hosts' ports, and how to look at both. Same finding, same bytes.
 */
final class Reproducer {
    static final String SCENARIO = "scenario.yaml";
    static final String TRACE = "trace.pcapng";
    static final String README = "README.md";

    private static final int NAME_LENGTH = 8;

    /**
     * A reproducer on disk.
     *
     * @param failed checks, as a replay tells them
     */
    record Written(Path folder, List<Check> failed) {}

    private final Case from;
    private final ReproducerText text;
    private final Scenario scenario;
    private List<Check> failed;
    private FrameNotes notes;

    private Reproducer(Case from, ReproducerText text, Scenario scenario) {
        this.from = from;
        this.text = text;
        this.scenario = scenario;
    }

    /**
     * Writes it, in place of the same one that is there.
     *
     * @param out the folder that holds it then
     * @param seed of the campaign
     */
    static Written write(Path out, Found found, long seed) throws OutputException {
        ReproducerText text = new ReproducerText(Version.NUMBER, found, seed);
        String document = text.document();
        String hash = CorpusFolder.name(document.getBytes(StandardCharsets.UTF_8));
        Path folder = out.resolve(text.slug() + "-" + hash.substring(0, NAME_LENGTH));
        try {
            Scenario scenario = Scenario.read(SCENARIO, document);
            Reproducer reproducer = new Reproducer(found.reproducer(), text, scenario);
            reproducer.judge();
            reproducer.write(folder);
            return new Written(folder, reproducer.failed);
        } catch (InvalidYamlException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (IOException e) {
            throw new OutputException(folder, e);
        }
    }

    /** Writes packets to a file; false when there are none. */
    interface Recording {
        boolean write(Path file) throws IOException;
    }

    /**
     * Writes what a live target did, in place of the same one that is there.
     *
     * @param out the folder that holds it then
     */
    static Written write(Path out, ReproducerText text, Recording recording)
            throws OutputException {
        String document = text.document();
        String hash = CorpusFolder.name(document.getBytes(StandardCharsets.UTF_8));
        Path folder = out.resolve(text.slug() + "-" + hash.substring(0, NAME_LENGTH));
        List<Check> failed = text.broken();
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(SCENARIO), text.scenario(failed));
            boolean recorded = recording.write(folder.resolve(TRACE));
            Files.writeString(folder.resolve(README), text.liveReadme(failed, recorded));
            return new Written(folder, failed);
        } catch (IOException e) {
            throw new OutputException(folder, e);
        }
    }

    private void judge() {
        ScenarioAnalysis analysis = new ScenarioAnalysis();
        try {
            ScenarioResult result = run().sink(analysis).run();
            failed = FailedChecks.of(Verdict.of(result));
            notes = new FrameNotes(analysis.analysis(result));
        } catch (RuntimeException e) {
            // What was found: an endpoint that fails.
            failed = text.broken();
        }
    }

    private ScenarioRun run() {
        return CaseRunner.bounded(from, new ScenarioRun(scenario));
    }

    private void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(SCENARIO), text.scenario(failed));
        Files.writeString(folder.resolve(README), text.readme(failed));
        record(folder.resolve(TRACE), new FailedChecks(failed, notes));
    }

    /** Once more, now that it is known which frames matter; an endpoint that fails ends it. */
    private void record(Path file, FailedChecks checks) throws IOException {
        ScenarioRun run = run();
        try (TapRecorder recorder =
                TapRecorder.create(file, Version.TEXT, checks.summary(), run.taps(), checks)) {
            try {
                run.sink(recorder).run();
            } catch (RuntimeException e) {
                // Known from the first run: what came until then is the trace.
                return;
            }
        }
    }
}
