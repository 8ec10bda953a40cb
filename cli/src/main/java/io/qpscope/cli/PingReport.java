package io.qpscope.cli;

import io.qpscope.cli.report.Json;
import io.qpscope.endpoint.service.Tally;

import org.HdrHistogram.Histogram;

import java.io.PrintWriter;
import java.util.Locale;

/** What a ping has found, for people and for programs. */
final class PingReport {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};

    private PingReport() {}

    /** Throughput and latency, two lines. */
    static void write(Tally tally, PrintWriter out) {
        double seconds = tally.durationNs() / 1e9;
        out.println(String.format(
                Locale.ROOT,
                "%d done, %d bytes in %.3f s: %.0f/s, %.2f MB/s, %.3f Gbit/s",
                tally.operations(),
                tally.bytes(),
                seconds,
                rate(tally.operations(), seconds),
                rate(tally.bytes(), seconds) / 1e6,
                rate(tally.bytes(), seconds) * 8 / 1e9));
        Histogram latency = tally.latency();
        if (latency.getTotalCount() == 0) {
            return;
        }
        StringBuilder line = new StringBuilder("latency us: min ");
        line.append(us(latency.getMinValue()));
        for (double percentile : PERCENTILES) {
            line.append(String.format(Locale.ROOT, ", p%s ", percentile).replace(".0 ", " "));
            line.append(us(latency.getValueAtPercentile(percentile)));
        }
        out.println(line.append(", max ").append(us(latency.getMaxValue())));
    }

    /** The same as JSON, into an object that is open. */
    static void write(Tally tally, Json json) {
        double seconds = tally.durationNs() / 1e9;
        Histogram latency = tally.latency();
        boolean any = latency.getTotalCount() > 0;
        json.number("operations", tally.operations())
                .number("bytes", tally.bytes())
                .number("durationNs", tally.durationNs())
                .number("operationsPerSecond", rate(tally.operations(), seconds))
                .number("bytesPerSecond", rate(tally.bytes(), seconds))
                .beginObject("latencyNs")
                .number("count", latency.getTotalCount())
                .value("min", any ? latency.getMinValue() : null);
        for (double percentile : PERCENTILES) {
            String name = "p" + String.format(Locale.ROOT, "%s", percentile).replace(".0", "");
            json.value(
                    name.replace(".", ""), any ? latency.getValueAtPercentile(percentile) : null);
        }
        json.value("max", any ? latency.getMaxValue() : null).endObject();
    }

    private static double rate(long amount, double seconds) {
        return seconds == 0 ? 0 : amount / seconds;
    }

    private static String us(long ns) {
        return String.format(Locale.ROOT, "%.1f", ns / 1e3);
    }
}
