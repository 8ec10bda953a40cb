package io.qpscope.cli.report;

import io.qpscope.recording.Obstacle;
import io.qpscope.recording.Preflight;
import io.qpscope.recording.Preflight.Count;
import io.qpscope.recording.WireReplay;

import org.HdrHistogram.Histogram;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;

/** What a replay onto an interface will do, or has done. */
public final class ReplayReport {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    /** Bounds of the histogram, in nanoseconds. */
    private static final long[] BOUNDS = {
        1_000, 10_000, 100_000, 1_000_000, 10_000_000, Long.MAX_VALUE
    };

    private static final String[] BOUND_NAMES = {
        "under 1 us", "under 10 us", "under 100 us", "under 1 ms", "under 10 ms", "10 ms and more"
    };
    private static final int NAME_WIDTH = 16;
    private static final int BAR = 50;
    private static final int MOST_HOLES = 20;

    private ReplayReport() {}

    /**
     * Before.
     *
     * @param title from where to where
     */
    public static void write(Preflight.Report report, String title, int mtu, PrintWriter out) {
        out.println(title + " (MTU " + mtu + "): " + Units.count(report.frames(), "frame") + " in "
                + Units.time(report.durationNs()) + "; " + report.sendable() + " will go out, "
                + Units.bytes(report.bytes()));
        for (Map.Entry<Obstacle, Count> each : report.obstacles().entrySet()) {
            out.println("  won't: " + count(each.getValue()) + " " + each.getKey());
        }
        for (Map.Entry<Preflight.Note, Count> each : report.notes().entrySet()) {
            String text = each.getKey().toString().replace("%s", report.linkTypes());
            out.println("  note: " + count(each.getValue()) + " " + text);
        }
        int shown = 0;
        for (Preflight.Hole hole : report.holes()) {
            if (shown++ == MOST_HOLES) {
                out.println("  holes of " + (report.holes().size() - MOST_HOLES) + " more");
                break;
            }
            out.println("  hole: session " + hole.session() + ", "
                    + Units.count(hole.packets(), "packet") + " of " + hole.from()
                    + " reached the receiver, but not the capture: a receiver will miss them");
        }
        if (report.openSessions() > 0) {
            out.println("  note: " + Units.count(report.openSessions(), "session")
                    + " without a set-up by RDMA-CM: only a receiver that has these queue pairs"
                    + " will answer (--to roce://HOST plays the requester to a live peer)");
        }
        if (report.damage() != null) {
            out.println("  won't: what stands behind the damage, " + report.damage());
        }
    }

    private static String count(Count count) {
        return Units.count(count.frames(), "frame") + " (first: " + count.firstFrame() + ")";
    }

    /** Afterwards. */
    public static void write(
            WireReplay.Result result, String title, double speed, PrintWriter out) {
        double seconds = result.durationNs() / 1e9;
        double rate = seconds == 0 ? 0 : result.bytes() * 8 / seconds / 1e9;
        out.println(title + ": " + Units.count(result.sent(), "frame") + " sent, "
                + Units.bytes(result.bytes()) + " in " + Units.time(result.durationNs()) + ", "
                + String.format(Locale.ROOT, "%.4f Gbit/s", rate) + ", "
                + Units.count(result.rounds(), "round") + ", " + speed(speed));
        result.skipped()
                .forEach((why, frames) ->
                        out.println("  not sent: " + Units.count(frames, "frame") + " " + why));
        if (result.late().getTotalCount() > 0) {
            lateness(result.late(), out);
        }
    }

    private static String speed(double speed) {
        return Double.isInfinite(speed) ? "top speed" : "speed " + speed;
    }

    private static void lateness(Histogram late, PrintWriter out) {
        StringBuilder line = new StringBuilder("  late us: min ").append(us(late.getMinValue()));
        for (double percentile : PERCENTILES) {
            line.append(String.format(Locale.ROOT, ", p%s ", percentile).replace(".0 ", " "));
            line.append(us(late.getValueAtPercentile(percentile)));
        }
        out.println(line.append(", max ").append(us(late.getMaxValue())));
        long least = 0;
        for (int i = 0; i < BOUNDS.length; i++) {
            long most = Math.min(BOUNDS[i] - 1, late.getHighestTrackableValue());
            long count = late.getCountBetweenValues(least, most);
            least = BOUNDS[i];
            if (count > 0) {
                long width = Math.max(1, Math.round(BAR * (double) count / late.getTotalCount()));
                out.println("  " + BOUND_NAMES[i] + " ".repeat(NAME_WIDTH - BOUND_NAMES[i].length())
                        + String.format(Locale.ROOT, "%8d  ", count) + "#".repeat((int) width));
            }
        }
    }

    private static String us(long ns) {
        return String.format(Locale.ROOT, "%.1f", ns / 1e3);
    }
}
