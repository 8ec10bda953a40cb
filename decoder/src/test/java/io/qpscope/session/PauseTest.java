package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** What PAUSE and PFC frames come to, by source and class. */
class PauseTest {
    private static final long LONGEST_NS = 335_539;
    private final PauseScene scene = new PauseScene();

    private static PauseSummary only(PauseScene scene) {
        List<PauseSummary> pauses = scene.finish().pauses();
        assertThat(pauses).hasSize(1);
        return pauses.get(0);
    }

    @Test
    void xoffAndXonAreCountedApartAndPauseApartFromPfc() {
        scene.pfc(0, PauseScene.B, 3, 0xffff)
                .pfc(100, PauseScene.B, 3, 0)
                .pause(200, PauseScene.B, 1000)
                .pfc(300, PauseScene.B, 0b1_1000, 0, 0, 0, 7, 0, 9, 0, 0);
        TrackerResult result = scene.finish();
        assertThat(result.protocols().pfc()).isEqualTo(3);
        assertThat(result.protocols().pause()).isEqualTo(1);
        assertThat(result.protocols().other()).isZero();
        assertThat(result.pauses())
                .extracting(PauseSummary::trafficClass)
                .containsExactly(3, 4, null);
        assertThat(result.pauses()).extracting(PauseSummary::xoff).containsExactly(2L, 0L, 1L);
        assertThat(result.pauses()).extracting(PauseSummary::xon).containsExactly(1L, 1L, 0L);
        assertThat(result.pauses().get(0).source()).isEqualTo("02:00:00:00:00:02");
        assertThat(result.pauses().get(0).frames()).containsExactly(1L, 2L, 4L);
    }

    @Test
    void aPauseRunsOutByItself() {
        scene.pfc(0, PauseScene.B, 3, 0xffff).pause(10_000, PauseScene.A, 0);
        assertThat(scene.finish().pauses().get(0).pausedNs()).isEqualTo(LONGEST_NS);
    }

    @Test
    void aPauseEndsWithXonWithTheCaptureOrWithTheLastOfThoseThatOverlap() {
        scene.pfc(0, PauseScene.B, 3, 0xffff).pfc(100, PauseScene.B, 3, 0);
        scene.pfc(1000, PauseScene.B, 3, 0xffff).pfc(1200, PauseScene.B, 3, 0xffff);
        scene.pfc(3000, PauseScene.B, 3, 0xffff).pause(3050, PauseScene.B, 0);
        PauseSummary pause = scene.finish().pauses().get(0);
        assertThat(pause.pausedNs()).isEqualTo(100_000 + 200_000 + LONGEST_NS + 50_000);
        assertThat(pause.longestNs()).isEqualTo(200_000 + LONGEST_NS);
        assertThat(pause.stormSuspected()).isFalse();
    }

    @Test
    void withoutALinkSpeedNoTimeIsTold() {
        scene.speed = 0;
        scene.pfc(0, PauseScene.B, 3, 0xffff).pfc(100, PauseScene.B, 3, 0);
        PauseSummary pause = only(scene);
        assertThat(pause.pausedNs()).isNull();
        assertThat(pause.longestNs()).isNull();
        assertThat(pause.xoff()).isEqualTo(1);
    }

    @Test
    void theOptionOverrulesTheCapturesSpeed() {
        PauseScene at400 = new PauseScene(PauseOptions.of(400_000_000_000L, Map.of()));
        at400.pfc(0, PauseScene.B, 3, 0xffff).pause(10_000, PauseScene.A, 0);
        assertThat(at400.finish().pauses().get(0).pausedNs()).isEqualTo(83_885);
    }

    @Test
    void aBreakEndsAStormSuspicionAndALongerPauseBeginsOne() {
        PauseScene brief = new PauseScene().storm(0, 99_000, PauseScene.B, 3);
        assertThat(only(brief).stormSuspected()).isFalse();
        PauseScene longer = new PauseScene().storm(0, 102_000, PauseScene.B, 3);
        assertThat(only(longer).stormSuspected()).isTrue();
        PauseScene broken = new PauseScene()
                .storm(0, 60_000, PauseScene.B, 3)
                .pfc(60_000, PauseScene.B, 3, 0)
                .storm(61_000, 120_000, PauseScene.B, 3);
        assertThat(only(broken).stormSuspected()).isFalse();
    }

    @Test
    void moreThanHalfOfASecondIsAStormAlsoInPieces() {
        assertThat(only(pieces(2_000, 900)).stormSuspected()).isFalse();
        assertThat(only(pieces(2_000, 1_100)).stormSuspected()).isTrue();
        // Half of a second is no storm when it is spread over two.
        assertThat(only(pieces(4_000, 1_100)).stormSuspected()).isFalse();
    }

    /** For two seconds, a pause of some microseconds in every period of some. */
    private static PauseScene pieces(long periodUs, long pausedUs) {
        PauseScene scene = new PauseScene(PauseOptions.of(10_000_000_000L, Map.of()));
        for (long us = 0; us < 2_000_000; us += periodUs) {
            scene.pfc(us, PauseScene.B, 3, 0xffff).pfc(us + pausedUs, PauseScene.B, 3, 0);
        }
        return scene;
    }

    @Test
    void aStormIsSuspectedWithoutALinkSpeedToo() {
        scene.speed = 0;
        PauseSummary storm = only(scene.storm(0, 200_000, PauseScene.B, 3));
        assertThat(storm.stormSuspected()).isTrue();
        assertThat(storm.pausedNs()).isNull();
        PauseScene sparse = new PauseScene();
        sparse.speed = 0;
        for (long us = 0; us < 2_000_000; us += 1_000) {
            sparse.pfc(us, PauseScene.B, 3, 0xffff);
        }
        assertThat(only(sparse).stormSuspected()).isFalse();
    }

    @Test
    void silenceUpToTheEndIsNeverResumed() {
        for (int psn = 0; psn < 10; psn++) {
            scene.exchange(psn * 20L, psn);
        }
        scene.storm(1_000, 20_000, PauseScene.B, 3);
        assertThat(only(scene).neverResumed()).isTrue();
    }

    /** Ten milliseconds: the last XOFF comes 9.9 or 10.2 ms after the first. */
    @Test
    void neverResumedBeginsAtTenMilliseconds() {
        PauseScene shorter = new PauseScene().exchange(0, 0).storm(1_000, 10_901, PauseScene.B, 3);
        assertThat(only(shorter).neverResumed()).isFalse();
        PauseScene longer = new PauseScene().exchange(0, 0).storm(1_000, 11_201, PauseScene.B, 3);
        assertThat(only(longer).neverResumed()).isTrue();
    }

    @Test
    void trafficThatGoesOnXonOrASilenceOfItsOwnIsNotNeverResumed() {
        PauseScene goesOn = new PauseScene().exchange(0, 0).storm(1_000, 20_000, PauseScene.B, 3);
        goesOn.exchange(20_001, 1).pfc(20_010, PauseScene.B, 3, 0xffff);
        assertThat(only(goesOn).neverResumed()).isFalse();
        PauseScene resumed = new PauseScene().exchange(0, 0).storm(1_000, 20_000, PauseScene.B, 3);
        resumed.pfc(20_000, PauseScene.B, 3, 0);
        assertThat(only(resumed).neverResumed()).isFalse();
        PauseScene brief = new PauseScene().exchange(0, 0).storm(1_000, 3_000, PauseScene.B, 3);
        assertThat(only(brief).neverResumed()).isFalse();
        PauseScene otherClass = new PauseScene().exchange(0, 0);
        assertThat(only(otherClass.storm(1_000, 20_000, PauseScene.B, 4)).neverResumed())
                .isFalse();
        PauseScene ranOut = new PauseScene().exchange(0, 0).storm(1_000, 20_000, PauseScene.B, 3);
        ranOut.priority = 0;
        assertThat(only(ranOut.ack(40_000, 5)).neverResumed()).isFalse();
    }

    @Test
    void shortFramesAndFramesWithoutSourceAreReadAllTheSame() {
        scene.see(0, PauseScene.hex("0180c20000010000000000aa880800010003"));
        scene.pfc(1, "000000000000", 3, 5);
        List<PauseSummary> pauses = scene.finish().pauses();
        assertThat(pauses.get(0).shortFrames()).isEqualTo(1);
        assertThat(pauses.get(0).xoff()).isEqualTo(1);
        assertThat(pauses.get(1).source()).isEqualTo("00:00:00:00:00:00");
        assertThat(pauses.get(1).shortFrames()).isZero();
    }

    @Test
    void sourcesAreBoundedAndWhatIsLeftOutIsTold() {
        for (int i = 0; i < PauseTracker.MAX_SOURCES + 7; i++) {
            scene.pfc(i, "0200%08x".formatted(i), 3, 1);
        }
        TrackerResult result = scene.finish();
        assertThat(result.pauses()).hasSize(PauseTracker.MAX_SOURCES);
        assertThat(result.observations())
                .anyMatch(o -> o.kind() == Observation.Kind.LIMIT_REACHED && o.value() == 7);
    }

    /** Against a bitmap of microseconds. */
    @Test
    void anyPausesAddUpToTheirUnion() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            PauseClock clock = new PauseClock();
            boolean[] paused = new boolean[4_000];
            long now = 0;
            for (int i = 0; i < 50; i++) {
                now += random.nextInt(50);
                int length = random.nextInt(4) == 0 ? 0 : random.nextInt(100);
                clock.set(now, now + length);
                for (int us = (int) now; us < paused.length; us++) {
                    paused[us] = us < now + length;
                }
                long later = now + random.nextInt(20);
                long expected = 0;
                for (int us = 0; us < later; us++) {
                    expected += paused[us] ? 1 : 0;
                }
                assertThat(clock.at(later)).as("seed " + seed).isEqualTo(expected);
            }
        }
    }
}
