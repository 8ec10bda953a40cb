package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Corrupt, truncate and mark. */
class ContentTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "field: bth.psn, xor: 1",
                "field: bth.psn, add: -1",
                "field: infiniband.bth.opcode, value: 0x0a",
                "field: payload, offset: 1000, xor: 0x80",
                "field: invariant.crc, xor: 0xff",
                "offset: 13, xor: 1"
            })
    void aChangedBitMakesTheIcrcWrongAndThePacketLost(String how) {
        Rig rig = new Rig("corrupt: {psn: 7, round: 1, " + how + "}").write(20).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.sameBytes(20 * Rig.MTU)).isTrue();
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.b.counters().droppedBadIcrc).isEqualTo(1);
        assertThat(rig.b.counters().outOfSeqRequest).isEqualTo(1);
        assertThat(rig.requests(rig.atB()).badIcrc()).isEqualTo(1);
        assertThat(rig.requests(rig.atA()).badIcrc()).isZero();
    }

    @Test
    void withAFixedIcrcTheChangeIsBelieved() {
        Rig rig = new Rig("corrupt: {psn: 0, field: reth.r_key, xor: 1, icrc: fix}")
                .write(1)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.REM_ACCESS_ERR);
        assertThat(rig.b.counters().droppedBadIcrc).isZero();
        assertThat(rig.atB().icrc().bad()).isZero();
        assertThat(rig.answers(rig.atA()).naks().remoteAccessError()).isEqualTo(1);
    }

    @Test
    void aFixedPayloadIsWrittenAsItCame() {
        Rig rig = new Rig("corrupt: {psn: 0, field: payload, offset: 3, xor: 0xff, icrc: fix}")
                .write(1)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.memoryB.bytes().get(3))
                .isEqualTo((byte) ~rig.memoryA.bytes().get(3));
        assertThat(rig.memoryB.bytes().get(2)).isEqualTo(rig.memoryA.bytes().get(2));
    }

    @Test
    void aPacketWithoutTheFieldIsLeftAlone() {
        Rig rig = new Rig("corrupt: {psn: 1.., field: reth.r_key, xor: 1}")
                .write(4)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.fires(1)).isZero();
        assertThat(rig.engine.exercised()).isFalse();
        assertThat(rig.b.counters().droppedBadIcrc).isZero();
    }

    @Test
    void answersHaveFieldsToo() {
        Rig rig = new Rig("corrupt: {from: b, opcode: RC_ACKNOWLEDGE, field: aeth.syndrome,"
                        + " value: 0x62, icrc: fix, times: 1}")
                .write(4)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void aTruncatedPacketIsLost() {
        Rig rig = new Rig("truncate: {psn: 3, round: 1, by: 8}").write(8).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.fires(1)).isEqualTo(1);
        int whole = rig.sent(true).get(3).length();
        assertThat(rig.arrived(true).get(3).length()).isEqualTo(whole - 8);
        assertThat(rig.b.counters().droppedBadIcrc).isEqualTo(1);
        assertThat(rig.sameBytes(8 * Rig.MTU)).isTrue();
    }

    @Test
    void aTruncatedPacketWithAFixedIcrcIsAShortMessage() {
        Rig rig = new Rig("truncate: {psn: 1, to: 32B, icrc: fix}").write(3).run();
        assertThat(rig.b.counters().droppedBadIcrc).isZero();
        assertThat(rig.done()).containsExactly(WcStatus.REM_INV_REQ_ERR);
    }

    @Test
    void whatIsCutBelowABthIsMalformed() {
        Rig rig = new Rig("truncate: {psn: 1, round: 1, to: 6}").write(3).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.b.counters().droppedMalformed).isEqualTo(1);
    }

    @Test
    void aShortPacketCanNotBeCutToMore() {
        Rig rig = new Rig("truncate: {to: 8000}").write(2).run();
        assertThat(rig.fires(1)).isZero();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
    }

    @Test
    void aMarkChangesTheHeaderThatRoutersMayChange() {
        Rig rig = new Rig("mark: {psn: 3.., ecn: ce}", "mark: {psn: 1, dscp: 26}")
                .write(8)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.fires(1)).isEqualTo(5);
        assertThat(rig.arrived(true)).extracting(Rig.Line::ecn).startsWith(0, 0, 0, 3, 3, 3, 3, 3);
        assertThat(rig.arrived(true)).extracting(Rig.Line::dscp).startsWith(0, 26, 0);
        assertThat(rig.requests(rig.atB()).ceMarked()).isEqualTo(5);
        assertThat(rig.requests(rig.atA()).ceMarked()).isZero();
        assertThat(rig.atB().icrc().bad()).isZero();
    }

    @Test
    void marksDoNotCountWhereTheyWouldNotReachTheWire() {
        Rig rig = new Rig("mark: {ecn: ce}");
        rig.engine.point().withoutMarks(true).withoutMarks(false);
        rig.post(Verb.RDMA_WRITE, 1, 10).run();
        assertThat(rig.fires(1)).isZero();
        assertThat(rig.arrived(true)).extracting(Rig.Line::ecn).containsOnly(0);
    }
}
