package io.qpscope.cli.report;

import java.io.PrintWriter;

/** One JSON document. Names and units are a contract (cli/docs/json.md). */
public final class JsonReport implements Report {
    private final String version;

    public JsonReport(String version) {
        this.version = version;
    }

    @Override
    public void write(Analysis analysis, PrintWriter out) {
        try (Json json = Json.pretty(out)) {
            json.beginObject().text("qpscope", version).beginArray("captures");
            for (Analysis.Capture capture : analysis.captures()) {
                json.beginObject();
                JsonParts.capture(json, capture);
                json.endObject();
            }
            json.endArray();
            JsonParts.protocols(json, analysis.result().protocols());
            JsonParts.icrc(json, analysis.result().icrc());
            sessions(json, analysis);
            json.beginArray("links");
            analysis.result().links().forEach(link -> {
                json.beginObject();
                JsonParts.link(json, link);
                json.endObject();
            });
            json.endArray();
            JsonCongestion.result(json, analysis.result());
            if (analysis.taps() != null) {
                json.beginObject("taps");
                new JsonTaps(json, analysis).write();
                json.endObject();
            }
            json.beginArray("findings");
            analysis.findings().forEach(finding -> {
                json.beginObject();
                JsonParts.finding(json, finding, analysis.taps());
                json.endObject();
            });
            json.endArray().endObject();
        }
    }

    private static void sessions(Json json, Analysis analysis) {
        JsonSession writer = new JsonSession(json);
        json.beginArray("sessions");
        analysis.result().sessions().forEach(session -> {
            json.beginObject();
            writer.head(session);
            json.beginArray("episodes");
            session.episodes().forEach(episode -> {
                json.beginObject();
                writer.episode(episode);
                json.endObject();
            });
            json.endArray();
            writer.outcome(session.outcome());
            json.endObject();
        });
        json.endArray();
    }
}
