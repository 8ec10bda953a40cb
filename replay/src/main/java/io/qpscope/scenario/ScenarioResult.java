package io.qpscope.scenario;

import io.qpscope.fabric.Conservation;
import io.qpscope.fabric.Host;
import io.qpscope.fabric.Network;
import io.qpscope.fabric.Port;
import io.qpscope.fabric.Switch;
import io.qpscope.fabric.WatchdogEvent;
import io.qpscope.fault.RuleCount;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Episode;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.wire.IpAddress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * All that came of a run.
 *
 * @param endNs when it ended, since the start
 * @param rest whether nothing was under way any more
 * @param taps where the scenario wants the analysis
 * @param beside analyzers at the ports of all hosts that ask, by name; of others where an
 *     expectation needs them
 * @param numbers of the responders' queue pairs, by flow
 * @param connections that communication management still keeps, by host
 * @param frames that passed the taps
 */
public record ScenarioResult(
        Scenario scenario,
        Network network,
        long endNs,
        boolean rest,
        List<FlowResult> flows,
        Map<String, Integer> numbers,
        Map<String, Integer> connections,
        List<TapView> taps,
        Map<String, TapView> beside,
        List<RuleCount> rules,
        Timeline timeline,
        long frames) {
    /** What the analysis made of a flow. */
    record Seen(TapView tap, SessionSummary session, Side from) {
        DirectionSummary requests() {
            return session.direction(from);
        }
    }

    public FlowResult flow(String name) {
        return flows.stream()
                .filter(each -> each.plan().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** When it came to rest; NaN when it did not. */
    public double restNs() {
        return rest ? endNs : Double.NaN;
    }

    public Host host(String name) {
        return network.hosts().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** By name, as in the scenario. */
    public PortFigures port(String name) {
        Port port = network.port(name);
        if (port == null) {
            throw new IllegalArgumentException("no port " + name);
        }
        return new PortFigures(port);
    }

    public Conservation conservation() {
        return network.conservation();
    }

    /** Rules that fired at any tap, each once. */
    public List<String> findingIds() {
        TreeSet<String> ids = new TreeSet<>();
        taps.forEach(
                tap -> tap.findings().forEach(finding -> ids.add(finding.rule().id())));
        return List.copyOf(ids);
    }

    /** At the requester's tap, or the first of the scenario's that saw it; null when none did. */
    Seen seen(String flow) {
        String from = flow(flow).plan().from();
        List<TapView> nearest = new ArrayList<>(taps);
        nearest.sort(Comparator.comparing(tap -> !tap.name().equals(from)));
        nearest.add(beside.get(from));
        return nearest.stream()
                .map(tap -> seen(flow, tap))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Beside the requester; null when it sent nothing. */
    Seen besideRequester(String flow) {
        return seenAt(flow, flow(flow).plan().from());
    }

    /** Beside a host; null when nothing looked there or nothing passed. */
    Seen seenAt(String flow, String host) {
        TapView tap = beside.get(host);
        return tap == null ? null : seen(flow, tap);
    }

    private Seen seen(String flow, TapView tap) {
        FlowPlan plan = flow(flow).plan();
        Integer number = numbers.get(flow);
        String here = address(plan.from());
        String there = address(plan.to());
        for (SessionSummary session : tap.result().sessions()) {
            for (Side side : Side.values()) {
                SessionSummary.Peer to = session.peer(side.other());
                Integer its = plan.stream() == null ? to.qpn() : (Integer) to.port();
                if (its != null
                        && its.equals(number)
                        && to.address().equals(there)
                        && session.peer(side).address().equals(here)) {
                    return new Seen(tap, session, side);
                }
            }
        }
        return null;
    }

    private String address(String name) {
        Host host = host(name);
        if (host.port().isInfiniband()) {
            return "lid " + (network.hosts().indexOf(host) + 1);
        }
        return IpAddress.text(host.address().high(), host.address().low());
    }

    /** What the analysis says that a flow went through, in order. */
    public List<Episode> episodes(String flow) {
        Seen seen = seen(flow);
        return seen == null ? List.of() : seen.session().episodes();
    }

    double resent(String flow) {
        Seen seen = seen(flow);
        return seen == null ? Double.NaN : seen.requests().requests().retransmittedPackets();
    }

    double rnrNaks(String flow) {
        Seen seen = seen(flow);
        return seen == null
                ? Double.NaN
                : seen.session().direction(seen.from().other()).rnrNaks();
    }

    double timeouts(String flow) {
        Seen seen = seen(flow);
        return seen == null ? Double.NaN : seen.requests().timeouts();
    }

    /** Storms that watchdogs of switches found, or ends of such. */
    double storms(boolean begin) {
        return events().stream().filter(each -> each.storm() == begin).count();
    }

    /** When the first was found; NaN for never. */
    double firstStormNs() {
        return events().stream()
                .filter(WatchdogEvent::storm)
                .mapToDouble(WatchdogEvent::atNs)
                .min()
                .orElse(Double.NaN);
    }

    /** Of all switches, in their order. */
    public List<WatchdogEvent> events() {
        List<WatchdogEvent> events = new ArrayList<>();
        for (Switch each : network.switches()) {
            if (each.watchdog() != null) {
                events.addAll(each.watchdog().events());
            }
        }
        return events;
    }

    /** Jain's index of the flows' throughputs: 1 when all are equal, 1/n when one has it all. */
    double fairness(List<String> among) {
        double sum = 0;
        double squares = 0;
        for (String each : among) {
            double rate = flow(each).throughput();
            sum += rate;
            squares += rate * rate;
        }
        return squares == 0 ? Double.NaN : sum * sum / (among.size() * squares);
    }
}
