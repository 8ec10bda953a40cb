package io.qpscope.session;

import static io.qpscope.session.Side.A;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A queue pair number used again is another session (design 3). */
class NewLifeTest extends Dialogue {
    private void exchange(long us, int psn, int messages) {
        for (int i = 0; i < messages; i++) {
            at(us + 10L * i, a.send(psn + i), b.ack(psn + i));
        }
    }

    @Test
    void aPsnFarAwayFollowedByAnswersIsANewSession() {
        exchange(0, 100, 5);
        exchange(SECOND, 8_000_000, 5);
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(2);
        assertThat(told.session(1).direction(A).requests().lastPsn()).isEqualTo(104);
        assertThat(told.session(2).direction(A).requests().firstPsn()).isEqualTo(8_000_000);
        for (SessionSummary session : told.result.sessions()) {
            DirectionSummary direction = session.direction(A);
            assertThat(direction.completedMessages()).isEqualTo(5);
            assertThat(direction.requests().missingPackets()).isZero();
            assertThat(direction.outcome().status()).isEqualTo("SUCCESS");
        }
    }

    @Test
    void aJumpBackIsANewSessionToo() {
        exchange(0, 8_000_000, 5);
        exchange(SECOND, 100, 5);
        assertThat(finish().sessions()).isEqualTo(2);
    }

    @Test
    void aJumpThatNobodyAnswersIsNone() {
        exchange(0, 100, 5);
        at(100, a.send(8_000_000));
        exchange(200, 105, 5);
        Told told = finish();
        assertThat(told.session().direction(A).requests().lastPsn()).isEqualTo(109);
        told.completed(A, 10).succeeded(A).lost(A, 0, 0, 0, 0);
    }

    @Test
    void aConnectionOnAUsedQueuePairIsANewSession() {
        connectedByCm(0, 100, 900);
        exchange(100, 100, 5);
        at(200, a.cm.dreq(), b.cm.drep());
        a.cm.commId += 8;
        b.cm.commId += 8;
        connectedByCm(1000, 102, 902);
        exchange(1100, 102, 5);
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(2);
        assertThat(told.session(2).pairedBy()).isEqualTo(PairedBy.CM);
        assertThat(told.session(2).direction(A).completedMessages()).isEqualTo(5);
        assertThat(told.session(2).direction(A).requests().retransmittedPackets())
                .isZero();
        assertThat(told.session(1).direction(A).requests().lastPsn()).isEqualTo(104);
    }

    @Test
    void announcementsInTextOnAUsedQueuePairAreANewSession() {
        for (int life = 0; life < 3; life++) {
            int psn = 100 + life;
            at(life * SECOND, a.tcp(40_000 + life, 18_515, 0x18, a.pingpong(psn)));
            at(life * SECOND + 1, b.tcp(18_515, 40_000 + life, 0x18, b.pingpong(900 + life)));
            exchange(life * SECOND + 10, psn, 5);
        }
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(3);
        for (SessionSummary session : told.result.sessions()) {
            assertThat(session.direction(A).completedMessages()).isEqualTo(5);
            assertThat(session.direction(A).requests().retransmittedPackets()).isZero();
        }
    }

    @Test
    void aQueuePairUsedAThousandTimesIsAThousandSessions() {
        for (int life = 0; life < 1000; life++) {
            int psn = (life * 7_919_000) & 0xff_ffff;
            exchange(life * MILLI, psn, 2);
        }
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(1000);
        for (SessionSummary session : told.result.sessions()) {
            assertThat(session.direction(A).completedMessages()).isEqualTo(2);
        }
    }

    @Test
    void aConnectionAThousandTimesIsAThousandSessions() {
        for (int life = 0; life < 1000; life++) {
            a.cm.commId = 100_000 + life;
            b.cm.commId = 200_000 + life;
            connectedByCm(life * MILLI, 100, 900);
            exchange(life * MILLI + 100, 100, 2);
            at(life * MILLI + 200, a.cm.dreq(), b.cm.drep());
        }
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(1000);
        for (SessionSummary session : told.result.sessions()) {
            assertThat(session.direction(A).completedMessages()).isEqualTo(2);
            assertThat(session.pairedBy()).isEqualTo(PairedBy.CM);
        }
    }

    @Test
    void anotherServiceOnTheSameNumberIsAnotherSession() {
        exchange(0, 100, 3);
        a.service = io.qpscope.wire.Opcode.UC;
        at(SECOND, a.send(5), a.send(6));
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(2);
        assertThat(told.session(2).service()).isEqualTo(Service.UC);
    }

    @Test
    void aPsnNearTheOldOneWithoutAConnectionIsTheSameQueuePairAndLosesNothing() {
        // A new life a few PSNs on looks like a capture hole, one a few PSNs back like resending:
        // neither is a loss.
        for (int start : new int[] {110, 103}) {
            NewLifeTest life = new NewLifeTest();
            life.exchange(0, 100, 5);
            life.exchange(SECOND, start, 5);
            Told told = life.finish();
            assertThat(told.requests(A).lostBeforeTap()).as("from " + start).isZero();
            assertThat(told.requests(A).lostAfterTap()).as("from " + start).isZero();
            told.succeeded(A);
        }
    }
}
