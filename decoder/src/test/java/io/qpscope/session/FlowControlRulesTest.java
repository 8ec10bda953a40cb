package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Each rule of flow control fires on its cause and on nothing near it. */
class FlowControlRulesTest {
    private final PauseScene scene = new PauseScene();

    private static List<String> rules(PauseScene scene) {
        return Rules.judge(scene.finish()).stream().map(f -> f.rule().id()).toList();
    }

    private static Finding finding(PauseScene scene, String rule) {
        return Rules.judge(scene.finish()).stream()
                .filter(f -> f.rule().id().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aStormNamesItsSourceClassAndTime() {
        Finding storm = finding(scene.storm(0, 120_000, PauseScene.B, 3), "PFC-STORM");
        assertThat(storm.message())
                .isEqualTo("02:00:00:00:00:02 on interface 0 stopped class 3 400 times, 120 ms in"
                        + " all, without a break for up to 120 ms.");
        assertThat(storm.frames()).hasSize(20).startsWith(1L, 2L);
        assertThat(storm.session()).isZero();
    }

    @Test
    void ordinaryPausesAreNoStorm() {
        for (int i = 0; i < 1_000; i++) {
            scene.pfc(i * 1_000L, PauseScene.B, 3, 0xffff).pfc(i * 1_000L + 30, PauseScene.B, 3, 0);
        }
        assertThat(rules(scene)).isEmpty();
    }

    @Test
    void aClassThatIsPausedToTheEndIsNeverResumed() {
        scene.exchange(0, 0).storm(1_000, 20_000, PauseScene.B, 3);
        assertThat(finding(scene, "PFC-NEVER-RESUMED").message()).contains("class 3");
        PauseScene resumed = new PauseScene().exchange(0, 0).storm(1_000, 20_000, PauseScene.B, 3);
        assertThat(rules(resumed.pfc(20_000, PauseScene.B, 3, 0)))
                .doesNotContain("PFC-NEVER-RESUMED");
    }

    @Test
    void aSessionThatStoodStillIsNamedWithItsShare() {
        scene.exchange(0, 0).pfc(100, PauseScene.B, 3, 0xffff);
        scene.storm(300, 4_000, PauseScene.B, 3).exchange(8_000, 1);
        Finding paused = finding(scene, "PFC-PAUSED-SESSION");
        assertThat(paused.session()).isEqualTo(1);
        assertThat(paused.message())
                .startsWith("10.0.0.1 QP 17 could not send to 10.0.0.2 QP 34 for 4.14 ms (52 %");
    }

    @Test
    void aShortPauseOrASmallShareIsNotWorthAFinding() {
        PauseScene brief = new PauseScene().exchange(0, 0).pfc(100, PauseScene.B, 3, 0xffff);
        assertThat(rules(brief.exchange(1_000, 1))).isEmpty();
        PauseScene small = new PauseScene().exchange(0, 0).storm(100, 4_000, PauseScene.B, 3);
        assertThat(rules(small.exchange(80_000, 1))).isEmpty();
    }

    @Test
    void aSourceAddressOfZerosIsNoted() {
        scene.pfc(0, "000000000000", 3, 5);
        assertThat(finding(scene, "PFC-SOURCE-MAC-ZERO").frames()).containsExactly(1L);
        assertThat(rules(new PauseScene().pfc(0, PauseScene.B, 3, 5))).isEmpty();
    }

    @Test
    void aFrameWithoutPaddingIsNoted() {
        scene.see(0, PauseScene.hex("0180c20000010000000000aa880800010003"));
        assertThat(finding(scene, "PFC-FRAME-SHORT").message())
                .isEqualTo("Pauses in frames of fewer than 60 bytes, from 1 source.");
        assertThat(rules(new PauseScene().pause(0, PauseScene.B, 3))).isEmpty();
    }

    @Test
    void aNotificationWithoutBecnIsNoted() {
        scene.exchange(0, 0).exchange(10, 1).cnp(30, Opcode.CNP, false);
        assertThat(finding(scene, "ECN-CNP-WITHOUT-BECN").message())
                .isEqualTo("10.0.0.2 QP 34 sent 1 CNP without BECN.");
        PauseScene right = new PauseScene().exchange(0, 0).exchange(10, 1);
        assertThat(rules(right.cnp(30, Opcode.CNP, true))).isEmpty();
    }

    @Test
    void marksWithoutANotificationAreStillNoted() {
        scene.ecn = 3;
        scene.exchange(0, 0).exchange(10, 1);
        assertThat(rules(scene)).contains("ECN-CE-WITHOUT-CNP");
    }
}
