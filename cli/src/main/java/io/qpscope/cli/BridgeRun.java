package io.qpscope.cli;

import io.qpscope.bridge.Bridge;
import io.qpscope.bridge.BridgeLoop;
import io.qpscope.bridge.BridgePort;
import io.qpscope.bridge.BridgeResult;
import io.qpscope.bridge.BridgeVerdict;
import io.qpscope.bridge.TapAnalysis;
import io.qpscope.cli.report.BridgeJson;
import io.qpscope.cli.report.BridgeReport;
import io.qpscope.cli.report.Json;
import io.qpscope.cli.report.Style;
import io.qpscope.fault.RuleCount;
import io.qpscope.fault.plan.Action;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.plan.FaultRule;
import io.qpscope.session.SessionTracker;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** One run of the bridge, from opening its interfaces to the report. */
final class BridgeRun {
    private final BridgeOptions options;
    private final CommandLine line;
    private final Style style;
    private final PrintWriter out;
    private final PrintWriter err;
    private final long seed;
    private final long timeNs;
    private final boolean json;

    /**
     * @param seed of what the plan draws
     * @param time after which it ends; null for never
     * @param json whether the report is for programs
     */
    BridgeRun(
            BridgeOptions options,
            long seed,
            Span time,
            boolean json,
            CommandLine line,
            Style style) {
        this.options = options;
        this.seed = seed;
        this.json = json;
        timeNs = time == null ? Long.MAX_VALUE : time.ns();
        this.line = line;
        this.style = style;
        out = line.getOut();
        err = line.getErr();
    }

    /**
     * Runs until the time is up or Ctrl-C.
     *
     * @return an exit code
     * @throws IOException when the plan can't be read, an interface can't be used or goes away, or
     *     the capture can't be written
     */
    int call() throws IOException {
        options.check();
        FaultPlan plan = options.plan();
        try (BridgePort first = open(0);
                BridgePort second = open(1)) {
            List<BridgePort> ports = List.of(first, second);
            permit(plan, ports);
            return bridge(plan, ports);
        }
    }

    private BridgePort open(int index) throws IOException {
        return BridgePort.open(options.interfaces().get(index), options.bufferBytes());
    }

    /** Traffic of others is broken only by those who say so. */
    private void permit(FaultPlan plan, List<BridgePort> ports) {
        if (plan == null || options.yes()) {
            return;
        }
        for (FaultRule rule : plan.rules()) {
            for (BridgePort port : ports) {
                if (breaks(rule.action()) && !port.isVirtual()) {
                    String driver = port.driver().isEmpty() ? "unknown" : port.driver();
                    throw new UsageException(
                            line,
                            "'" + rule.action().name() + "' (" + options.planFile() + ":"
                                    + rule.line() + ") loses, changes or answers packets, and "
                                    + port.name() + " (driver " + driver
                                    + ") is no virtual cable (veth, tun, dummy): add --yes if that"
                                    + " is meant");
                }
            }
        }
    }

    private static boolean breaks(Action action) {
        return !(action instanceof Action.Delay
                || action instanceof Action.Reorder
                || action instanceof Action.Duplicate
                || action instanceof Action.Mark);
    }

    private int bridge(FaultPlan plan, List<BridgePort> ports) throws IOException {
        long speed = Math.max(ports.get(0).linkSpeed(), ports.get(1).linkSpeed());
        TapAnalysis taps = new TapAnalysis(SessionTracker.Options.DEFAULT, speed);
        record(taps);
        taps.start();
        long start = System.nanoTime();
        Bridge bridge = new Bridge(
                ports.get(0),
                ports.get(1),
                plan,
                seed,
                options.maxRate(),
                taps,
                BridgeLoop::wallClock,
                start);
        BridgeLoop loop = new BridgeLoop(ports, bridge, taps, start);
        BridgeProgress progress = new BridgeProgress(err, options.interfaces(), bridge);
        Interruption interruption = new Interruption(loop::stop);
        try {
            IOException failure = run(loop, progress);
            long durationNs = System.nanoTime() - start;
            List<BridgeResult.End> ends = BridgeResult.ends(ports, bridge);
            boolean exercised = report(
                    new BridgeResult(
                            ends,
                            durationNs,
                            seed,
                            bridge.held(),
                            bridge.overflowed(),
                            bridge.lostStreams(),
                            finish(taps)),
                    bridge);
            if (failure != null) {
                throw failure;
            }
            return exercised ? ExitCode.GOOD : ExitCode.CHECK_FAILED;
        } finally {
            interruption.end();
        }
    }

    private void record(TapAnalysis taps) throws OutputException {
        if (options.pcap() == null) {
            return;
        }
        try {
            taps.record(options.pcap(), Version.TEXT, options.interfaces());
        } catch (IOException e) {
            throw new OutputException(options.pcap(), e);
        }
    }

    /** Returns what ended it early, or null. */
    private IOException run(BridgeLoop loop, BridgeProgress progress) {
        err.println("qpscope: bridge between " + String.join(" and ", options.interfaces())
                + " is up" + (timeNs == Long.MAX_VALUE ? "; Ctrl-C ends it" : ""));
        try {
            loop.run(timeNs, progress::look);
            return null;
        } catch (IOException e) {
            return e;
        } finally {
            progress.done();
        }
    }

    private BridgeVerdict finish(TapAnalysis taps) throws IOException {
        try {
            return taps.finish();
        } catch (IOException e) {
            throw new OutputException(options.pcap(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before all was looked at", e);
        }
    }

    private boolean report(BridgeResult result, Bridge bridge) {
        List<RuleCount> counts =
                bridge.engine() == null ? List.of() : bridge.engine().counts();
        boolean exercised = true;
        if (json) {
            try (Json json = Json.pretty(out)) {
                json.beginObject().text("qpscope", Version.NUMBER);
                BridgeJson.bridge(json, result);
                exercised = PlanFile.report(counts, json);
                BridgeJson.sessions(json, result);
                json.endObject();
            }
        } else {
            BridgeReport report = new BridgeReport(result, style);
            report.bridge(out);
            if (bridge.engine() != null) {
                exercised = PlanFile.report(options.planFile(), seed, counts, out);
            }
            report.sessions(out);
        }
        out.flush();
        return exercised;
    }
}
