package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;

import org.junit.jupiter.api.Test;

/** Drop, delay, reorder and duplicate: what the endpoints do, and what the analyzer makes of it. */
class LossTest {
    @Test
    void withoutRulesNothingHappens() {
        Rig rig = new Rig().write(20).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.sameBytes(20 * Rig.MTU)).isTrue();
        assertThat(rig.b.counters().outOfSeqRequest).isZero();
        assertThat(rig.arrived).hasSameSizeAs(rig.sent);
        assertThat(rig.engine.exercised()).isTrue();
    }

    @Test
    void aDroppedRequestCostsOneNakAndIsLostBehindTheTapBesideItsSender() {
        Rig rig = new Rig("drop: {qp: 1, psn: 10, round: 1}").write(20).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.sameBytes(20 * Rig.MTU)).isTrue();
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.b.counters().outOfSeqRequest).isEqualTo(1);
        assertThat(rig.requests(rig.atA()).requests().lostAfterTap()).isEqualTo(1);
        assertThat(rig.requests(rig.atA()).requests().lostBeforeTap()).isZero();
        assertThat(rig.requests(rig.atB()).requests().lostBeforeTap()).isEqualTo(1);
        assertThat(rig.requests(rig.atB()).requests().lostAfterTap()).isZero();
        assertThat(rig.answers(rig.atA()).naks().psnSequenceError()).isEqualTo(1);
    }

    @Test
    void aPacketLostInEveryRoundEndsTheRetries() {
        Rig rig = new Rig(attributes -> attributes.retryCnt(2), 1, 1, "drop: {psn: 0}")
                .write(1)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.RETRY_EXC_ERR);
        assertThat(rig.fires(1)).isEqualTo(3);
    }

    @Test
    void aDroppedReadResponseIsNamedByTheSideThatSendsIt() {
        Rig rig = new Rig("drop: {from: b, opcode: \"RC_RDMA_READ_RESPONSE_*\", psn: 5, round: 1}")
                .post(Verb.RDMA_READ, 1, 8 * Rig.MTU)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.sameBytes(8 * Rig.MTU)).isTrue();
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.answers(rig.atA()).responses().lostBeforeTap()).isEqualTo(1);
        assertThat(rig.answers(rig.atB()).responses().lostAfterTap()).isEqualTo(1);
    }

    @Test
    void aDelayedPacketArrivesSoMuchLater() {
        Rig plain = new Rig().write(1).run();
        Rig rig = new Rig("delay: {psn: 0, by: 50us}").write(1).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        long before = plain.arrived(true).get(0).ns();
        assertThat(rig.arrived(true).get(0).ns()).isEqualTo(before + 50_000);
        assertThat(rig.requests(rig.atA()).requests().retransmittedPackets()).isZero();
    }

    @Test
    void aDelayIsDrawnFromARange() {
        Rig rig = new Rig("delay: {by: 1us..20us, from: a}");
        for (int i = 0; i < 40; i++) {
            rig.write(1).run();
        }
        long wire = new Rig().write(1).run().arrived(true).get(0).ns();
        assertThat(rig.fires(1)).isEqualTo(40);
        long[] delays = new long[40];
        for (int i = 0; i < 40; i++) {
            delays[i] = rig.arrived(true).get(i).ns() - rig.sent(true).get(i).ns() - wire;
            assertThat(delays[i]).isBetween(1_000L, 20_000L);
        }
        assertThat(delays).doesNotHaveDuplicates();
    }

    @Test
    void aReorderedPacketIsOvertakenByAsManyAsAsked() {
        Rig rig = new Rig("reorder: {psn: 2, round: 1, by: 3}").write(8).run();
        assertThat(rig.psns(true)).startsWith(0, 1, 3, 4, 5, 2, 6, 7);
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        // 3 comes too early, and after 2 has come so does 6.
        assertThat(rig.b.counters().outOfSeqRequest).isEqualTo(2);
        assertThat(rig.requests(rig.atB()).requests().outOfOrderPackets()).isEqualTo(1);
        assertThat(rig.requests(rig.atB()).requests().lostBeforeTap()).isZero();
    }

    @Test
    void aReorderedLastPacketGoesOnWhenNothingFollows() {
        Rig rig = new Rig("reorder: {psn: 7, round: 1, by: 3, within: 20us}")
                .write(8)
                .run();
        assertThat(rig.psns(true)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        long gap = rig.arrived(true).get(7).ns() - rig.arrived(true).get(6).ns();
        assertThat(gap).isBetween(20_000L, 21_000L);
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
    }

    @Test
    void aDuplicateArrivesRightBehindAndIsNoResending() {
        Rig rig = new Rig("duplicate: {psn: 5, copies: 2}").write(8).run();
        assertThat(rig.psns(true)).containsExactly(0, 1, 2, 3, 4, 5, 5, 5, 6, 7);
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.b.counters().duplicateRequest).isEqualTo(2);
        assertThat(rig.requests(rig.atB()).requests().networkDuplicates()).isEqualTo(2);
        assertThat(rig.requests(rig.atB()).requests().retransmittedPackets()).isZero();
        assertThat(rig.requests(rig.atA()).requests().networkDuplicates()).isZero();
    }

    @Test
    void whatOneRuleDropsALaterOneDoesNotSee() {
        Rig rig = new Rig("drop: {psn: 1, round: 1}", "duplicate: {psn: 1..2, round: 1}").write(3);
        rig.run();
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.fires(2)).isEqualTo(1);
    }
}
