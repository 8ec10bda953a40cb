package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Packets that nobody sent. */
class InjectTest {
    private static List<Rig.Line> extras(Rig rig, boolean fromA, String opcode) {
        return rig.arrived(fromA).stream()
                .filter(line -> line.opcode().equals(opcode))
                .toList();
    }

    @Test
    void aCnpComesAtItsTime() {
        Rig rig = new Rig("inject: {cnp: {qp: 1}, at: 2ms}").write(4).run();
        List<Rig.Line> cnps = extras(rig, false, "CNP");
        assertThat(cnps).hasSize(1);
        assertThat(cnps.get(0).ns()).isBetween(2_001_000L, 2_001_100L);
        assertThat(cnps.get(0).destQp()).isEqualTo(rig.qpsA.get(0).qpn());
        assertThat(rig.answers(rig.atA()).cnps()).isEqualTo(1);
        assertThat(rig.atA().icrc().bad()).isZero();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.fires(1)).isEqualTo(1);
    }

    /** PSN 0, which all CNPs have, is 16 from the first here. */
    @Test
    void aCnpIsNoAnswerToTheReadThatHasItsPsn() {
        Rig rig = new Rig("inject: {cnp: {qp: 1}, at: 1900ns, times: 1}");
        rig.write(16).post(Verb.RDMA_READ, 2, 4 * Rig.MTU).run();
        assertThat(rig.arrived(false)).extracting(Rig.Line::opcode).contains("CNP");
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS, WcStatus.SUCCESS);
    }

    @Test
    void aTimeBeforeTheQueuePairIsKnownPassesWithoutOne() {
        Rig rig = new Rig("inject: {cnp: {qp: 1}, at: 0us}").run();
        rig.write(4).run();
        assertThat(rig.fires(1)).isZero();
        assertThat(rig.engine.exercised()).isFalse();
        assertThat(extras(rig, false, "CNP")).isEmpty();
    }

    @Test
    void theyComeAgainAsOftenAsAsked() {
        Rig rig = new Rig(
                        "inject: {cnp: {qp: 1}, at: 1ms, every: 50us, times: 10}",
                        "inject: {cnp: {qp: 1, from: a}, after: 1ms, every: 50us, for: 200us}")
                .write(4)
                .run();
        List<Rig.Line> cnps = extras(rig, false, "CNP");
        assertThat(cnps).hasSize(10);
        for (int i = 1; i < 10; i++) {
            assertThat(cnps.get(i).ns() - cnps.get(i - 1).ns()).isEqualTo(50_000);
        }
        assertThat(rig.fires(2)).isEqualTo(4);
        assertThat(extras(rig, true, "CNP")).hasSize(4);
    }

    @Test
    void onePacketBringsAnother() {
        Rig rig = new Rig("inject: {cnp: {}, on: {psn: 5, round: 1}}").write(8).run();
        assertThat(extras(rig, false, "CNP")).hasSize(1);
        assertThat(rig.fires(1)).isEqualTo(1);
    }

    @Test
    void aStrayAcknowledgementIsNotHeeded() {
        Rig rig = new Rig("inject: {ack: {qp: 1, psn: 2}, at: 1ms}").write(4).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        List<Rig.Line> acks = extras(rig, false, "RC_ACKNOWLEDGE");
        assertThat(acks).hasSize(2);
        assertThat(acks.get(1).psn()).isEqualTo(2);
        assertThat(acks.get(1).syndrome()).isEqualTo(0x1f);
        assertThat(rig.a.counters().rcvdPkts).isEqualTo(2);
    }

    @Test
    void anAcknowledgementTooEarlyHidesALoss() {
        Rig rig = new Rig(
                        "drop: {psn: 3, round: 1}",
                        "inject: {ack: {psn: 3}, on: {psn: 2, round: 1}}")
                .write(4)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.sameBytes(4 * Rig.MTU)).isFalse();
        assertThat(rig.fires(1)).isEqualTo(1);
    }

    @Test
    void anyOpcodeThereIsCanBeSent() {
        Rig rig = new Rig("inject: {packet: {qp: 1, opcode: RC_SEND_ONLY, payload: 30}, at: 1ms}");
        rig.receive(7, 100).write(2).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        Rig.Line extra = extras(rig, true, "RC_SEND_ONLY").get(0);
        assertThat(extra.psn()).isEqualTo(2);
        assertThat(extra.length()).isEqualTo(20 + 8 + 12 + 32 + 4);
        // B takes it for A's: its receive request is used up.
        assertThat(rig.cqB.poll().id()).isEqualTo(7);
    }

    @Test
    void itsIcrcMayBeWrong() {
        Rig rig = new Rig("inject: {packet: {qp: 1, opcode: RC_RDMA_WRITE_ONLY, icrc: bad},"
                        + " at: 1ms}")
                .write(2)
                .run();
        assertThat(rig.b.counters().droppedBadIcrc).isEqualTo(1);
    }

    @Test
    void onTheOtherPairWhenThatIsNamed() {
        // The pair of the first packet is number 1, whichever was made first.
        Rig rig = new Rig(attributes -> {}, 2, 1, "inject: {cnp: {qp: 2}, on: {qp: 1, psn: 1}}");
        rig.post(1, Verb.RDMA_WRITE, 1, 10).run();
        rig.post(0, Verb.RDMA_WRITE, 2, 10).run();
        rig.post(1, Verb.RDMA_WRITE, 3, 10).run();
        assertThat(extras(rig, false, "CNP")).hasSize(1);
        assertThat(extras(rig, false, "CNP").get(0).destQp())
                .isEqualTo(rig.qpsA.get(0).qpn());
    }
}
