package io.qpscope.session;

import static io.qpscope.session.Side.A;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary.TimeShares;

import org.junit.jupiter.api.Test;

/** What of a sender's time congestion notifications cost: microseconds in, nanoseconds out. */
class SlowdownTest extends Dialogue {
    private static final long US = 1000;

    /** A message whose packets come at a microsecond's pace but for two gaps. */
    private void message(long start, long firstGap, long secondGap) {
        long us = start;
        at(us, a.sendFirst(101));
        at(++us, a.sendMiddle(102));
        us += firstGap;
        at(us, a.sendMiddle(103));
        us += secondGap;
        at(us, a.sendMiddle(104));
        at(++us, a.sendLast(105));
        at(us + 6, b.ack(105));
    }

    private TimeShares time() {
        return finish().from(A).time();
    }

    private void paired() {
        at(0, a.send(100));
        at(5, b.ack(100));
    }

    @Test
    void gapsInsideAMessageAfterANotificationAreItsCost() {
        paired();
        at(9, b.cnp());
        message(10, 11, 10);
        // Four gaps of 1, 11, 10 and 1; at full rate each is 1.
        TimeShares time = time();
        assertThat(time.cnpLimited()).isEqualTo(19 * US);
        assertThat(time.sending()).isEqualTo((5 + 1 + 11 + 10 + 1 + 6 - 19) * US);
        assertThat(time.idle()).isEqualTo(5 * US);
    }

    @Test
    void withoutANotificationTheSameGapsAreNot() {
        paired();
        message(10, 11, 10);
        assertThat(time().cnpLimited()).isZero();
    }

    @Test
    void aRateThatHasRecoveredIsLimitedNoMore() {
        paired();
        at(9, b.cnp());
        long horizon = Slowdown.HORIZON_NS / US;
        // The first gap ends just within the time, the second beyond it.
        message(9 + horizon - 12, 11, 10);
        assertThat(time().cnpLimited()).isEqualTo(10 * US);
    }

    @Test
    void betweenMessagesTheSenderMayHaveNothingToSend() {
        paired();
        at(9, b.cnp());
        at(10, a.sendFirst(101));
        at(11, a.sendLast(102));
        at(40, a.sendFirst(103));
        at(41, a.sendLast(104));
        at(46, b.ack(104));
        assertThat(time().cnpLimited()).isZero();
    }

    @Test
    void aGapThatAnAnswerEndsIsTheWindows() {
        paired();
        at(9, b.cnp());
        at(10, a.sendFirst(101));
        at(11, a.sendMiddle(102));
        at(40, b.ack(102));
        at(41, a.sendMiddle(103));
        at(42, a.sendLast(104));
        at(47, b.ack(104));
        assertThat(time().cnpLimited()).isZero();
    }

    @Test
    void whatIsSentAgainIsNotSlow() {
        paired();
        at(9, b.cnp());
        at(10, a.sendFirst(101));
        at(11, a.sendMiddle(102));
        at(12, a.sendMiddle(103));
        at(15, b.nak(102));
        at(60, a.sendMiddle(102));
        at(90, a.sendMiddle(103));
        at(91, a.sendLast(104));
        at(96, b.ack(104));
        TimeShares time = time();
        assertThat(time.cnpLimited()).isZero();
        assertThat(time.goBackN()).isEqualTo(75 * US);
    }
}
