package io.qpscope.cli.report;

import io.qpscope.session.DirectionSummary.TimeShares;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** A requester's time as a bar of its parts. */
final class HtmlTime {
    private final Html html;

    HtmlTime(Html html) {
        this.html = html;
    }

    /** Parts by name, in the order drawn; those of no length are left out. */
    private static Map<String, Long> parts(TimeShares time) {
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("sending", time.sending());
        parts.put("go-back-N", time.goBackN());
        parts.put("RNR", time.rnrWait());
        parts.put("ACK timeout", time.ackTimeout());
        parts.put("paused", time.paused() == null ? 0 : time.paused());
        parts.put("CNP-limited", time.cnpLimited());
        parts.put("idle", time.idle());
        parts.values().removeIf(ns -> ns <= 0);
        return parts;
    }

    void bar(TimeShares time, long wholeNs) {
        StringJoiner told = new StringJoiner(", ");
        Map<String, Long> parts = parts(time);
        parts.forEach((name, ns) -> told.add(name + " " + Units.percent(ns, wholeNs)));
        String text = parts.isEmpty() ? "no time to account for" : told.toString();
        html.open("div", "class", "timebar", "role", "img", "aria-label", text, "title", text);
        parts.forEach((name, ns) -> {
            double share = wholeNs <= 0 ? 0 : 100.0 * ns / wholeNs;
            String width = Math.round(share * 1000) / 1000.0 + "%";
            html.open("i", "class", kind(name), "style", "width:" + width).close("i");
        });
        html.close("div");
    }

    void legend(TimeShares time, long wholeNs) {
        html.open("p", "class", "timelegend");
        parts(time)
                .forEach((name, ns) -> html.open("span")
                        .open("i", "class", kind(name))
                        .close("i")
                        .text(name + " " + Units.percent(ns, wholeNs) + ", " + Units.time(ns))
                        .close("span"));
        html.close("p").line();
    }

    private static String kind(String name) {
        return "time-" + name.toLowerCase(Locale.ROOT).replace(' ', '-');
    }
}
