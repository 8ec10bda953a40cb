package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary.TimeShares;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** Which sessions a pause stops, and where their time goes. */
class PausedSessionTest {
    private static TimeShares time(PauseScene scene, Side side) {
        SessionSummary session = scene.finish().sessions().get(0);
        for (DirectionSummary direction : session.directions()) {
            assertThat(sum(direction.time())).isEqualTo(session.durationNs());
        }
        return session.direction(side).time();
    }

    private static long sum(TimeShares time) {
        return time.sending()
                + time.rnrWait()
                + time.ackTimeout()
                + time.goBackN()
                + (time.paused() == null ? 0 : time.paused())
                + time.cnpLimited()
                + time.idle();
    }

    /** Ten exchanges, 10 ms of pauses, ten more. */
    private static PauseScene around(PauseScene scene, String source, int trafficClass) {
        for (int psn = 0; psn < 10; psn++) {
            scene.exchange(psn * 20L, psn);
        }
        scene.storm(1_000, 11_000, source, trafficClass);
        scene.pfc(11_000, source, trafficClass, 0);
        for (int psn = 10; psn < 20; psn++) {
            scene.exchange(11_010 + psn * 20L, psn);
        }
        return scene;
    }

    @Test
    void theReceiversPauseStopsWhatIsSentToItAndNotWhatItSends() {
        PauseScene scene = around(new PauseScene(), PauseScene.B, 3);
        SessionSummary session = scene.finish().sessions().get(0);
        assertThat(session.direction(Side.A).time().paused()).isEqualTo(10_000_000);
        assertThat(session.direction(Side.B).time().paused()).isNull();
        assertThat(sum(session.direction(Side.A).time())).isEqualTo(session.durationNs());
    }

    @Test
    void aSwitchPortsPauseMayStopEitherDirection() {
        assertThat(time(around(new PauseScene(), PauseScene.SWITCH, 3), Side.A).paused())
                .isEqualTo(10_000_000);
    }

    @Test
    void anotherClassIsNotStopped() {
        assertThat(time(around(new PauseScene(), PauseScene.B, 4), Side.A).paused())
                .isZero();
    }

    @Test
    void packetsThatGoOnAreNotPaused() {
        PauseScene scene = new PauseScene();
        scene.exchange(0, 0);
        for (int i = 1; i < 40; i++) {
            scene.pfc(i * 300L, PauseScene.B, 3, 0xffff).exchange(i * 300L + 100, i);
        }
        assertThat(time(scene, Side.A).paused()).isLessThan(500_000);
    }

    @Test
    void withoutALinkSpeedOrPausesTheTimeIsNotKnown() {
        PauseScene unknown = new PauseScene();
        unknown.speed = 0;
        assertThat(time(around(unknown, PauseScene.B, 3), Side.A).paused()).isNull();
        PauseScene none = new PauseScene().exchange(0, 0).exchange(100, 1);
        assertThat(time(none, Side.A).paused()).isNull();
    }

    @Test
    void aMapOfCodePointsTellsTheClassOfPacketsWithoutATag() {
        PauseScene mapped = new PauseScene(PauseOptions.of(0, Map.of(26, 3)));
        mapped.priority = PauseScene.NO_TAG;
        assertThat(time(around(mapped, PauseScene.B, 3), Side.A).paused()).isEqualTo(10_000_000);
        PauseScene elsewhere = new PauseScene(PauseOptions.of(0, Map.of(26, 5)));
        elsewhere.priority = PauseScene.NO_TAG;
        assertThat(time(around(elsewhere, PauseScene.B, 3), Side.A).paused()).isZero();
        PauseScene unmapped = new PauseScene();
        unmapped.priority = PauseScene.NO_TAG;
        assertThat(time(around(unmapped, PauseScene.B, 3), Side.A).paused()).isNull();
    }

    @Test
    void theTagOutranksTheCodePoint() {
        PauseScene scene = new PauseScene(PauseOptions.of(0, Map.of(26, 5)));
        assertThat(time(around(scene, PauseScene.B, 3), Side.A).paused()).isEqualTo(10_000_000);
    }

    @Test
    void plainPauseStopsEveryClassAlsoAnUnknownOne() {
        PauseScene scene = new PauseScene();
        scene.priority = PauseScene.NO_TAG;
        scene.exchange(0, 0).pause(1_000, PauseScene.B, 0xffff).exchange(2_000, 1);
        assertThat(time(scene, Side.A).paused()).isEqualTo(335_539);
    }

    @Test
    void theXonOfOneSourceDoesNotEndAnothersPause() {
        PauseScene scene = new PauseScene().exchange(0, 0);
        scene.pfc(1_000, PauseScene.B, 3, 0xffff).pfc(1_010, PauseScene.SWITCH, 3, 0xffff);
        scene.pfc(1_020, PauseScene.B, 3, 0).exchange(2_000, 1);
        assertThat(time(scene, Side.A).paused()).isEqualTo(10_000 + 335_539);
    }

    @Test
    void aPauseWhileAnAnswerIsAwaitedIsTakenFromTheSendingTime() {
        PauseScene scene = new PauseScene().write(0, 0);
        scene.pfc(10, PauseScene.B, 3, 0xffff).write(500, 1).ack(600, 1);
        TimeShares time = time(scene, Side.A);
        assertThat(time.paused()).isEqualTo(335_539);
        assertThat(time.sending()).isEqualTo(600_000 - 335_539);
    }
}
