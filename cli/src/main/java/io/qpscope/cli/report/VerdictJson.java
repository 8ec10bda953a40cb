package io.qpscope.cli.report;

import io.qpscope.fabric.Conservation;
import io.qpscope.finding.Finding;
import io.qpscope.scenario.Check;
import io.qpscope.scenario.FlowResult;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.TapView;
import io.qpscope.scenario.Verdict;

import java.io.PrintWriter;
import java.util.Locale;

/** Verdicts as one JSON object; times are nanoseconds of virtual time, rates bits a second. */
public final class VerdictJson implements AutoCloseable {
    private final Json json;
    private int failed;
    private int count;

    public VerdictJson(String version, PrintWriter out) {
        json = Json.pretty(out);
        json.beginObject().text("qpscope", version).beginArray("scenarios");
    }

    /** One more scenario has been run. */
    public void add(Verdict verdict, ScenarioResult result) {
        count++;
        failed += verdict.passed() ? 0 : 1;
        json.beginObject()
                .text("name", verdict.scenario().name())
                .text("title", verdict.scenario().title())
                .text("verdict", word(verdict.result()))
                .number("seed", verdict.scenario().seed())
                .number("durationNs", result.endNs())
                .number("packetHops", result.network().hops());
        json.beginArray("checks");
        for (Check check : verdict.checks()) {
            json.beginObject()
                    .text("what", check.subject())
                    .text("expected", check.expected())
                    .text("found", check.observed())
                    .text("result", word(check.result()))
                    .endObject();
        }
        json.endArray();
        flows(result);
        findings(result);
        packets(result.conservation());
        json.endObject();
    }

    private static String word(Check.Result result) {
        return result.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void flows(ScenarioResult result) {
        json.beginArray("flows");
        for (FlowResult flow : result.flows()) {
            boolean ended = !Double.isNaN(flow.durationNs());
            json.beginObject()
                    .text("name", flow.plan().name())
                    .text("status", flow.status())
                    .number("completed", flow.completed())
                    .number("bytes", (long) flow.bytes())
                    .number("durationNs", ended ? (Long) (long) flow.durationNs() : null)
                    .number("throughput", Math.round(flow.throughput()))
                    .endObject();
        }
        json.endArray();
    }

    private void findings(ScenarioResult result) {
        json.beginArray("findings");
        for (TapView tap : result.taps()) {
            for (Finding finding : tap.findings()) {
                json.beginObject()
                        .text("rule", finding.rule().id())
                        .text("tap", tap.name())
                        .text("severity", FindingList.name(finding.rule().severity()))
                        .list("frames", finding.frames())
                        .text("message", finding.message())
                        .endObject();
            }
        }
        json.endArray();
    }

    private void packets(Conservation sum) {
        json.beginObject("packets")
                .number("sent", sum.sent())
                .number("made", sum.made())
                .number("delivered", sum.delivered())
                .number("inFlight", sum.inFlight());
        json.beginObject("dropped");
        sum.dropped().forEach((cause, dropped) -> json.number(cause.name(), dropped));
        json.endObject().endObject();
    }

    @Override
    public void close() {
        json.endArray()
                .number("passed", count - failed)
                .number("failed", failed)
                .endObject();
        json.close();
    }
}
