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
import io.qpscope.scenario.BuiltIns;
import io.qpscope.scenario.FrameSink;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.TapRecorder;
import io.qpscope.scenario.Verdict;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Runs scenarios one behind the other and tells whether all was as expected. */
final class ScenarioReplay {
    private static final long LONGEST_FILE = 1 << 22;

    private record Loaded(Path file, Scenario scenario) {}

    private final ScenarioOptions options;
    /** In place of the one that a scenario names; null for that one. */
    private final Long seed;

    private final Style style;
    private final PrintWriter out;
    private final PrintWriter err;
    private final List<Verdict> verdicts = new ArrayList<>();
    private final Set<String> named = new HashSet<>();
    private boolean unreadable;
    private volatile boolean interrupted;
    private int left;

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
        List<Loaded> scenarios = new ArrayList<>();
        for (Path file : files) {
            read(file, scenarios);
        }
        Interruption interruption = new Interruption(() -> interrupted = true);
        try {
            runAll(scenarios, files.size() > 1);
        } finally {
            interruption.end();
        }
        if (unreadable) {
            return ExitCode.BAD_INPUT;
        }
        boolean passed = left == 0 && verdicts.stream().allMatch(Verdict::passed);
        return passed ? ExitCode.GOOD : ExitCode.CHECK_FAILED;
    }

    private void runAll(List<Loaded> scenarios, boolean several) throws IOException {
        if (options.isJson()) {
            try (VerdictJson json = new VerdictJson(Version.NUMBER, out)) {
                run(scenarios, several, json::add);
            }
        } else {
            VerdictReport report = new VerdictReport(style, out);
            run(scenarios, several, report::add);
            report.end();
        }
        out.flush();
        if (options.junit() != null) {
            write(options.junit(), to -> JunitReport.write(verdicts, to));
        }
        if (left > 0) {
            err.println("qpscope: stopped: " + left + " of " + scenarios.size()
                    + " scenarios not begun");
        }
    }

    private void run(
            List<Loaded> scenarios, boolean several, BiConsumer<Verdict, ScenarioResult> report)
            throws IOException {
        for (Loaded each : scenarios) {
            if (interrupted) {
                left++;
            } else {
                run(each, several, report);
            }
        }
    }

    private void read(Path file, List<Loaded> into) {
        try {
            Scenario scenario =
                    ScenarioOptions.isBuiltIn(file) ? BuiltIns.get(file.toString()) : parse(file);
            into.add(new Loaded(file, seed == null ? scenario : scenario.seed(seed)));
        } catch (InvalidYamlException e) {
            e.problems().forEach(this::refuse);
        } catch (CharacterCodingException e) {
            refuse(file + ": not UTF-8 text");
        } catch (IOException e) {
            refuse(Errors.line(e) + near(file));
        }
    }

    private void refuse(String problem) {
        unreadable = true;
        err.println("qpscope: " + problem);
    }

    private static String near(Path file) {
        String near = ScenarioOptions.near(file);
        return near == null ? "" : "; did you mean the built-in " + near + "?";
    }

    private static Scenario parse(Path file) throws IOException, InvalidYamlException {
        if (Files.size(file) > LONGEST_FILE) {
            throw new IOException(file + ": longer than " + LONGEST_FILE + " bytes");
        }
        return Scenario.read(file.toString(), Files.readString(file));
    }

    private void run(Loaded loaded, boolean several, BiConsumer<Verdict, ScenarioResult> report)
            throws IOException {
        Plots plots = options.html() == null ? null : new Plots();
        ScenarioRun run;
        try {
            run = new ScenarioRun(loaded.scenario, plots);
        } catch (IllegalArgumentException e) {
            refuse(loaded.file + ":" + e.getMessage());
            return;
        }
        if (!run.objections().isEmpty()) {
            run.objections().forEach(each -> refuse(loaded.file + ":" + each));
            return;
        }
        String name = unique(loaded.scenario.name());
        ScenarioAnalysis analysis = new ScenarioAnalysis();
        VirtualProgress progress = new VirtualProgress(err, name);
        run.watcher(now -> {
            progress.accept(now);
            return interrupted;
        });
        ScenarioResult result = options.pcap() == null
                ? run.sink(analysis).run()
                : recorded(run, analysis, ScenarioOptions.named(options.pcap(), name, several));
        progress.done();
        Verdict verdict = Verdict.of(result);
        verdicts.add(verdict);
        report.accept(verdict, result);
        if (options.html() != null) {
            HtmlReport page = new HtmlReport(Version.NUMBER, Version.UPLOT, List.of(plots))
                    .with(new PortPlots(result, verdict));
            write(
                    ScenarioOptions.named(options.html(), name, several),
                    to -> page.write(analysis.analysis(result), to));
        }
    }

    /** Scenarios of one name don't write into one file. */
    private String unique(String name) {
        String unique = name;
        for (int i = 2; !named.add(unique); i++) {
            unique = name + "-" + i;
        }
        return unique;
    }

    private static ScenarioResult recorded(ScenarioRun run, FrameSink also, Path file)
            throws OutputException {
        try (TapRecorder recorder =
                TapRecorder.create(file, "qpscope " + Version.NUMBER, run.taps())) {
            return run.sink((tap, frame) -> {
                        also.frame(tap, frame);
                        recorder.frame(tap, frame);
                    })
                    .run();
        } catch (IOException e) {
            throw new OutputException(file, e);
        }
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
