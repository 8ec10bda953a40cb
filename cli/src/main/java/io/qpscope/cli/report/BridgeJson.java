package io.qpscope.cli.report;

import io.qpscope.bridge.BridgeResult;
import io.qpscope.bridge.BridgeVerdict.Breach;
import io.qpscope.bridge.BridgedSession;
import io.qpscope.bridge.SideAccount;
import io.qpscope.bridge.Way;
import io.qpscope.session.SessionSummary;

import org.HdrHistogram.Histogram;

/** A bridge's report for programs. Names and units are a contract (cli/docs/json.md). */
public final class BridgeJson {
    private BridgeJson() {}

    /** What became of the frames. */
    public static void bridge(Json json, BridgeResult result) {
        json.number("durationNs", result.durationNs())
                .number("seed", result.seed())
                .number("held", result.held())
                .number("overflowed", result.overflowed())
                .number("lostStreams", result.lostStreams())
                .beginArray("interfaces");
        result.ends().forEach(end -> end(json, end));
        json.endArray();
    }

    private static void end(Json json, BridgeResult.End end) {
        Way way = end.way();
        json.beginObject()
                .text("name", end.name())
                .value("driver", end.driver().isEmpty() ? null : end.driver())
                .number("mtu", end.mtu())
                .number("frames", way.frames())
                .number("bytes", way.bytes())
                .number("judged", way.rdma())
                .number("beyondRate", way.beyondRate())
                .number("sent", way.sent())
                .number("lost", way.lost())
                .number("held", way.held())
                .number("released", way.released())
                .number("homeless", way.homeless())
                .number("checksumsCompleted", way.completed())
                .number("tooLong", way.tooLong())
                .number("refused", way.refused())
                .number("droppedByKernel", end.droppedByKernel())
                .number("droppedByInterface", end.droppedByInterface());
        latency(json, way.latency());
        json.endObject();
    }

    private static void latency(Json json, Histogram latency) {
        boolean any = latency.getTotalCount() > 0;
        json.beginObject("addedLatencyNs")
                .number("count", latency.getTotalCount())
                .value("p50", any ? latency.getValueAtPercentile(50) : null)
                .value("p99", any ? latency.getValueAtPercentile(99) : null)
                .value("max", any ? latency.getMaxValue() : null)
                .endObject();
    }

    /** What each side did, and what it did wrong. */
    public static void sessions(Json json, BridgeResult result) {
        json.beginArray("sessions");
        for (BridgedSession session : result.verdict().sessions()) {
            SessionSummary view = session.view();
            json.beginObject()
                    .number("id", session.id())
                    .text("transport", view.transport())
                    .text("service", view.service().name())
                    .text("pairedBy", view.pairedBy().name())
                    .beginArray("sides");
            for (int i = 0; i < result.ends().size(); i++) {
                side(json, result.end(i).name(), session.side(i));
            }
            json.endArray().endObject();
        }
        json.endArray().beginArray("findings");
        for (Breach breach : result.verdict().breaches()) {
            json.beginObject().text("interface", result.end(breach.tap()).name());
            JsonParts.finding(json, breach.finding(), null);
            json.endObject();
        }
        json.endArray();
    }

    private static void side(Json json, String name, SideAccount side) {
        json.beginObject().text("interface", name);
        if (side != null) {
            json.text("address", side.peer().address())
                    .number("port", side.peer().port())
                    .value("qpn", side.peer().qpn())
                    .number("packetsSent", side.packetsSent())
                    .number("packetsReceived", side.packetsReceived())
                    .number("retransmittedPackets", side.resent())
                    .value("duplicatePackets", side.duplicatesReceived())
                    .number("naksSent", side.naksSent())
                    .number("naksReceived", side.naksReceived())
                    .number("rnrNaksSent", side.rnrNaksSent())
                    .number("rnrNaksReceived", side.rnrNaksReceived())
                    .number("errorNaksSent", side.errorNaksSent())
                    .number("errorNaksReceived", side.errorNaksReceived())
                    .number("timeouts", side.timeouts())
                    .number("badIcrcReceived", side.badIcrcReceived())
                    .number("badMpaCrcsReceived", side.badCrcsReceived())
                    .text("terminate", side.terminate())
                    .number("messages", side.messages());
            new JsonSession(json).outcome(side.outcome());
        }
        json.endObject();
    }
}
