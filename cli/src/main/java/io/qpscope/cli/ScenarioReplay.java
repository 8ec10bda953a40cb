package io.qpscope.cli;

import io.qpscope.cli.report.HtmlReport;
import io.qpscope.cli.report.JunitReport;
import io.qpscope.cli.report.PortPlots;
import io.qpscope.cli.report.ScenarioAnalysis;
import io.qpscope.cli.report.Style;
import io.qpscope.cli.report.VerdictJson;
import io.qpscope.cli.report.VerdictReport;
import io.qpscope.cli.report.plot.Plots;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fault.yaml.Names;
import io.qpscope.scenario.BuiltIns;
import io.qpscope.scenario.FrameSink;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.TapRecorder;
import io.qpscope.scenario.Verdict;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs scenarios one behind the other and tells whether all was as expected. */
final class ScenarioReplay {
    private static final long LONGEST_FILE = 1 << 22;

    private final ScenarioOptions options;
    /** In place of the one that a scenario names; null for that one. */
    private final Long seed;

    private final Style style;
    private final PrintWriter out;
    private final PrintWriter err;
    private final List<Verdict> verdicts = new ArrayList<>();
    private boolean unreadable;

    ScenarioReplay(
            ScenarioOptions options, Long seed, Style style, PrintWriter out, PrintWriter err) {
        this.options = options;
        this.seed = seed;
        this.style = style;
        this.out = out;
        this.err = err;
    }

    int list() {
        VerdictReport.list(style, out);
        return ExitCode.GOOD;
    }

    int run(List<Path> files) throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        for (Path file : files) {
            read(file, scenarios);
        }
        boolean several = files.size() > 1;
        if (options.isJson()) {
            try (VerdictJson json = new VerdictJson(Version.NUMBER, out)) {
                for (Scenario each : scenarios) {
                    ScenarioResult result = run(each, several);
                    json.add(judge(result), result);
                }
            }
        } else {
            VerdictReport report = new VerdictReport(style, out);
            for (Scenario each : scenarios) {
                ScenarioResult result = run(each, several);
                report.add(judge(result), result);
            }
            if (!scenarios.isEmpty()) {
                report.end();
            }
        }
        out.flush();
        if (options.junit() != null) {
            write(options.junit(), to -> JunitReport.write(verdicts, to));
        }
        if (unreadable) {
            return ExitCode.BAD_INPUT;
        }
        return verdicts.stream().allMatch(Verdict::passed) ? ExitCode.GOOD : ExitCode.CHECK_FAILED;
    }

    private Verdict judge(ScenarioResult result) {
        Verdict verdict = Verdict.of(result);
        verdicts.add(verdict);
        return verdict;
    }

    private void read(Path file, List<Scenario> into) {
        try {
            Scenario scenario =
                    ScenarioOptions.isBuiltIn(file) ? BuiltIns.get(file.toString()) : parse(file);
            into.add(seed == null ? scenario : scenario.seed(seed));
        } catch (InvalidYamlException e) {
            unreadable = true;
            e.problems().forEach(line -> err.println("qpscope: " + line));
        } catch (MalformedInputException e) {
            unreadable = true;
            err.println("qpscope: " + file + ": not UTF-8 text");
        } catch (IOException e) {
            unreadable = true;
            err.println("qpscope: " + Errors.line(e) + near(file));
        }
    }

    private static String near(Path file) {
        String near = Names.nearest(file.toString(), BuiltIns.names());
        return near == null ? "" : "; did you mean the built-in " + near + "?";
    }

    private static Scenario parse(Path file) throws IOException, InvalidYamlException {
        if (Files.size(file) > LONGEST_FILE) {
            throw new IOException(file + ": longer than " + LONGEST_FILE + " bytes");
        }
        return Scenario.read(file.toString(), Files.readString(file));
    }

    private ScenarioResult run(Scenario scenario, boolean several) throws IOException {
        Path pcap = options.pcap() == null
                ? null
                : ScenarioOptions.named(options.pcap(), scenario.name(), several);
        Plots plots = options.html() == null ? null : new Plots();
        ScenarioRun run = new ScenarioRun(scenario, plots);
        ScenarioAnalysis analysis = new ScenarioAnalysis();
        VirtualProgress progress = new VirtualProgress(err, scenario.name());
        run.watcher(progress);
        ScenarioResult result;
        if (pcap == null) {
            result = run.sink(analysis).run();
        } else {
            try (TapRecorder recorder =
                    TapRecorder.create(pcap, "qpscope " + Version.NUMBER, run.taps())) {
                FrameSink both = (tap, frame) -> {
                    analysis.frame(tap, frame);
                    recorder.frame(tap, frame);
                };
                result = run.sink(both).run();
            } catch (IOException e) {
                throw new OutputException(pcap, e);
            }
        }
        progress.done();
        if (options.html() != null) {
            Path page = ScenarioOptions.named(options.html(), scenario.name(), several);
            HtmlReport report = new HtmlReport(Version.NUMBER, Version.UPLOT, plots)
                    .with(new PortPlots(result, Verdict.of(result)));
            write(page, to -> report.write(analysis.analysis(result), to));
        }
        return result;
    }

    private interface Writing {
        void to(PrintWriter out);
    }

    private static void write(Path file, Writing writing) throws IOException {
        try (PrintWriter to = new PrintWriter(Files.newBufferedWriter(file))) {
            writing.to(to);
            if (to.checkError()) {
                throw new IOException("not all could be written");
            }
        } catch (IOException e) {
            throw new OutputException(file, e);
        }
    }
}
