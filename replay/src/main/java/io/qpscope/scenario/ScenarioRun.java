package io.qpscope.scenario;

import io.qpscope.fabric.Network;
import io.qpscope.fabric.Port;
import io.qpscope.fault.FaultEngine;
import io.qpscope.session.PlotListener;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Runs a scenario in virtual time. Same scenario, same seed: same packets at the same times,
 * whoever looks on.
 */
public final class ScenarioRun {
    private final Scenario scenario;
    private final Rig rig;
    private final Network network;
    private final FaultEngine faults;
    private final List<String> objections;
    private final List<TapView> taps = new ArrayList<>();
    /** Beside the hosts that ask; those of {@link #taps} among them. */
    private final Map<String, TapView> beside = new HashMap<>();

    private long frames;
    private boolean sampled = true;
    private FrameSink sink = FrameSink.NONE;

    public ScenarioRun(Scenario scenario) {
        this(scenario, null);
    }

    /**
     * Builds the network.
     *
     * @param plots hears of what plots show; null when nobody does
     * @throws IllegalArgumentException when the parts don't fit together: says why, with line and
     *     column of the file in front
     */
    public ScenarioRun(Scenario scenario, PlotListener plots) {
        this.scenario = scenario;
        rig = new Rig(scenario);
        network = rig.network();
        faults = new FaultEngine(scenario.faults(), scenario.seed(), 0);
        rig.name(faults);
        objections = network.attach(faults);
        for (String name : tapNames()) {
            Port port = network.port(name);
            if (taps.stream().noneMatch(each -> each.port().equals(port))) {
                TapView view = new TapView(port, taps.size(), plots);
                taps.add(view);
                port.tap((at, sent, frame, length, now) ->
                        view.see(sent, frame, length, ++frames, now, sink));
            }
        }
        for (Expectation each : scenario.expectations()) {
            if (each instanceof CmExpectation cm) {
                Rig.watch(beside.computeIfAbsent(cm.host(), this::beside));
            }
        }
        boolean both =
                scenario.expectations().stream().anyMatch(Expectation::looksBesideResponders);
        for (FlowPlan flow : scenario.flows()) {
            beside.computeIfAbsent(flow.from(), this::beside);
            if (both && flow.verb() != null) {
                beside.computeIfAbsent(flow.to(), this::beside);
                rig.watch(flow, beside.get(flow.from()), beside.get(flow.to()));
            }
        }
    }

    private TapView beside(String host) {
        Port port = rig.host(host).port();
        for (TapView each : taps) {
            if (each.port().equals(port)) {
                return each;
            }
        }
        TapView view = new TapView(port, taps.size(), null);
        long[] seen = {0};
        port.tap((at, sent, frame, length, now) ->
                view.see(sent, frame, length, ++seen[0], now, FrameSink.NONE));
        return view;
    }

    private List<String> tapNames() {
        if (!scenario.taps().isEmpty()) {
            return scenario.taps();
        }
        List<String> names = new ArrayList<>();
        scenario.flows().forEach(flow -> names.add(flow.from()));
        return names;
    }

    /** Where the analysis looks. */
    public List<TapView> taps() {
        return List.copyOf(taps);
    }

    /**
     * What stands against rules of the fault plan, a line each with line and column of the file in
     * front; empty when nothing does.
     */
    public List<String> objections() {
        return objections;
    }

    /** Gets the frames that pass the taps. */
    public ScenarioRun sink(FrameSink to) {
        sink = to;
        return this;
    }

    /**
     * Is told again and again what virtual time it is, nanoseconds since the start; true ends the
     * run there.
     */
    public ScenarioRun watcher(LongPredicate to) {
        network.watch(to);
        return this;
    }

    /** Keeps no samples of ports: the run is the same, and faster. */
    public ScenarioRun unsampled() {
        sampled = false;
        return this;
    }

    /** Runs to the end, or until the watcher has enough of it; once. */
    public ScenarioResult run() {
        Timeline timeline = new Timeline(network, sampled);
        rig.start(faults.streams());
        boolean rest = false;
        while (!network.isStopped() && network.now() < scenario.durationNs() && !rest) {
            rest = network.run(Math.min(timeline.nextNs(), scenario.durationNs()));
            if (sampled && (network.now() >= timeline.nextNs() || rest)) {
                timeline.sample(network.now());
            }
        }
        taps.forEach(each -> each.finish(network.now()));
        beside.values().forEach(each -> each.finish(network.now()));
        List<FlowResult> flows = rig.results(network.now());
        return new ScenarioResult(
                scenario,
                network,
                network.now(),
                rest,
                flows,
                rig.numbers(),
                rig.connections(),
                taps,
                beside,
                faults.counts(),
                timeline,
                frames);
    }
}
