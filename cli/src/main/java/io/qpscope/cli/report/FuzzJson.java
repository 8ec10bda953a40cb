package io.qpscope.cli.report;

import io.qpscope.cli.report.FuzzSummary.Kind;
import io.qpscope.cli.report.FuzzSummary.Live;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.Check;

import java.io.PrintWriter;
import java.math.BigInteger;

/** A campaign as one JSON object; times are nanoseconds since its start. */
public final class FuzzJson {
    private FuzzJson() {}

    public static void write(String version, FuzzSummary summary, PrintWriter out) {
        try (Json json = Json.pretty(out)) {
            json.beginObject()
                    .text("qpscope", version)
                    .number("seed", new BigInteger(summary.seedText()))
                    .text(
                            "target",
                            summary.live() == null ? "soft" : summary.live().address())
                    .text("profile", summary.device().profile())
                    .value("recovery", orNull(summary.device().recovery()))
                    .value("defect", orNull(summary.device().defect()))
                    .number("cases", summary.cases())
                    .number("failures", summary.failures())
                    .number("states", summary.states())
                    .number("packets", summary.packets())
                    .number("durationNs", summary.durationNs())
                    .value("stopped", summary.stopped());
            json.beginObject("corpus")
                    .number("read", summary.corpora().read())
                    .number("skipped", summary.corpora().skipped())
                    .number("added", summary.corpora().added())
                    .endObject();
            if (summary.live() != null) {
                live(summary.live(), json);
            }
            json.beginArray("found");
            summary.kinds().forEach(each -> kind(each, json));
            json.endArray().endObject();
        }
    }

    private static void live(Live live, Json json) {
        json.beginObject("live").list("verbs", live.verbs()).beginObject("refused");
        live.refused().forEach(json::text);
        json.endObject().beginObject("leftOut");
        live.leftOut().forEach(json::number);
        json.endObject()
                .number("unsteady", live.unsteady())
                .number("sent", live.sent())
                .value("lost", live.lost())
                .endObject();
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static void kind(Kind kind, Json json) {
        long number = kind.found().number();
        json.beginObject()
                .text("kind", kind.found().kind())
                .number("count", kind.count())
                .number("firstCase", number == 0 ? null : (Long) number)
                .number("firstNs", kind.found().atNs())
                .number("messages", kind.messages())
                .list(
                        "rules",
                        kind.found().reproducer().rules().stream()
                                .map(Rule::toString)
                                .toList())
                .text("folder", kind.folder().toString())
                .beginArray("checks");
        for (Check check : kind.failed()) {
            json.beginObject()
                    .text("what", check.subject())
                    .text("expected", check.expected())
                    .text("found", check.observed())
                    .endObject();
        }
        json.endArray().endObject();
    }
}
