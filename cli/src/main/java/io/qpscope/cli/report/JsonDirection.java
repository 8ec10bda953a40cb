package io.qpscope.cli.report;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.DirectionSummary.InForce;
import io.qpscope.session.DirectionSummary.Inferred;
import io.qpscope.session.DirectionSummary.Latency;
import io.qpscope.session.DirectionSummary.Naks;
import io.qpscope.session.DirectionSummary.TimeShares;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.Verb;

/** One direction of a session as a JSON object. Names and units are a contract (cli/docs/json.md). */
final class JsonDirection {
    private final Json json;
    private final JsonSession session;

    JsonDirection(Json json, JsonSession session) {
        this.json = json;
        this.session = session;
    }

    void write(DirectionSummary direction) {
        json.beginObject()
                .text("from", JsonSession.side(direction.from()))
                .number("packets", direction.packets())
                .number("payloadBytes", direction.payloadBytes())
                .list("dscp", direction.dscp())
                .list("pcp", direction.pcp())
                .number("udpSourcePorts", direction.udpSourcePorts());
        inForce(direction.inForce());
        json.beginObject("messages");
        for (Verb verb : Verb.values()) {
            json.number(verb.name(), direction.messagesOf(verb));
        }
        json.endObject().number("completedMessages", direction.completedMessages());
        counts(direction.requests());
        json.beginObject("responses");
        counts(direction.responses());
        json.endObject();
        naks(direction.naks());
        json.number("rnrNaks", direction.rnrNaks())
                .number("timeouts", direction.timeouts())
                .number("ceMarked", direction.ceMarked())
                .number("cnps", direction.cnps())
                .number("badIcrc", direction.badIcrc());
        latency(json, "ackLatencyNs", direction.ackLatency());
        time(direction.time());
        inferred(direction.inferred());
        session.outcome(direction.outcome());
        JsonCongestion.direction(json, direction.congestion());
        json.endObject();
    }

    private void inForce(InForce inForce) {
        json.beginObject("inForce")
                .number("startPsn", inForce.startPsn())
                .number("ackTimeoutExponent", inForce.ackTimeoutExponent())
                .number("retryCount", inForce.retryCount())
                .number("rnrRetryCount", inForce.rnrRetryCount())
                .number("readDepth", inForce.readDepth())
                .endObject();
    }

    private void counts(PsnCounts counts) {
        json.number("firstPsn", counts.firstPsn())
                .number("lastPsn", counts.lastPsn())
                .number("retransmittedPackets", counts.retransmittedPackets())
                .number("duplicatePackets", counts.duplicatePackets())
                .number("networkDuplicates", counts.networkDuplicates())
                .number("captureDuplicates", counts.captureDuplicates())
                .number("outOfOrderPackets", counts.outOfOrderPackets())
                .number("missingPackets", counts.missingPackets())
                .number("lostBeforeTap", counts.lostBeforeTap())
                .number("lostAfterTap", counts.lostAfterTap())
                .number("lostByCapture", counts.lostByCapture())
                .number("lostUndecided", counts.lostUndecided());
    }

    private void naks(Naks naks) {
        json.beginObject("naks")
                .number("PSN_SEQUENCE_ERROR", naks.psnSequenceError())
                .number("INVALID_REQUEST", naks.invalidRequest())
                .number("REMOTE_ACCESS_ERROR", naks.remoteAccessError())
                .number("REMOTE_OPERATIONAL_ERROR", naks.remoteOperationalError())
                .endObject();
    }

    static void latency(Json json, String name, Latency latency) {
        json.beginObject(name)
                .number("count", latency.count())
                .number("p50", latency.p50())
                .number("p99", latency.p99())
                .number("max", latency.max())
                .endObject();
    }

    private void time(TimeShares time) {
        json.beginObject("timeNs")
                .number("sending", time.sending())
                .number("rnrWait", time.rnrWait())
                .number("ackTimeout", time.ackTimeout())
                .number("goBackN", time.goBackN())
                .number("paused", time.paused())
                .number("cnpLimited", time.cnpLimited())
                .number("idle", time.idle())
                .endObject();
    }

    private void inferred(Inferred inferred) {
        json.beginObject("inferred")
                .number("pathMtu", inferred.pathMtu())
                .list("ackTimeoutNs", inferred.ackTimeoutNs());
        if (inferred.ackTimeoutExponentRange() == null) {
            json.value("ackTimeoutExponentRange", null);
        } else {
            json.list("ackTimeoutExponentRange", inferred.ackTimeoutExponentRange());
        }
        json.number("retryCount", inferred.retryCount())
                .number("rnrTimerNs", inferred.rnrTimerNs())
                .number("rnrWaitNs", inferred.rnrWaitNs())
                .text("lossRecovery", inferred.lossRecovery())
                .value("creditsUsed", inferred.creditsUsed());
        JsonEvidence.inferred(json, inferred);
        json.endObject();
    }
}
