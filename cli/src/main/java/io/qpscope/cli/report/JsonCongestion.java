package io.qpscope.cli.report;

import io.qpscope.session.CnpGap;
import io.qpscope.session.DirectionSummary.Congestion;
import io.qpscope.session.PauseSummary;
import io.qpscope.session.TrackerResult;

/** Flow control and congestion as JSON. Names and units are a contract (cli/docs/json.md). */
final class JsonCongestion {
    private JsonCongestion() {}

    static void result(Json json, TrackerResult result) {
        json.beginArray("pauses");
        result.pauses().forEach(pause -> {
            json.beginObject();
            pause(json, pause);
            json.endObject();
        });
        json.endArray().beginArray("cnpGaps");
        result.cnpGaps().forEach(gap -> {
            json.beginObject();
            gap(json, gap);
            json.endObject();
        });
        json.endArray();
    }

    static void pause(Json json, PauseSummary pause) {
        json.text("source", pause.source())
                .number("class", pause.trafficClass())
                .number("xoff", pause.xoff())
                .number("xon", pause.xon())
                .number("pausedNs", pause.pausedNs())
                .value("stormSuspected", pause.stormSuspected())
                .number("capture", pause.capture())
                .number("interface", pause.interfaceId())
                .number("longestNs", pause.longestNs())
                .value("neverResumed", pause.neverResumed())
                .list("frames", pause.frames());
    }

    static void gap(Json json, CnpGap gap) {
        json.text("scope", gap.scope() == CnpGap.Scope.PORT ? "port" : "addressPair")
                .text("from", gap.from())
                .text("to", gap.to())
                .number("cnps", gap.count())
                .number("minGapNs", gap.minGapNs());
    }

    static void direction(Json json, Congestion congestion) {
        json.beginObject("cnpOpcodes")
                .number("0x80", congestion.cnpInfiniBand())
                .number("0x81", congestion.cnpRoce())
                .endObject()
                .list("cnpDscp", congestion.cnpDscp())
                .list("cnpEcn", congestion.cnpEcn())
                .number("cnpMinGapNs", congestion.cnpMinGapNs());
        JsonDirection.latency(json, "ceToCnpNs", congestion.ceToCnp());
    }
}
