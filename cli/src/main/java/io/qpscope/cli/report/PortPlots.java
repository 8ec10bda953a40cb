package io.qpscope.cli.report;

import io.qpscope.fabric.Port;
import io.qpscope.scenario.Check;
import io.qpscope.scenario.PortTrack;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.Verdict;

import java.util.Locale;
import java.util.function.DoubleFunction;

/** What only the page of a simulated run has: its verdict, and what each port went through. */
public final class PortPlots {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 56;

    private final ScenarioResult result;
    private final Verdict verdict;
    private double[] times;
    private double span;

    public PortPlots(ScenarioResult result, Verdict verdict) {
        this.result = result;
        this.verdict = verdict;
    }

    void write(Html html) {
        html.open("section", "id", "verdict").element("h2", "Verdict").line();
        text(html, verdict.scenario().title());
        text(html, verdict.scenario().about());
        text(html, verdict.scenario().learn());
        html.open("table").open("tr");
        for (String head : new String[] {"", "what", "expected", "found"}) {
            html.element("th", head);
        }
        html.close("tr").line();
        for (Check check : verdict.checks()) {
            html.open("tr")
                    .element("td", check.passed() ? "ok" : word(check))
                    .element("td", check.subject())
                    .element("td", check.expected())
                    .element("td", check.observed())
                    .close("tr")
                    .line();
        }
        html.close("table").close("section").line();
        ports(html);
    }

    private static String word(Check check) {
        return check.result() == Check.Result.FAILED ? "FAILED" : "not exercised";
    }

    private static void text(Html html, String text) {
        if (!text.isEmpty()) {
            html.element("p", text);
        }
    }

    private void ports(Html html) {
        times = result.timeline().times();
        span = times.length == 0 ? 0 : times[times.length - 1];
        html.open("section", "id", "ports").element("h2", "Ports").line();
        html.element(
                "p",
                "From the start to " + Units.time((long) span) + " of virtual time: bytes that wait"
                        + " at each port, the share of time that its peer held it (or gave no"
                        + " credits), and its rate.");
        for (PortTrack track : result.timeline().tracks()) {
            if (!track.isIdle()) {
                port(html, track);
            }
        }
        html.close("section").line();
    }

    private void port(Html html, PortTrack track) {
        Port port = track.port();
        html.element("h3", name(port) + " to " + name(port.peer())).line();
        plot(html, "queue", track.queuedBytes(), v -> Units.bytes((long) v), "#2563eb");
        plot(html, "held", track.heldShares(times), v -> Math.round(100 * v) + " %", "#b91c1c");
        plot(html, "rate", track.rates(times), Units::rate, "#15803d");
    }

    private static String name(Port port) {
        return port.node().ports().size() == 1 ? port.node().name() : port.toString();
    }

    /** Steps: each value holds from the sample before on. */
    private void plot(
            Html html, String name, double[] values, DoubleFunction<String> text, String color) {
        double most = 0;
        for (double value : values) {
            most = Math.max(most, value);
        }
        if (most == 0 || span == 0) {
            html.element("p", name + ": none", "class", "facts").line();
            return;
        }
        StringBuilder path = new StringBuilder("M0 " + HEIGHT);
        for (int i = 0; i < values.length; i++) {
            double from = i == 0 ? 0 : times[i - 1];
            String y = number(HEIGHT - values[i] / most * (HEIGHT - 2));
            path.append('L').append(number(from / span * WIDTH)).append(' ').append(y);
            path.append('L').append(number(times[i] / span * WIDTH)).append(' ').append(y);
        }
        path.append('L').append(WIDTH).append(' ').append(HEIGHT);
        html.open(
                "svg",
                "viewBox",
                "0 0 " + WIDTH + " " + (HEIGHT + 2),
                "width",
                "100%",
                "height",
                String.valueOf(HEIGHT + 2),
                "preserveAspectRatio",
                "none",
                "role",
                "img",
                "aria-label",
                name + ", at most " + text.apply(most));
        html.open(
                        "path",
                        "d",
                        path.toString(),
                        "fill",
                        color,
                        "fill-opacity",
                        "0.25",
                        "stroke",
                        color)
                .close("path");
        html.close("svg").line();
        html.element("p", name + ": at most " + text.apply(most), "class", "facts")
                .line();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
