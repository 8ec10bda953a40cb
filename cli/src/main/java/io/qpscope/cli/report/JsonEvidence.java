package io.qpscope.cli.report;

import io.qpscope.session.DirectionSummary.Inferred;
import io.qpscope.session.Evidence;
import io.qpscope.session.Silence;

/** What stands behind inferences and verdicts. Names and units are a contract (cli/docs/json.md). */
final class JsonEvidence {
    private JsonEvidence() {}

    /** Properties of a direction's {@code inferred}. */
    static void inferred(Json json, Inferred inferred) {
        Evidence evidence = inferred.evidence();
        json.text("backOff", evidence.backOff())
                .list("backOffNs", evidence.backOffNs())
                .number("rnrShortestWaitNs", evidence.rnrShortestWaitNs())
                .number("mostTimeoutRounds", evidence.timeoutRounds().most())
                .number("mostRnrRounds", evidence.rnrRounds().most());
        json.beginObject("ackCoalescing")
                .number("acks", evidence.acknowledging().acks())
                .number("packets", evidence.acknowledging().packets())
                .number("most", evidence.acknowledging().most())
                .endObject();
        JsonDirection.latency(json, "nakLatencyNs", evidence.nakLatency());
        json.beginObject("samples")
                .number("pathMtu", evidence.pathMtu())
                .number("ackTimeoutNs", inferred.ackTimeoutNs().size())
                .number("rnrWaitNs", evidence.rnrWaits())
                .number("creditsUsed", evidence.credits());
        json.beginObject("lossRecovery")
                .number("GO_BACK_N", evidence.goBackN())
                .number("GO_BACK_0", evidence.goBackZero())
                .number("SELECTIVE_REPEAT", evidence.selectiveRepeat())
                .endObject()
                .endObject();
    }

    /** The last property of an outcome. */
    static void silence(Json json, Silence silence) {
        if (silence == null) {
            json.value("silence", null);
            return;
        }
        json.beginObject("silence")
                .number("lastAnswerFrame", silence.lastAnswerFrame())
                .number("sinceNs", silence.sinceNs())
                .number("lastGoodPsn", silence.lastGoodPsn())
                .number("stuckPsn", silence.stuckPsn())
                .number("rounds", silence.rounds())
                .number("allowedRounds", silence.allowedRounds())
                .list("waitsNs", silence.waitsNs())
                .number("firstTriedNs", silence.firstTriedNs())
                .number("lastTriedNs", silence.lastTriedNs())
                .number("quietNs", silence.quietNs())
                .number("peerFrame", silence.peerFrame())
                .number("peerNs", silence.peerNs())
                .endObject();
    }
}
