package io.qpscope.finding;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Durations;
import io.qpscope.session.Evidence;
import io.qpscope.session.Observation;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Silence;
import io.qpscope.session.TrackerResult;

import java.util.List;

/** Rules that hold a sender's waits and repetitions against what was asked for and agreed on. */
final class RecoveryRules {
    /** Of both retry counts: three bits. */
    private static final int MOST_RETRIES = 7;

    private final TrackerResult result;
    private final List<Finding> findings;

    RecoveryRules(TrackerResult result, List<Finding> findings) {
        this.result = result;
        this.findings = findings;
    }

    void judge() {
        for (Observation seen : result.observations()) {
            if (seen.session() > 0) {
                judge(seen);
            }
        }
        for (SessionSummary session : result.sessions()) {
            session.directions().forEach(direction -> judge(session, direction));
        }
    }

    /** One that belongs to a session. */
    void judge(Observation seen) {
        waits(result.sessions().get(seen.session() - 1), seen);
    }

    void judge(SessionSummary session, DirectionSummary direction) {
        timeouts(session, direction);
        notReady(session, direction);
        early(session, direction);
        backOff(session, direction);
    }

    private void waits(SessionSummary session, Observation seen) {
        String from = Names.of(session, seen.from());
        switch (seen.kind()) {
            case RNR_WAIT_SHORT ->
                findings.add(new Finding(
                        RecoveryCatalogue.RNR_WAIT_SHORT,
                        session.id(),
                        seen.frames(),
                        from + " sent again too early " + Names.count(seen.count(), "time")
                                + ", at worst " + seen.text() + "."));
            case RNR_WAIT_SLOW ->
                findings.add(new Finding(
                        RecoveryCatalogue.RNR_WAIT_SLOW,
                        session.id(),
                        seen.frames(),
                        from + " came back late " + Names.count(seen.count(), "time")
                                + ", at worst " + seen.text() + paused(session, seen) + "."));
            default -> {}
        }
    }

    private static String paused(SessionSummary session, Observation seen) {
        Long paused = session.direction(seen.from()).time().paused();
        return paused == null || paused == 0
                ? ""
                : "; its packets were paused for " + Durations.text(paused);
    }

    private void timeouts(SessionSummary session, DirectionSummary direction) {
        Evidence.Rounds rounds = direction.inferred().evidence().timeoutRounds();
        Integer retries = direction.inForce().retryCount();
        if (retries == null || rounds.most() <= retries) {
            return;
        }
        boolean endless = retries == MOST_RETRIES;
        findings.add(new Finding(
                endless ? RecoveryCatalogue.RETRY_ENDLESS : RecoveryCatalogue.RETRIES_BEYOND,
                session.id(),
                rounds.frames(),
                Names.of(session, direction.from()) + " sent the same packet again "
                        + Names.count(rounds.most(), "time")
                        + " without progress; the connection's retry count is " + retries + "."));
    }

    /** The first RNR NAK answers no retry. */
    private void notReady(SessionSummary session, DirectionSummary direction) {
        Evidence.Rounds rounds = direction.inferred().evidence().rnrRounds();
        Integer retries = direction.inForce().rnrRetryCount();
        if (retries == null || retries == MOST_RETRIES || rounds.most() - 1 <= retries) {
            return;
        }
        findings.add(new Finding(
                RecoveryCatalogue.RETRIES_BEYOND,
                session.id(),
                rounds.frames(),
                Names.of(session, direction.from()) + " sent the same packet again "
                        + Names.count(rounds.most() - 1, "time")
                        + " after RNR NAKs; the connection's RNR retry count is " + retries + "."));
    }

    private void early(SessionSummary session, DirectionSummary direction) {
        Outcome outcome = direction.outcome();
        Silence silence = outcome.silence();
        if (silence == null
                || silence.allowedRounds() == null
                || outcome.status().equals(Outcome.UNKNOWN)
                || 1 + silence.spentRetries() >= silence.allowedRounds()
                || silence.rounds() >= silence.allowedRounds()) {
            return;
        }
        findings.add(new Finding(
                RecoveryCatalogue.RETRIES_FEWER,
                session.id(),
                outcome.frames(),
                Names.of(session, direction.from()) + " sent PSN " + silence.stuckPsn() + " "
                        + Names.count(silence.rounds(), "time") + more(silence)
                        + "; by its retry count it may do so "
                        + Names.count(silence.allowedRounds(), "time") + "."));
    }

    /** Retries that are no rounds of the timer for the stuck PSN; after a number. */
    static String more(Silence silence) {
        int more = 1 + silence.spentRetries() - silence.rounds();
        return more <= 0 ? "" : " and up to " + more + " more as NAKs or missing responses asked";
    }

    private void backOff(SessionSummary session, DirectionSummary direction) {
        Evidence evidence = direction.inferred().evidence();
        if ("DOUBLING".equals(evidence.backOff())) {
            findings.add(new Finding(
                    RecoveryCatalogue.BACK_OFF,
                    session.id(),
                    evidence.timeoutRounds().frames(),
                    Names.of(session, direction.from()) + " waited "
                            + Names.waits(evidence.backOffNs()) + " between rounds."));
        }
    }
}
