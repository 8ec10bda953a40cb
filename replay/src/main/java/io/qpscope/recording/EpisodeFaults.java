package io.qpscope.recording;

import io.qpscope.endpoint.Verb;
import io.qpscope.session.Episode.Cause;
import io.qpscope.wire.AckTimeout;

import java.util.ArrayList;
import java.util.List;

/**
 * Faults that may lead to an episode of some cause, the likeliest first. PSNs count from the start
 * PSN; those of answers are the requester's.
 */
final class EpisodeFaults {
    private static final int FAR = 4;

    private final EpisodeScenario base;
    private final RecordedEpisode recorded;
    /** The packet that it is about, and the message that has it, from 1. */
    private final int psn;

    private final int message;
    private final int last;
    private final List<EpisodeScenario> all = new ArrayList<>();

    /**
     * @param base a scenario without its fault
     * @param message from 1
     * @param packets of a message
     */
    EpisodeFaults(EpisodeScenario base, RecordedEpisode recorded, int message, int packets) {
        this.base = base;
        this.recorded = recorded;
        this.message = message;
        psn = (message - 1) * packets + Math.min(recorded.packet(), packets - 1);
        last = base.count() * packets - 1;
    }

    List<EpisodeScenario> likely() {
        Cause cause = recorded.episode().cause();
        switch (cause) {
            case LOSS_BEFORE_TAP -> both("drop: {qp: 1, psn: " + psn + ", round: 1}", false);
            case LOSS_AFTER_TAP -> both("drop: {qp: 1, psn: " + psn + ", round: 1}", true);
            case CORRUPTION -> corruption();
            case REORDERING -> reordering();
            case RNR -> rnr();
            case IMPLIED_NAK -> lostResponse();
            case ACK_TIMEOUT, SPURIOUS_TIMEOUT -> timeout(cause == Cause.SPURIOUS_TIMEOUT);
            case DUPLICATE -> both("duplicate: {qp: 1, psn: " + psn + ", copies: 1}", false);
            case LOSS_UNDECIDED -> {}
        }
        return all;
    }

    /** At the likelier tap first. */
    private void both(String fault, boolean tapAtA) {
        all.add(base.with(fault, tapAtA));
        all.add(base.with(fault, !tapAtA));
    }

    private void corruption() {
        if (base.size() > 0 && !asks()) {
            both(
                    "corrupt: {qp: 1, psn: " + psn
                            + ", round: 1, field: payload, offset: 0, xor: 1, icrc: keep}",
                    false);
        }
        both(
                "corrupt: {qp: 1, psn: " + psn + ", round: 1, field: bth.se, xor: 1, icrc: keep}",
                false);
    }

    private void reordering() {
        for (int by = 1; by <= FAR; by++) {
            both(
                    "reorder: {qp: 1, psn: " + psn + ", round: 1, by: " + by + ", within: 1ms}",
                    false);
        }
    }

    private void rnr() {
        both(
                "rnr: {qp: 1, message: " + message + ", timer: " + recorded.rnrTimer() + ", times: "
                        + Math.max(1, recorded.rnrNaks()) + "}",
                true);
    }

    private void lostResponse() {
        String opcode = response();
        both("drop: {from: b, opcode: \"" + opcode + "\", psn: " + psn + ", round: 1}", true);
        both("drop: {from: b, opcode: \"" + opcode + "\", psn: " + psn + ", times: 1}", true);
    }

    private void timeout(boolean spurious) {
        if (recorded.failed()) {
            both("drop: {qp: 1, psn: " + psn + "..}", true);
            return;
        }
        String late = "by: " + FAR * AckTimeout.ns(base.ackTimeout()) / 1000 + "us";
        List<String> faults = new ArrayList<>();
        faults.add("drop: {qp: 1, psn: " + psn + ".." + last + ", round: 1}");
        faults.add("drop: {qp: 1, psn: " + last + ", round: 1}");
        faults.add("drop: {from: b, psn: " + psn + ".., times: 1}");
        faults.add("drop: {from: b, psn: " + last + ", times: 1}");
        faults.add("delay: {from: b, psn: " + psn + ".., times: 1, " + late + "}");
        faults.add("delay: {from: b, psn: " + last + ".., times: 1, " + late + "}");
        faults.add("delay: {from: b, times: 1, " + late + "}");
        faults.add("delay: {qp: 1, psn: " + psn + ", round: 1, " + late + "}");
        faults.add("delay: {qp: 1, psn: " + last + ", round: 1, " + late + "}");
        faults.forEach(fault -> both(fault, !spurious));
    }

    private boolean asks() {
        return base.verb() == Verb.RDMA_READ || base.verb().isAtomic();
    }

    private String response() {
        return base.verb().isAtomic() ? "RC_ATOMIC_ACKNOWLEDGE" : "RC_RDMA_READ_RESPONSE_*";
    }
}
