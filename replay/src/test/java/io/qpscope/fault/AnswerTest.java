package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.wire.Aeth;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** RNR NAKs and NAKs in the responder's place. */
class AnswerTest {
    private static final int TIMER = 3;

    @Test
    void aReceiverMadeNotReadyIsWaitedForAsOftenAsAsked() {
        Rig rig = new Rig("rnr: {qp: 1, message: 3, timer: 3, times: 4}");
        for (int i = 1; i <= 4; i++) {
            rig.receive(i, 3 * Rig.MTU).post(Verb.SEND, i, 3 * Rig.MTU);
        }
        rig.run();
        assertThat(rig.done()).hasSize(4).containsOnly(WcStatus.SUCCESS);
        assertThat(rig.fires(1)).isEqualTo(4);
        assertThat(rig.a.counters().rcvdRnrErr).isEqualTo(4);
        assertThat(rig.a.counters().rcvdSeqErr).isZero();
        assertThat(rig.b.counters().outOfSeqRequest).isZero();
        assertThat(rig.answers(rig.atA()).rnrNaks()).isEqualTo(4);
        assertThat(rig.requests(rig.atA()).outcome().status()).isEqualTo("SUCCESS");
        assertThat(rig.requests(rig.atA()).time().rnrWait())
                .isGreaterThanOrEqualTo(4 * Aeth.rnrTimerNs(TIMER));
    }

    @Test
    void theRequesterGivesUpWhenItIsNeverReady() {
        Rig rig = new Rig(attributes -> attributes.rnrRetry(3), 1, 1, "rnr: {psn: 0, timer: 1}");
        rig.receive(1, 100).post(Verb.SEND, 1, 100).run();
        assertThat(rig.done()).containsExactly(WcStatus.RNR_RETRY_EXC_ERR);
        assertThat(rig.fires(1)).isEqualTo(4);
        assertThat(rig.answers(rig.atA()).rnrNaks()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "INVALID_REQUEST, REM_INV_REQ_ERR",
        "REMOTE_ACCESS_ERROR, REM_ACCESS_ERR",
        "REMOTE_OPERATIONAL_ERROR, REM_OP_ERR",
    })
    void aNakEndsTheRequestItNames(String code, WcStatus status) {
        Rig rig = new Rig("nak: {qp: 1, psn: 9, code: " + code + "}");
        rig.post(Verb.RDMA_WRITE, 1, 9 * Rig.MTU)
                .post(Verb.RDMA_WRITE, 2, 4 * Rig.MTU)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS, status);
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.requests(rig.atA()).outcome().status()).isEqualTo(status.name());
        assertThat(rig.answers(rig.atA()).naks().total()).isEqualTo(1);
    }

    @Test
    void aSequenceErrorIsOneRoundMore() {
        Rig rig = new Rig("nak: {psn: 9, round: 1, code: PSN_SEQUENCE_ERROR}")
                .write(16)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.sameBytes(16 * Rig.MTU)).isTrue();
        assertThat(rig.a.counters().rcvdSeqErr).isEqualTo(1);
        assertThat(rig.b.counters().outOfSeqRequest).isZero();
        assertThat(rig.answers(rig.atA()).naks().psnSequenceError()).isEqualTo(1);
    }

    @Test
    void theAnswerLeavesTheFarSideWhenTheRequestWouldHaveArrived() {
        Rig rig = new Rig("rnr: {psn: 0, times: 1, timer: 1}");
        rig.receive(1, 100).post(Verb.SEND, 1, 100).run();
        long sent = rig.sent(true).get(0).ns();
        Rig.Line answer = rig.arrived(false).get(0);
        assertThat(answer.syndrome()).isEqualTo(0x21);
        assertThat(answer.ns() - sent).isBetween(2_000L, 2_100L);
    }

    @Test
    void anAnswerComesBehindTheReadResponsesThatAreOwed() {
        Rig rig = new Rig("rnr: {message: 2, times: 1, timer: 1}");
        rig.receive(2, 100)
                .post(Verb.RDMA_READ, 1, 20 * Rig.MTU)
                .post(Verb.SEND, 2, 100)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS, WcStatus.SUCCESS);
        List<Rig.Line> fromB = rig.arrived(false);
        assertThat(fromB.get(19).opcode()).isEqualTo("RC_RDMA_READ_RESPONSE_LAST");
        assertThat(fromB.get(20).syndrome()).isEqualTo(0x21);
        assertThat(rig.a.counters().completerRetryErr).isZero();
        assertThat(rig.sent(true)).hasSize(3);
    }

    @Test
    void aRequestThatIsNotSwallowedIsCarriedOutAllTheSame() {
        Rig rig = new Rig("nak: {psn: 0, code: REMOTE_OPERATIONAL_ERROR, swallow: false}");
        rig.write(1).run();
        assertThat(rig.done()).containsExactly(WcStatus.REM_OP_ERR);
        assertThat(rig.sameBytes(Rig.MTU)).isTrue();
    }

    @Test
    void onlyRequestsAreAnswered() {
        Rig rig = new Rig("nak: {from: b, code: INVALID_REQUEST}").write(4).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.fires(1)).isZero();
    }

    /** The first sending was carried out, and only its acknowledgement lost. */
    @Test
    void whatHasBeenAcknowledgedIsNotRefused() {
        Rig rig = new Rig(
                "drop: {from: b, opcode: RC_ACKNOWLEDGE, times: 1}",
                "rnr: {psn: 3, round: 2, timer: 1, optional: true}");
        rig.write(4).run();
        rig.write(4).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS, WcStatus.SUCCESS);
        assertThat(rig.fires(2)).isZero();
    }

    @Test
    void itSaysHowManyMessagesCameBefore() {
        Rig rig = new Rig("rnr: {message: 3, times: 1, timer: 1}");
        for (int i = 1; i <= 3; i++) {
            rig.receive(i, 100).post(Verb.SEND, i, 100);
        }
        int[] msn = {-1};
        rig.link.taps((fromA, packet, at, length, now) -> {}, (fromA, packet, at, length, now) -> {
            if (!fromA && packet.get(at + 40) == 0x21) {
                msn[0] = packet.getInt(at + 40) & 0xff_ffff;
            }
        });
        rig.run();
        assertThat(msn[0]).isEqualTo(2);
    }
}
