package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary.Congestion;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.util.List;

class CnpTest {
    private final PauseScene scene = new PauseScene();

    /** Connects both queue pairs by answers. */
    private PauseScene paired() {
        for (int psn = 0; psn < 5; psn++) {
            scene.exchange(psn * 10L, psn);
        }
        return scene;
    }

    private PauseScene marked(long us, int psn) {
        scene.ecn = 3;
        scene.write(us, psn);
        scene.ecn = 2;
        return scene;
    }

    private Congestion congestion(Side side) {
        return scene.finish().sessions().get(0).direction(side).congestion();
    }

    @Test
    void latencyRunsFromTheFirstMarkToTheNextNotification() {
        paired();
        marked(100, 5);
        marked(103, 6);
        scene.cnp(107, Opcode.CNP, true).cnp(160, Opcode.CNP, true);
        marked(200, 7);
        scene.cnp(230, Opcode.CNP, true);
        DirectionSummary.Latency latency = congestion(Side.A).ceToCnp();
        assertThat(latency.count()).isEqualTo(2);
        assertThat(latency.max()).isBetween(30_000L, 30_300L);
        assertThat(latency.p50()).isBetween(7_000L, 7_100L);
    }

    @Test
    void withoutMarksOrNotificationsThereIsNoLatency() {
        paired().cnp(107, Opcode.CNP, true);
        marked(200, 5);
        assertThat(congestion(Side.A).ceToCnp().count()).isZero();
        assertThat(congestion(Side.A).ceToCnp().max()).isNull();
    }

    @Test
    void bothOpcodesAreAcceptedAndToldApart() {
        paired().cnp(100, Opcode.CNP, true)
                .cnp(160, Opcode.CNP_IB, true)
                .cnp(200, Opcode.CNP, true);
        TrackerResult result = scene.finish();
        assertThat(result.protocols().cnp()).isEqualTo(3);
        DirectionSummary sent = result.sessions().get(0).direction(Side.B);
        assertThat(sent.cnps()).isEqualTo(3);
        assertThat(sent.congestion().cnpRoce()).isEqualTo(2);
        assertThat(sent.congestion().cnpInfiniBand()).isEqualTo(1);
        assertThat(sent.congestion().cnpMinGapNs()).isEqualTo(40_000);
        assertThat(result.sessions().get(0).direction(Side.A).cnps()).isZero();
    }

    @Test
    void gapsAreToldByPortAndByAddressPair() {
        paired().cnp(100, Opcode.CNP, true).cnp(150, Opcode.CNP, true);
        List<CnpGap> gaps = scene.finish().cnpGaps();
        assertThat(gaps)
                .containsExactly(
                        new CnpGap(CnpGap.Scope.PORT, "02:00:00:00:00:02", null, 2, 50_000L),
                        new CnpGap(CnpGap.Scope.ADDRESS_PAIR, "10.0.0.2", "10.0.0.1", 2, 50_000L));
    }

    @Test
    void oneNotificationHasNoGap() {
        paired().cnp(100, Opcode.CNP, true);
        TrackerResult result = scene.finish();
        assertThat(result.cnpGaps()).extracting(CnpGap::minGapNs).containsOnlyNulls();
        assertThat(result.sessions().get(0).direction(Side.B).congestion().cnpMinGapNs())
                .isNull();
    }

    @Test
    void codePointsOfNotificationsAreListed() {
        paired();
        scene.dscp = 48;
        scene.cnp(100, Opcode.CNP, true);
        scene.dscp = 5;
        scene.cnp(200, Opcode.CNP, true);
        assertThat(congestion(Side.B).cnpDscp()).containsExactly(5, 48);
    }

    /** Field case BUG-058. */
    @Test
    void ecnOfNotificationsIsListedAndCallsForNone() {
        paired();
        scene.ecn = 0;
        scene.cnp(100, Opcode.CNP, true);
        scene.ecn = 3;
        scene.cnp(200, Opcode.CNP, true);
        TrackerResult result = scene.finish();
        DirectionSummary sent = result.sessions().get(0).direction(Side.B);
        assertThat(sent.congestion().cnpEcn()).containsExactly(0, 3);
        assertThat(sent.ceMarked()).isZero();
        assertThat(result.observations())
                .extracting(Observation::kind)
                .doesNotContain(Observation.Kind.CE_WITHOUT_CNP);
    }

    @Test
    void aNotificationWithoutBecnIsObserved() {
        paired().cnp(100, Opcode.CNP, false);
        assertThat(scene.finish().observations())
                .extracting(Observation::kind)
                .contains(Observation.Kind.CNP_WITHOUT_BECN);
    }
}
