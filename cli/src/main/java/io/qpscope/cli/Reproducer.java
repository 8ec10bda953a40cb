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

    private final Path folder;
    private final Case from;
    private final ReproducerText text;
    private final Scenario scenario;

    private Reproducer(Path folder, Case from, ReproducerText text, Scenario scenario) {
        this.folder = folder;
        this.from = from;
        this.text = text;
        this.scenario = scenario;
    }

    /**
     * Writes it, in place of the same one that is there.
     *
     * @param out the folder that holds it then
     * @param seed of the campaign
     * @return where it is
     */
    static Path write(Path out, Found found, long seed) throws OutputException {
        ReproducerText text = new ReproducerText(Version.NUMBER, found, seed);
        byte[] document = text.document().getBytes(StandardCharsets.UTF_8);
        String hash = CorpusFolder.name(document).substring(0, NAME_LENGTH);
        Path folder = out.resolve(text.slug() + "-" + hash);
        try {
            Scenario scenario = Scenario.read(SCENARIO, text.scenario());
            Files.createDirectories(folder);
            new Reproducer(folder, found.reproducer(), text, scenario).write();
        } catch (InvalidYamlException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (IOException e) {
            throw new OutputException(folder, e);
        }
        return folder;
    }

    private void write() throws IOException {
        Files.writeString(folder.resolve(SCENARIO), text.scenario());
        ScenarioAnalysis analysis = new ScenarioAnalysis();
        List<Check> failed;
        FrameNotes notes = null;
        try {
            ScenarioResult result = run().sink(analysis).run();
            failed = FailedChecks.of(Verdict.of(result));
            notes = new FrameNotes(analysis.analysis(result));
        } catch (RuntimeException e) {
            failed = text.broken();
        }
        record(new FailedChecks(failed, notes));
        Files.writeString(folder.resolve(README), text.readme(failed));
    }

    private ScenarioRun run() {
        return CaseRunner.bounded(from, new ScenarioRun(scenario));
    }

    /** Once more, now that it is known which frames matter; an endpoint that fails ends it. */
    private void record(FailedChecks checks) throws IOException {
        ScenarioRun run = run();
        try (TapRecorder recorder = TapRecorder.create(
                folder.resolve(TRACE), Version.TEXT, checks.summary(), run.taps(), checks)) {
            try {
                run.sink(recorder).run();
            } catch (RuntimeException e) {
                // Known already: it is what was found.
                return;
            }
        }
    }
}
