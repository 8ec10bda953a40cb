package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary.TimeShares;

import org.junit.jupiter.api.Test;

/** Where the time of a session went, added up by hand: microseconds in, nanoseconds out. */
class TimeAccountTest extends Dialogue {
    private static final int TIMER = 14;

    private static void assertTime(
            TimeShares time, long sending, long rnr, long timeout, long goBackN, long idle) {
        assertThat(time)
                .isEqualTo(new TimeShares(
                        sending * 1000,
                        rnr * 1000,
                        timeout * 1000,
                        goBackN * 1000,
                        null,
                        0,
                        idle * 1000));
    }

    @Test
    void sendingLastsFromTheFirstRequestToTheLastAnswerAndIdleBetween() {
        at(0, a.send(100));
        at(10, b.ack(100));
        at(110, a.send(101));
        at(115, a.send(102));
        at(130, b.ack(102));
        Told told = finish();
        assertTime(told.from(A).time(), 10 + 20, 0, 0, 0, 100);
        assertTime(told.from(B).time(), 0, 0, 0, 0, 130);
    }

    @Test
    void goingBackNLastsFromTheNakUntilTheSenderIsWhereItWas() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.nak(101));
        at(30, a.send(101));
        at(37, a.send(102));
        at(50, b.ack(102));
        // 0 to 10 sending, 10 to 37 going back, 37 to 50 waiting for the answer as usual.
        assertTime(finish().from(A).time(), 10 + 13, 0, 0, 27, 0);
    }

    @Test
    void aTimeoutLastsFromTheLastSendingToTheResend() {
        at(0, a.send(100));
        at(5, b.ack(100));
        at(1_000, a.send(101));
        at(68_000, a.send(101));
        at(68_012, b.ack(101));
        // 0 to 5 and 68,000 to 68,012 sending; 5 to 1,000 idle.
        assertTime(finish().from(A).time(), 5 + 12, 0, 67_000, 0, 995);
    }

    @Test
    void anRnrWaitLastsFromTheNakToTheResend() {
        at(0, a.send(100));
        at(1, a.send(101));
        at(20, b.rnr(100, TIMER));
        at(1_520, a.send(100));
        at(1_525, a.send(101));
        at(1_540, b.ack(101));
        assertTime(finish().from(A).time(), 20 + 15, 1_500, 0, 5, 0);
    }

    @Test
    void allKindsOfWaitsOfOneSessionSumToIt() {
        at(0, a.send(100), a.send(101));
        at(10, b.nak(100));
        at(20, a.send(100));
        at(21, a.send(101));
        at(30, b.ack(101));
        at(130, a.send(102));
        at(140, b.rnr(102, TIMER));
        at(1_640, a.send(102));
        at(1_650, b.ack(102));
        at(1_700, a.send(103));
        at(61_700, a.send(103));
        at(61_705, b.ack(103));
        TimeShares time = finish().from(A).time();
        // Sending: 0-10, 21-30, 130-140, 1,640-1,650, 61,700-61,705. Idle: 30-130, 1,650-1,700.
        assertTime(time, 10 + 9 + 10 + 10 + 5, 1_500, 60_000, 11, 100 + 50);
        long sum =
                time.sending() + time.rnrWait() + time.ackTimeout() + time.goBackN() + time.idle();
        assertThat(sum).isEqualTo(61_705_000);
    }
}
