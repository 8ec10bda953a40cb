package io.qpscope.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.bridge.BridgeVerdict.Breach;
import io.qpscope.endpoint.Counters;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.wire.Icrc;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.List;

/** Each side's account against that side's own counters, and who is blamed for what. */
class TwoTapsTest {
    private static final int PACKETS = 400;
    private static final int IP = 18;
    private static final int BTH = IP + 28;

    private static void assertAgrees(SideAccount account, Counters counters) {
        assertThat(account.packetsSent()).as("sent").isEqualTo(counters.sentPkts);
        assertThat(account.packetsReceived()).as("received").isEqualTo(counters.rcvdPkts);
        assertThat(account.duplicatesReceived()).isEqualTo(counters.duplicateRequest);
        assertThat(account.naksSent()).as("NAKs sent").isEqualTo(counters.outOfSeqRequest);
        assertThat(account.naksReceived()).as("NAKs").isEqualTo(counters.rcvdSeqErr);
        assertThat(account.rnrNaksSent()).as("RNR NAKs sent").isEqualTo(counters.sendRnrErr);
        assertThat(account.rnrNaksReceived()).as("RNR NAKs").isEqualTo(counters.rcvdRnrErr);
        assertThat(account.badIcrcReceived()).as("ICRC").isEqualTo(counters.droppedBadIcrc);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bothAgreeWithTheEndpointsAndNobodyIsBlamed(long seed) throws Exception {
        BridgeRig rig = new BridgeRig(
                seed,
                0,
                "drop: {from: a, probability: 0.01, round: 1}",
                "rnr: {qp: 1, message: 3, timer: 12, times: 1}",
                "corrupt: {qp: 1, psn: 150, round: 1, field: bth.psn, xor: 1}",
                "duplicate: {qp: 1, psn: 350, copies: 2}");
        for (int i = 0; i < 4; i++) {
            rig.send(PACKETS / 4);
        }
        rig.run();
        assertThat(rig.done())
                .containsExactly(
                        WcStatus.SUCCESS, WcStatus.SUCCESS, WcStatus.SUCCESS, WcStatus.SUCCESS);
        assertThat(rig.bridge.engine().exercised()).isTrue();
        BridgeVerdict verdict = rig.verdict();
        assertThat(verdict.sessions()).hasSize(1);
        BridgedSession session = verdict.sessions().get(0);
        assertAgrees(session.first(), rig.a.counters());
        assertAgrees(session.second(), rig.b.counters());
        assertThat(session.first().outcome().status()).isEqualTo("SUCCESS");
        assertThat(session.first().rnrNaksReceived()).isEqualTo(1);
        assertThat(session.second().rnrNaksSent()).isZero();
        assertThat(verdict.breaches()).isEmpty();
        assertThat(verdict.frames())
                .isEqualTo(rig.a.counters().sentPkts
                        + rig.b.counters().sentPkts
                        + rig.toA.size()
                        + rig.toB.size());
    }

    /** As an emulated guest does: NAKs and ACKs are on their way while all is sent again. */
    @ParameterizedTest
    @ValueSource(ints = {4200, 4500, 5000, 6000, 8000})
    void answersThatCrossResendsAreUnderstood(int slowUs) throws Exception {
        BridgeRig rig = new BridgeRig(
                "drop: {from: a, psn: 4, round: 1}",
                "corrupt: {qp: 1, psn: 23, round: 1, field: bth.psn, xor: 1}");
        rig.slowNs = slowUs * 1_000L;
        for (int i = 0; i < 4; i++) {
            rig.send(9);
            rig.run();
        }
        assertThat(rig.done()).containsOnly(WcStatus.SUCCESS);
        BridgedSession session = rig.verdict().sessions().get(0);
        assertThat(session.second().duplicatesReceived())
                .isEqualTo(rig.b.counters().duplicateRequest);
        assertThat(session.second().naksSent()).isEqualTo(rig.b.counters().outOfSeqRequest);
    }

    /** A host that changes what it sends again, with a good ICRC, as no bridge made it do. */
    @Test
    void whoBreaksARuleIsBlamedAndNotTheOther() throws Exception {
        BridgeRig rig = new BridgeRig("drop: {qp: 1, psn: 5, round: 1}");
        int[] sendings = new int[1];
        rig.vice = frame -> {
            ByteBuffer packet = ByteBuffer.wrap(frame);
            if ((packet.getInt(BTH + 8) & 0xff_ffff) == ((0xff_fff0 + 5) & 0xff_ffff)
                    && ++sendings[0] == 2) {
                packet.put(BTH + 20, (byte) ~packet.get(BTH + 20));
                int end = frame.length - Icrc.LENGTH;
                int sum = new Icrc().compute(packet, IP, IP + 20, end);
                Icrc.store(packet, end, sum);
            }
            return frame;
        };
        rig.post(Verb.RDMA_WRITE, 20).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        List<Breach> breaches = rig.verdict().breaches();
        assertThat(breaches).singleElement().satisfies(breach -> {
            assertThat(breach.tap()).isZero();
            assertThat(breach.finding().rule().id()).isEqualTo("RC-CONTENT-CHANGED");
            assertThat(breach.finding().session()).isEqualTo(1);
        });
    }

    /** The same change by the plan: behind the bridge it is there, and nobody did it. */
    @Test
    void whatThePlanChangesIsNobodysFault() throws Exception {
        BridgeRig rig = new BridgeRig(
                "drop: {from: b, opcode: RC_ACKNOWLEDGE, times: 1}",
                "corrupt: {qp: 1, psn: 0, round: 2, field: payload, xor: 255, icrc: fix}");
        rig.post(Verb.RDMA_WRITE, 1).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.fires(2)).isEqualTo(1);
        assertThat(rig.verdict().breaches()).isEmpty();
    }

    @Test
    void aSideThatGivesUpIsToldSo() throws Exception {
        BridgeRig rig = new BridgeRig("drop: {qp: 1, psn: 3}");
        rig.post(Verb.RDMA_WRITE, 8).run();
        assertThat(rig.done()).containsExactly(WcStatus.RETRY_EXC_ERR);
        BridgeVerdict verdict = rig.verdict();
        SideAccount asker = verdict.sessions().get(0).first();
        assertThat(asker.timeouts()).isGreaterThan(0);
        assertThat(verdict.breaches()).isEmpty();
    }
}
