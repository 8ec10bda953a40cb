package io.qpscope.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.PauseOptions;
import io.qpscope.session.PauseScene;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Each rule of flow control fires on its cause and on nothing near it; what it says. */
class FlowControlRulesTest {
    /** One that makes the rule fire, and one that just does not. */
    record Case(String rule, Consumer<PauseScene> breaks, Consumer<PauseScene> justDoesNot) {}

    private static final int CNP_DSCP = 48;

    /** Three quanta: pypacker tests/test_pypacker.py. */
    private static final byte[] SHORT_PAUSE =
            PauseScene.hex("0180c20000010000000000aa880800010003");

    static final List<Case> CASES = List.of(
            new Case(
                    "PFC-STORM",
                    s -> s.storm(0, 120_000, PauseScene.B, 3),
                    s -> s.storm(0, 99_000, PauseScene.B, 3)),
            new Case(
                    "PFC-NEVER-RESUMED",
                    s -> s.exchange(0, 0).storm(1_000, 20_000, PauseScene.B, 3),
                    s -> s.exchange(0, 0)
                            .storm(1_000, 20_000, PauseScene.B, 3)
                            .pfc(20_000, PauseScene.B, 3, 0)),
            new Case("PFC-PAUSED-SESSION", s -> stopped(s, 8_000), s -> stopped(s, 80_000)),
            new Case(
                    "PFC-SOURCE-MAC-ZERO",
                    s -> s.pfc(0, "000000000000", 3, 5),
                    s -> s.pfc(0, PauseScene.B, 3, 5)),
            new Case(
                    "PFC-FRAME-SHORT",
                    s -> s.see(0, SHORT_PAUSE),
                    s -> s.see(0, Arrays.copyOf(SHORT_PAUSE, 60))),
            new Case("ECN-CNP-DSCP", s -> notified(s, 5), s -> notified(s, CNP_DSCP)),
            new Case(
                    "ECN-CNP-WITHOUT-BECN",
                    s -> s.exchange(0, 0).exchange(10, 1).cnp(30, Opcode.CNP, false),
                    s -> s.exchange(0, 0).exchange(10, 1).cnp(30, Opcode.CNP, true)));

    private final PauseScene scene = new PauseScene();

    private static PauseScene scene() {
        return new PauseScene(PauseOptions.DEFAULT.cnps(CNP_DSCP));
    }

    /** One CNP in an ordinary session. */
    private static void notified(PauseScene scene, int dscp) {
        scene.exchange(0, 0).exchange(10, 1);
        scene.dscp = dscp;
        scene.cnp(30, Opcode.CNP, true);
    }

    /** Four milliseconds of pauses between two requests. */
    private static void stopped(PauseScene scene, long nextUs) {
        scene.exchange(0, 0).pfc(100, PauseScene.B, 3, 0xffff);
        scene.storm(300, 4_000, PauseScene.B, 3).exchange(nextUs, 1);
    }

    private static List<String> rules(PauseScene scene) {
        return Rules.judge(scene.finish()).stream().map(f -> f.rule().id()).toList();
    }

    private static Finding finding(PauseScene scene, String rule) {
        return Rules.judge(scene.finish()).stream()
                .filter(f -> f.rule().id().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @TestFactory
    Stream<DynamicTest> rules() {
        return CASES.stream()
                .flatMap(c -> Stream.of(
                        DynamicTest.dynamicTest(c.rule + " fires", () -> {
                            PauseScene breaks = scene();
                            c.breaks.accept(breaks);
                            assertThat(rules(breaks)).contains(c.rule);
                        }),
                        DynamicTest.dynamicTest(c.rule + " just does not", () -> {
                            PauseScene near = scene();
                            c.justDoesNot.accept(near);
                            assertThat(rules(near)).doesNotContain(c.rule);
                        })));
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

    /** Field case BUG-058. */
    @Test
    void notificationsWithAnotherCodePointNameTheirSenderAndWhatIsAskedFor() {
        PauseScene asked = scene();
        notified(asked, 5);
        Finding finding = finding(asked, "ECN-CNP-DSCP");
        assertThat(finding.message())
                .isEqualTo("10.0.0.2 QP 34 sent 1 CNP with another DSCP than 48.");
        assertThat(finding.frames()).containsExactly(5L);
        notified(scene, 5);
        assertThat(rules(scene)).isEmpty();
    }

    @Test
    void ordinaryPausesAreNoFinding() {
        for (int i = 0; i < 1_000; i++) {
            scene.pfc(i * 1_000L, PauseScene.B, 3, 0xffff).pfc(i * 1_000L + 30, PauseScene.B, 3, 0);
        }
        assertThat(rules(scene)).isEmpty();
    }

    @Test
    void aSessionThatStoodStillIsNamedWithItsShare() {
        stopped(scene, 8_000);
        Finding paused = finding(scene, "PFC-PAUSED-SESSION");
        assertThat(paused.session()).isEqualTo(1);
        assertThat(paused.message())
                .startsWith("10.0.0.1 QP 17 could not send to 10.0.0.2 QP 34 for 4.14 ms (52 %");
    }

    @Test
    void aPauseShorterThanAMillisecondIsNotWorthAFinding() {
        scene.exchange(0, 0).pfc(100, PauseScene.B, 3, 0xffff).exchange(1_000, 1);
        assertThat(rules(scene)).isEmpty();
    }
}
