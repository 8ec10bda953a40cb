package io.qpscope.finding;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Durations;
import io.qpscope.session.Observation;
import io.qpscope.session.PauseSummary;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.TrackerResult;

import java.util.ArrayList;
import java.util.List;

/** Rules that read pauses, and what congestion notifications look like. */
final class FlowControlRules {
    /** Share of a session in which its class was paused, per cent, and its least length. */
    static final int PAUSED_PERCENT = 10;

    static final long PAUSED_LEAST_NS = 1_000_000;

    static final Rule CNP_DSCP = new Rule(
            "ECN-CNP-DSCP",
            Severity.WARNING,
            "Congestion notifications bear another DSCP than they should",
            "CNPs should be sent in a class of their own, which is why switches sort them by DSCP."
                    + " With another one they wait behind the very traffic that they shall slow"
                    + " down, or a rewrite on the path has changed it. What they should bear is the"
                    + " site's choice: --cnp-dscp tells it.",
            "Look at the CNP DSCP of the receiver's NIC (mlx5: np_cnp_dscp; from memory, not"
                    + " verified), and at rewrite rules of the switches between.",
            "Site policy; seen on switches (sonic-mgmt pull 25347)");

    private static final String ZERO = "00:00:00:00:00:00";
    private static final int MAX_FRAMES = 20;

    private final TrackerResult result;
    private final List<Finding> findings;

    FlowControlRules(TrackerResult result, List<Finding> findings) {
        this.result = result;
        this.findings = findings;
    }

    void judge() {
        for (PauseSummary pause : result.pauses()) {
            pause(pause);
        }
        sources();
        for (SessionSummary session : result.sessions()) {
            for (DirectionSummary direction : session.directions()) {
                paused(session, direction);
            }
        }
        for (Observation seen : result.observations()) {
            if (seen.session() != 0) {
                notified(seen);
            }
        }
    }

    private void pause(PauseSummary pause) {
        if (pause.stormSuspected()) {
            String longest = pause.longestNs() == null
                    ? ""
                    : ", without a break for up to " + Durations.text(pause.longestNs());
            add(
                    FlowControlCatalogue.PFC_STORM,
                    pause,
                    name(pause) + " " + said(pause) + longest + ".");
        }
        if (pause.neverResumed()) {
            add(
                    FlowControlCatalogue.PFC_NEVER_RESUMED,
                    pause,
                    name(pause) + " did not let " + what(pause)
                            + " go on before the capture ended; what was sent there before is"
                            + " silent.");
        }
    }

    private static String said(PauseSummary pause) {
        String time = pause.pausedNs() == null
                ? " (for how long depends on the link speed, which is not known)"
                : ", " + Durations.text(pause.pausedNs()) + " in all";
        return "stopped " + what(pause) + " " + Names.count(pause.xoff(), "time") + time;
    }

    private static String what(PauseSummary pause) {
        return pause.trafficClass() == null ? "all classes" : "class " + pause.trafficClass();
    }

    private static String name(PauseSummary pause) {
        return (pause.source() == null ? "A source" : pause.source()) + " on interface "
                + pause.interfaceId();
    }

    /** Once for all classes. */
    private void sources() {
        List<Long> zero = new ArrayList<>();
        List<Long> shorts = new ArrayList<>();
        for (PauseSummary pause : result.pauses()) {
            if (ZERO.equals(pause.source())) {
                collect(pause, zero);
            }
            if (pause.shortFrames() > 0) {
                collect(pause, shorts);
            }
        }
        if (!zero.isEmpty()) {
            findings.add(new Finding(
                    FlowControlCatalogue.PFC_SOURCE_ZERO,
                    0,
                    zero,
                    "Pauses from source address " + ZERO + "."));
        }
        if (!shorts.isEmpty()) {
            findings.add(new Finding(
                    FlowControlCatalogue.PFC_FRAME_SHORT,
                    0,
                    shorts,
                    "Pauses in frames of fewer than 60 bytes, from "
                            + Names.count(shortSources(), "source") + "."));
        }
    }

    private long shortSources() {
        return result.pauses().stream()
                .filter(pause -> pause.shortFrames() > 0)
                .map(pause -> pause.source() + " " + pause.interfaceId() + " " + pause.capture())
                .distinct()
                .count();
    }

    private static void collect(PauseSummary pause, List<Long> frames) {
        for (long frame : pause.frames()) {
            if (frames.size() < MAX_FRAMES && !frames.contains(frame)) {
                frames.add(frame);
            }
        }
    }

    private void paused(SessionSummary session, DirectionSummary direction) {
        Long paused = direction.time().paused();
        if (paused == null
                || paused < PAUSED_LEAST_NS
                || paused * 100 < session.durationNs() * PAUSED_PERCENT) {
            return;
        }
        findings.add(new Finding(
                FlowControlCatalogue.PFC_PAUSED_SESSION,
                session.id(),
                List.of(),
                Names.of(session, direction.from()) + " could not send to "
                        + Names.of(session, direction.from().other()) + " for "
                        + OutcomeRules.share(paused, session.durationNs())
                        + ": its class was paused."));
    }

    private void notified(Observation seen) {
        boolean dscp = seen.kind() == Observation.Kind.CNP_DSCP;
        if (!dscp && seen.kind() != Observation.Kind.CNP_WITHOUT_BECN) {
            return;
        }
        SessionSummary session = result.sessions().get(seen.session() - 1);
        String said = Names.of(session, seen.from()) + " sent " + Names.count(seen.count(), "CNP");
        findings.add(new Finding(
                dscp ? CNP_DSCP : FlowControlCatalogue.CNP_WITHOUT_BECN,
                seen.session(),
                seen.frames(),
                dscp
                        ? said + " with another DSCP than " + seen.value() + "."
                        : said + " without BECN."));
    }

    private void add(Rule rule, PauseSummary pause, String message) {
        findings.add(new Finding(rule, 0, pause.frames(), message));
    }
}
