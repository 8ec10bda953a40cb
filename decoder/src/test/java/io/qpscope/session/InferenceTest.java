package io.qpscope.session;

import static io.qpscope.session.Side.A;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is inferred of a sender, each with as many samples as the dialogue holds. */
class InferenceTest extends Dialogue {
    private static final long T = 67 * MILLI;
    private static final int TIMER = 14;

    private static Evidence evidence(Told told) {
        return told.from(A).inferred().evidence();
    }

    @Test
    void firstAndMiddlePacketsAndResponsesShowThePathMtu() {
        at(0, a.sendFirst(100), a.sendMiddle(101), a.sendLast(102), b.ack(102));
        at(10, a.readRequest(103, 2048), b.readFirst(103), b.readLast(104));
        Told told = finish();
        assertThat(told.from(A).inferred().pathMtu()).isEqualTo(1024);
        assertThat(evidence(told).pathMtu()).isEqualTo(3);
    }

    @Test
    void acknowledgementsCoverWhatWasSentSinceTheLast() {
        at(0, a.send(100), b.ack(100));
        at(10, a.send(101), a.send(102), a.send(103), b.ack(103));
        at(20, b.ack(103));
        Evidence evidence = evidence(finish());
        assertThat(evidence.acknowledging()).isEqualTo(new Evidence.Acknowledging(2, 4, 3));
        assertThat(evidence.credits()).isEqualTo(3);
    }

    @Test
    void aNakIsTimedFromThePacketBehindTheGap() {
        at(0, a.send(99), b.ack(99));
        lost(a.send(100));
        at(10, a.send(101));
        at(25, b.nak(100));
        at(40, a.send(100), a.send(101), b.ack(101));
        DirectionSummary.Latency latency = evidence(finish()).nakLatency();
        assertThat(latency.count()).isEqualTo(1);
        assertThat(latency.max()).isEqualTo(15_000);
    }

    @Test
    void aNakForALossBehindTheTapIsTimedFromThePacketBehindIt() {
        at(0, a.send(99), b.ack(99), a.send(100));
        at(10, a.send(101));
        at(30, b.nak(100));
        at(40, a.send(100), a.send(101), b.ack(101));
        DirectionSummary.Latency latency = evidence(finish()).nakLatency();
        assertThat(latency.count()).isEqualTo(1);
        assertThat(latency.max()).isEqualTo(20_000);
    }

    @Test
    void aNakThatFollowsAnRnrNakHasNoLatency() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101));
        at(10, b.rnr(100, TIMER), b.nak(100));
        at(2 * MILLI, a.send(100), a.send(101), b.ack(101));
        assertThat(evidence(finish()).nakLatency().count()).isZero();
    }

    @Test
    void anRnrWaitIsMeasuredFromTheFirstNakOfTheWait() {
        at(0, a.send(99), b.ack(99), a.send(100));
        at(10, b.rnr(100, TIMER));
        at(1_000, b.rnr(100, TIMER));
        at(1_400, a.send(100), b.ack(100));
        Told told = finish();
        assertThat(evidence(told).rnrWaits()).isEqualTo(1);
        assertThat(evidence(told).rnrShortestWaitNs()).isEqualTo(1_390_000);
        assertThat(told.from(A).inferred().rnrWaitNs()).isEqualTo(1_390_000);
        assertThat(told.count(Observation.Kind.RNR_WAIT_SHORT)).isZero();
    }

    @Test
    void aPacketOnItsWayAgainWhenTheRnrNakCameDidNotCutTheWaitShort() {
        at(0, a.send(99), b.ack(99), a.send(100), a.send(101));
        at(10, b.nak(100));
        at(12, b.rnr(100, TIMER));
        at(20, a.send(100), a.send(101), b.ack(101));
        Told told = finish();
        assertThat(told.count(Observation.Kind.RNR_WAIT_SHORT)).isZero();
        assertThat(evidence(told).rnrWaits()).isZero();
    }

    @Test
    void aLadderOfDoublingWaitsIsToldWithItsWaits() {
        at(0, a.send(99), b.ack(99), a.send(100));
        at(T, a.send(100));
        at(3 * T, a.send(100));
        at(7 * T, a.send(100), b.ack(100));
        Evidence evidence = evidence(finish());
        assertThat(evidence.backOff()).isEqualTo("DOUBLING");
        assertThat(evidence.backOffNs()).hasSize(3);
        assertThat(evidence.backOffNs().get(2)).isEqualTo(4 * T * 1000);
        assertThat(evidence.timeoutRounds().most()).isEqualTo(3);
    }

    @Test
    void progressInBetweenEndsALadder() {
        at(0, a.send(99), b.ack(99), a.send(100));
        at(T, a.send(100), b.ack(100));
        at(2 * T, a.send(101));
        at(4 * T, a.send(101), b.ack(101));
        at(5 * T, a.send(102));
        at(9 * T, a.send(102), b.ack(102));
        Evidence evidence = evidence(finish());
        assertThat(evidence.backOff()).isNull();
        assertThat(evidence.timeoutRounds().most()).isEqualTo(1);
    }

    @Test
    void aSenderWithoutTroubleHasNoSamplesOfIt() {
        at(0, a.send(100), b.ack(100));
        Told told = finish();
        assertThat(told.from(A).inferred().lossRecovery()).isNull();
        assertThat(told.from(A).inferred().ackTimeoutNs()).isEmpty();
        assertThat(evidence(told).nakLatency().count()).isZero();
        assertThat(evidence(told).rnrShortestWaitNs()).isNull();
    }
}
