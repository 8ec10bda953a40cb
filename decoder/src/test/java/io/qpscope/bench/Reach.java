package io.qpscope.bench;

import io.qpscope.finding.Finding;
import io.qpscope.finding.Rule;
import io.qpscope.finding.Rules;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameFields;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.frame.Kind;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.TrackerResult;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a hostile run came to: a run that never gets behind the first header proves little. */
final class Reach {
    private final Map<Kind, Long> kinds = new EnumMap<>(Kind.class);
    private final Set<String> layers = new TreeSet<>();
    private final Set<String> rules = new TreeSet<>();
    private final Set<String> carried = new TreeSet<>();
    private long goodIcrc;
    private long units;
    private long errors;
    private long sessions;
    private long findings;
    private long slowest;
    private String slowestPlace;
    long repaired;

    void frame(FrameView view, int unitsInIt) {
        kinds.merge(view.kind(), 1L, Long::sum);
        if (view.kind().hasTransport() && view.icrc() == IcrcStatus.GOOD) {
            goodIcrc++;
        }
        units += unitsInIt;
    }

    void shown(FieldTree tree) {
        tree.layers().forEach(layer -> layers.add(layer.name()));
        errors += tree.errors().size();
    }

    /** The first life is the one in which classes are loaded. */
    void took(long nanoseconds, long life, long number) {
        if (life > 0 && nanoseconds > slowest) {
            slowest = nanoseconds;
            slowestPlace = "life " + life + " frame " + number;
        }
    }

    void ended(TrackerResult result, List<Finding> found) {
        sessions += result.sessions().size();
        findings += found.size();
        found.forEach(finding -> rules.add(finding.rule().id()));
        for (SessionSummary session : result.sessions()) {
            if (session.carries() != null) {
                carried.add(session.carries());
            }
        }
    }

    @Override
    public String toString() {
        Set<String> missing = new TreeSet<>(FrameFields.layers());
        missing.removeAll(layers);
        // No layers, but what names of layers begin with.
        missing.removeAll(Set.of("infiniband", "infiniband.cm"));
        Set<String> silent = new TreeSet<>();
        Rules.catalogue().stream().map(Rule::id).forEach(silent::add);
        silent.removeAll(rules);
        return String.format(
                Locale.ROOT,
                "frames by kind %s%nchecksums made right in %d; ICRC good in %d; %d units of iWARP;"
                        + " %d errors shown%n%d sessions, carrying %s; %d findings; slowest frame"
                        + " %.1f ms (%s), garbage collection included%nlayers never shown: %s%nrules never"
                        + " met: %s",
                kinds,
                repaired,
                goodIcrc,
                units,
                errors,
                sessions,
                carried,
                findings,
                slowest / 1e6,
                slowestPlace,
                missing,
                silent);
    }
}
