package io.qpscope.cli.report;

import io.qpscope.finding.Severity;
import io.qpscope.session.Episode;
import io.qpscope.session.SessionSummary;

import java.io.PrintWriter;

/**
 * One JSON object a line, told apart by {@code type}: capture, session, episode, pause, cnpGap, link,
 * taps, finding and at the end summary. Properties are those of the JSON report; an episode names its
 * session.
 */
public final class JsonLinesReport implements Report {
    private final String version;

    public JsonLinesReport(String version) {
        this.version = version;
    }

    @Override
    public void write(Analysis analysis, PrintWriter out) {
        try (Json json = Json.lines(out)) {
            analysis.captures().forEach(capture -> {
                begin(json, "capture");
                JsonParts.capture(json, capture);
                json.endObject();
            });
            JsonSession writer = new JsonSession(json);
            analysis.result().sessions().forEach(session -> session(json, writer, session));
            analysis.result().pauses().forEach(pause -> {
                begin(json, "pause");
                JsonCongestion.pause(json, pause);
                json.endObject();
            });
            analysis.result().cnpGaps().forEach(gap -> {
                begin(json, "cnpGap");
                JsonCongestion.gap(json, gap);
                json.endObject();
            });
            analysis.result().links().forEach(link -> {
                begin(json, "link");
                JsonParts.link(json, link);
                json.endObject();
            });
            if (analysis.taps() != null) {
                begin(json, "taps");
                new JsonTaps(json, analysis).write();
                json.endObject();
            }
            analysis.findings().forEach(finding -> {
                begin(json, "finding");
                JsonParts.finding(json, finding, analysis.taps());
                json.endObject();
            });
            summary(json, analysis);
        }
    }

    private static void session(Json json, JsonSession writer, SessionSummary session) {
        begin(json, "session");
        writer.head(session);
        writer.outcome(session.outcome());
        json.endObject();
        for (Episode episode : session.episodes()) {
            begin(json, "episode").number("session", session.id());
            writer.episode(episode);
            json.endObject();
        }
    }

    private void summary(Json json, Analysis analysis) {
        begin(json, "summary").text("qpscope", version);
        JsonParts.protocols(json, analysis.result().protocols());
        JsonParts.icrc(json, analysis.result().icrc());
        json.number("sessions", analysis.result().sessions().size()).beginObject("findings");
        for (Severity severity : Severity.values()) {
            json.number(
                    FindingList.name(severity),
                    analysis.findings().stream()
                            .filter(finding -> finding.rule().severity() == severity)
                            .count());
        }
        json.endObject().endObject();
    }

    private static Json begin(Json json, String type) {
        return json.beginObject().text("type", type);
    }
}
