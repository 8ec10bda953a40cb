package io.qpscope.session;

import io.qpscope.session.DirectionSummary.Inferred;
import io.qpscope.session.DirectionSummary.Latency;
import io.qpscope.wire.AckTimeout;

import java.util.List;

/** What a sender's packets and the answers to them betray of its settings, with the samples. */
final class InferenceBuilder {
    private static final int MAX_EXPONENT = 31;
    /** Timers run in coarse ticks: a wait may be a tenth short, and up to 4 T is lawful. */
    private static final double SHORT = 1.1;

    private static final int LONG = 4;

    private final Flow flow;
    private final Flow answering;

    /**
     * Both may be null.
     *
     * @param answering what the peer sent
     */
    InferenceBuilder(Flow flow, Flow answering) {
        this.flow = flow;
        this.answering = answering;
    }

    Inferred inferred() {
        Requester requester = flow == null ? null : flow.requester;
        if (requester == null) {
            int mtu = flow == null ? 0 : flow.datagrams.pathMtu;
            return Inferred.ofMtu(mtu > 0 ? (Integer) mtu : null);
        }
        List<Long> samples = requester.timeouts.samples();
        RnrWait rnr = requester.rnr;
        int rounds = requester.timeouts.rounds();
        boolean acknowledged = answering != null && answering.acks > 0;
        return new Inferred(
                requester.lengths.pathMtu > 0 ? (Integer) requester.lengths.pathMtu : null,
                samples,
                samples.isEmpty() ? null : exponents(requester.timeouts),
                rounds > 1 ? (Integer) rounds : null,
                rnr.longestPromiseNs > 0 ? (Long) rnr.longestPromiseNs : null,
                rnr.longestWaitNs > 0 ? (Long) rnr.longestWaitNs : null,
                requester.recovery == null ? null : requester.recovery.kind(),
                acknowledged ? (Boolean) answering.credits : null,
                evidence(requester));
    }

    private Evidence evidence(Requester requester) {
        LossRecovery recovery =
                requester.recovery == null ? new LossRecovery() : requester.recovery;
        List<Long> ladder = requester.timeouts.ladder();
        String backOff = BackOff.of(ladder);
        RnrWait rnr = requester.rnr;
        return new Evidence(
                requester.lengths.seen,
                requester.answers.acknowledging(),
                backOff,
                backOff == null ? List.of() : ladder,
                requester.timeouts.mostRounds(),
                rnr.mostRounds(),
                rnr.waits,
                rnr.waits == 0 ? null : (Long) rnr.shortestWaitNs,
                recovery.goBackN,
                recovery.goBackZero,
                recovery.selectiveRepeat,
                answering == null ? 0 : answering.acks,
                requester.nakLatency == null
                        ? new Latency(0, null, null, null)
                        : requester.nakLatency.summary());
    }

    private static List<Integer> exponents(TimeoutSamples samples) {
        int low = 1;
        while (low < MAX_EXPONENT && AckTimeout.ns(low) * LONG < samples.longest()) {
            low++;
        }
        int high = low;
        while (high < MAX_EXPONENT && AckTimeout.ns(high + 1) <= samples.shortest() * SHORT) {
            high++;
        }
        return List.of(low, high);
    }
}
