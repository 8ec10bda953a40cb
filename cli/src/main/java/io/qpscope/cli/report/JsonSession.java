package io.qpscope.cli.report;

import io.qpscope.session.CmSummary;
import io.qpscope.session.Episode;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;

import java.util.Locale;

/** The properties of a session and of its episodes. Names and units are a contract (cli/docs/json.md). */
final class JsonSession {
    private final Json json;
    private final JsonDirection direction;

    JsonSession(Json json) {
        this.json = json;
        this.direction = new JsonDirection(json, this);
    }

    /** All but the episodes and the outcome, which differ in JSON and JSON lines by place. */
    void head(SessionSummary session) {
        json.value("id", session.id())
                .text("transport", session.transport())
                .text("service", session.service().name());
        peer("a", session.a());
        peer("b", session.b());
        json.text("pairedBy", session.pairedBy().name()).number("confidence", session.confidence());
        cm(session.cm());
        json.number("firstFrame", session.firstFrame())
                .number("lastFrame", session.lastFrame())
                .number("durationNs", session.durationNs())
                .number("pathMtu", session.pathMtu())
                .number("srqn", session.srqn())
                .text("carries", session.carries())
                .beginArray("directions");
        session.directions().forEach(direction::write);
        json.endArray();
    }

    private void peer(String name, SessionSummary.Peer peer) {
        json.beginObject(name)
                .text("address", peer.address())
                .number("port", peer.port())
                .number("qpn", peer.qpn())
                .endObject();
    }

    private void cm(CmSummary cm) {
        if (cm == null) {
            json.value("cm", null);
            return;
        }
        json.beginObject("cm");
        said("a", cm.a());
        said("b", cm.b());
        json.text("rejectReason", cm.rejectReason()).endObject();
    }

    private void said(String name, CmSummary.Said said) {
        if (said == null) {
            json.value(name, null);
            return;
        }
        json.beginObject(name)
                .text("message", said.message())
                .number("frame", said.frame())
                .number("commId", Integer.toUnsignedLong(said.commId()))
                .number("qpn", said.qpn())
                .number("startPsn", said.startPsn())
                .number("timeout", said.timeout())
                .number("retryCount", said.retryCount())
                .number("rnrRetryCount", said.rnrRetryCount())
                .number("responderResources", said.responderResources())
                .number("initiatorDepth", said.initiatorDepth())
                .number("pathMtu", said.pathMtu())
                .number("serviceId", said.serviceId())
                .value("srq", said.srq())
                .endObject();
    }

    void episode(Episode episode) {
        json.value("id", episode.id())
                .text("from", side(episode.from()))
                .text("cause", episode.cause().name())
                .number("psn", episode.psn())
                .number("startFrame", episode.startFrame())
                .number("nakFrame", episode.nakFrame())
                .number("resendFrame", episode.resendFrame())
                .number("endFrame", episode.endFrame())
                .number("resentPackets", episode.resentPackets())
                .number("lostNs", episode.lostNs())
                .text("outcome", episode.outcome());
    }

    void outcome(Outcome outcome) {
        String proof = outcome.proof() == null ? null : outcome.proof().name();
        json.beginObject("outcome")
                .text("status", outcome.status())
                .text("proof", proof == null ? null : proof.toLowerCase(Locale.ROOT))
                .text("why", outcome.why())
                .list("frames", outcome.frames());
        JsonEvidence.silence(json, outcome.silence());
        json.endObject();
    }

    static String side(Side side) {
        return side == Side.A ? "a" : "b";
    }
}
