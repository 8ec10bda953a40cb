package io.qpscope.session;

import io.qpscope.session.Outcome.Proof;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Psn;

import java.util.ArrayList;
import java.util.List;

/** The work completion status that a requester must have seen, and why. */
final class OutcomeJudge {
    /** Silence that ends a requester: so many of its timeouts. */
    private static final int SILENT_TIMEOUTS = 4;

    private static final int INFINITE_RNR_RETRY = 7;

    private final long captureEndNs;

    OutcomeJudge(long captureEndNs) {
        this.captureEndNs = captureEndNs;
    }

    Outcome judge(Flow flow, DirectionSummary.InForce inForce, CmConnection cm) {
        if (cm != null && cm.reply == null) {
            String why = cm.rejectReason >= 0
                    ? "the connection was rejected: " + cm.rejectText
                    : "the connection request was not answered";
            return new Outcome(Outcome.UNKNOWN, Proof.INFERRED, why, List.copyOf(cm.requestFrames));
        }
        if (flow == null || (flow.requester != null && !flow.requester.started)) {
            return new Outcome(
                    Outcome.SUCCESS, Proof.INFERRED, "this side sent no requests", List.of());
        }
        if (flow.requester == null) {
            return new Outcome(
                    Outcome.SUCCESS,
                    Proof.INFERRED,
                    flow.service + " completes when it is sent; no answer can prove more",
                    List.of(flow.lastFrame));
        }
        Requester requester = flow.requester;
        if (requester.failure.happened()) {
            return refused(requester.failure);
        }
        if (requester.rnr.waiting()) {
            Outcome outcome = notReady(requester, inForce, end(flow, cm));
            int rounds = requester.rnr.rounds;
            Integer retries = inForce.rnrRetryCount();
            boolean endless = retries != null && retries == INFINITE_RNR_RETRY;
            Integer allowed = retries == null || endless ? null : (Integer) (1 + retries);
            List<Long> waits = requester.rnr.waitsNs();
            return outcome.withSilence(silence(
                    flow, requester.rnr.psn, new Tries(rounds, rounds - 1, allowed), waits));
        }
        if (!requester.outstanding() && !requester.responses.outstanding()) {
            return new Outcome(
                    Outcome.SUCCESS,
                    Proof.PROVED,
                    "the last request was answered",
                    frames(requester.lastRequestFrame, requester.lastAnswerFrame));
        }
        Outcome outcome = silent(requester, inForce, end(flow, cm), flow.peer != null);
        if (outcome.status().equals(Outcome.UNKNOWN)) {
            return outcome;
        }
        int rounds = 1 + requester.timeouts.rounds();
        Integer retries = inForce.retryCount();
        Integer allowed = retries == null ? null : (Integer) (1 + retries);
        List<Long> waits = requester.timeouts.waits();
        Tries tries = new Tries(rounds, requester.timeouts.spent(requester.reached()), allowed);
        return outcome.withSilence(silence(flow, requester.taken, tries, waits));
    }

    /** As in {@link Silence}. */
    private record Tries(int rounds, int spent, Integer allowed) {}

    private Silence silence(Flow flow, int stuckPsn, Tries tries, List<Long> waitsNs) {
        Requester requester = flow.requester;
        Flow peer = flow.peer;
        boolean heard = peer != null && peer.packets > 0;
        long sinceNs = heard ? peer.lastNs : flow.firstNs;
        AddressPair back = flow.pair.reverse;
        AddressPair.Word word = back == null ? null : back.heardAfter(sinceNs, peer);
        int index = requester.window.find(stuckPsn);
        long lastRoundNs = index < 0 ? requester.lastRequestNs : requester.window.time(index);
        long spentNs = waitsNs.stream().mapToLong(Long::longValue).sum();
        return new Silence(
                heard ? (Long) peer.lastFrame : null,
                sinceNs,
                stuckPsn == requester.counts.firstPsn ? null : (Integer) Psn.add(stuckPsn, -1),
                stuckPsn,
                tries.rounds,
                tries.spent,
                tries.allowed,
                waitsNs,
                lastRoundNs - spentNs,
                requester.lastRequestNs,
                Math.max(0, captureEndNs - requester.lastRequestNs),
                word == null ? null : (Long) word.frame(),
                word == null ? null : (Long) word.timeNs());
    }

    private static Outcome refused(Failure failure) {
        String status;
        switch (failure.code) {
            case Aeth.NAK_INVALID_REQUEST -> status = "REM_INV_REQ_ERR";
            case Aeth.NAK_REMOTE_ACCESS_ERROR -> status = "REM_ACCESS_ERR";
            default -> status = "REM_OP_ERR";
        }
        String why = "NAK " + Aeth.nakName(failure.code) + " for PSN " + failure.psn;
        return new Outcome(
                status, Proof.PROVED, why, frames(failure.requestFrame, failure.nakFrame));
    }

    /** What shows that a sender did not just wait longer. */
    private record End(boolean known, long frame, String what) {}

    private End end(Flow flow, CmConnection cm) {
        if (cm != null && cm.disconnectNs > flow.requester.lastRequestNs) {
            return new End(true, cm.disconnectFrame, "the connection was taken down");
        }
        if (flow.pair.tcpCloseNs > flow.requester.progressNs) {
            String who = flow.pair.finishedFirst() ? "requester" : "responder";
            return new End(
                    true,
                    flow.pair.tcpCloseFrame,
                    "the TCP connection of the set-up was closed, by the " + who + "'s host first");
        }
        return new End(false, 0, "");
    }

    private Outcome notReady(Requester requester, DirectionSummary.InForce inForce, End end) {
        RnrWait rnr = requester.rnr;
        Integer retries = inForce.rnrRetryCount();
        long silence = captureEndNs - rnr.nakNs;
        long patience = Math.max(rnr.promisedNs, rnr.longestWaitNs) * 2;
        String why = rnr.rounds + (rnr.rounds == 1 ? " RNR NAK" : " RNR NAKs") + " for PSN "
                + rnr.psn + ", then nothing was sent again for " + Durations.text(silence);
        List<Long> frames = frames(rnr.nakFrame, end.frame);
        boolean counted = retries != null && retries < INFINITE_RNR_RETRY;
        if (counted
                && rnr.leastRounds() <= 1 + retries
                && rnr.rounds >= 1 + retries
                && silence > patience) {
            return new Outcome(
                    "RNR_RETRY_EXC_ERR",
                    Proof.PROVED,
                    why + "; RNR retry count " + retries,
                    frames);
        }
        boolean endless = retries != null && retries == INFINITE_RNR_RETRY;
        if (!endless && (silence > patience || end.known)) {
            String more = end.known ? "; " + end.what : "; the capture goes on";
            return new Outcome("RNR_RETRY_EXC_ERR", Proof.INFERRED, why + more, frames);
        }
        return new Outcome(
                Outcome.UNKNOWN,
                Proof.INFERRED,
                "the capture ends during an RNR wait of " + Durations.text(rnr.promisedNs),
                frames);
    }

    private Outcome silent(
            Requester requester, DirectionSummary.InForce inForce, End end, boolean paired) {
        int rounds = 1 + requester.timeouts.rounds();
        long wait = requester.timeouts.longestSinceProgress();
        long silence = captureEndNs - requester.lastRequestNs;
        List<Long> frames = new ArrayList<>(requester.timeouts.roundFrames());
        frames.add(
                0, requester.progressFrame != 0 ? requester.progressFrame : requester.firstFrame);
        Integer retries = inForce.retryCount();
        boolean long4 = wait > 0 && silence > SILENT_TIMEOUTS * wait;
        String why = rounds + " rounds from PSN " + requester.taken + " without progress, then "
                + (silence > 0 ? Durations.text(silence) + " of silence" : "the capture's end");
        if (rounds > 1 && retries != null && rounds == 1 + retries && (long4 || end.known)) {
            return new Outcome(
                    "RETRY_EXC_ERR", Proof.PROVED, why + "; retry count " + retries, frames);
        }
        if (rounds > 2 && (long4 || end.known)) {
            String more = end.known ? "; " + end.what : "; the capture goes on";
            return new Outcome("RETRY_EXC_ERR", Proof.INFERRED, why + more, frames);
        }
        return new Outcome(Outcome.UNKNOWN, Proof.INFERRED, unknown(requester, paired), frames);
    }

    private static String unknown(Requester requester, boolean paired) {
        if (!paired) {
            return "no answers were seen: the other direction is missing";
        }
        if (!requester.outstanding()) {
            return "READ or ATOMIC responses are missing at the end of the capture";
        }
        int open = Psn.diff(requester.next, requester.taken);
        return "the capture ends with " + open + " PSNs from " + requester.taken
                + " not answered, and too few repetitions to tell";
    }

    private static List<Long> frames(long first, long second) {
        List<Long> frames = new ArrayList<>(2);
        if (first != 0) {
            frames.add(first);
        }
        if (second != 0) {
            frames.add(second);
        }
        return frames;
    }
}
