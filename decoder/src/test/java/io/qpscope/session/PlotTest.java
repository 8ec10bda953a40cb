package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** What a listener hears of a dialogue. */
class PlotTest extends Dialogue {
    private final Drawing drawing = new Drawing();

    PlotTest() {
        drawnBy(drawing);
    }

    private Drawing.Track only() {
        assertThat(drawing.tracks).hasSize(1);
        return drawing.tracks.get(0);
    }

    @Test
    void aLossIsDrawnAsWhatWasSentAskedForAndSentAgain() {
        at(0, a.send(100));
        lost(a.send(101));
        at(20, a.send(102));
        at(30, b.ack(100), b.nak(101));
        at(50, a.send(101), a.send(102));
        at(60, b.ack(102));
        finish();
        assertThat(only().origin).isEqualTo(100);
        assertThat(only().bytes).isFalse();
        assertThat(only().marks)
                .containsExactly(
                        "SENT 0 #1",
                        "SENT 2 #2",
                        "ACK 0 #3",
                        "NAK 1 #4",
                        "RESENT 1 #5",
                        "RESENT 2 #6",
                        "ACK 2 #7");
    }

    @Test
    void theAxisGoesOnWherePsnsWrap() {
        at(0, a.send(0xff_ffff), a.send(0), a.send(1));
        at(20, b.ack(1));
        finish();
        assertThat(only().origin).isEqualTo(0xff_ffff);
        assertThat(only().marks).containsExactly("SENT 0 #1", "SENT 1 #2", "SENT 2 #3", "ACK 2 #4");
    }

    @Test
    void aStoryBeginsAndEndsBehindThePacketsThatDoSo() {
        at(0, a.send(100));
        lost(a.send(101));
        at(20, a.send(102));
        at(30, b.nak(101));
        at(50, a.send(101), a.send(102));
        at(60, b.ack(102));
        Told told = finish();
        assertThat(only().stories)
                .containsExactly(
                        "> 100",
                        "> 102",
                        "< 101",
                        "begins 101 #2",
                        "> 101 again",
                        "> 102 again",
                        "< 102",
                        "ends");
        assertThat(told.result.sessions().get(0).episodes())
                .singleElement()
                .matches(episode -> episode.startFrame() == 2 && episode.psn() == 101);
    }

    @Test
    void aRewindThatNobodyAskedForIsATimeout() {
        at(0, a.send(100));
        at(100 * MILLI, a.send(100));
        at(100 * MILLI + 10, b.ack(100));
        finish();
        assertThat(only().marks)
                .containsExactly("SENT 0 #1", "RESENT 0 #2", "TIMEOUT 0 #2", "ACK 0 #3");
    }

    @Test
    void aReceiverThatIsNotReadyIsNoSequenceError() {
        at(0, a.send(100));
        at(10, b.rnr(100, 12));
        at(2 * MILLI, a.send(100));
        at(2 * MILLI + 10, b.ack(100));
        finish();
        assertThat(only().marks)
                .containsExactly("SENT 0 #1", "RNR_NAK 0 #2", "RESENT 0 #3", "ACK 0 #4");
    }

    @Test
    void aNakThatEndsTheConnectionIsAnotherThanOneThatAsksForMore() {
        at(0, a.write(100));
        at(10, b.nak(100, io.qpscope.wire.Aeth.NAK_REMOTE_ACCESS_ERROR));
        finish();
        assertThat(only().marks).containsExactly("SENT 0 #1", "FATAL_NAK 0 #2");
    }

    @Test
    void readResponsesLieInTheRequestersSpaceAndAreWhatIsInFlight() {
        at(0, a.readRequest(100, 3 * 1024));
        at(10, b.readResponses(100, 3));
        finish();
        assertThat(only().marks)
                .containsExactly("SENT 0 #1", "RESPONSE 0 #2", "RESPONSE 1 #3", "RESPONSE 2 #4");
        assertThat(only().inFlight).containsExactly(3072L, 2048L, 1024L, 0L);
    }

    @Test
    void bytesAreInFlightUntilTheyAreAcknowledged() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(20, b.ack(101));
        at(30, b.ack(102));
        finish();
        assertThat(only().inFlight).containsExactly(64L, 128L, 192L, 64L, 0L);
        assertThat(only().credits).isEmpty();
    }

    @Test
    void creditsAreTheDecodedOnes() {
        b.credits = 10;
        at(0, a.send(100));
        at(10, b.ack(100));
        finish();
        // Credit code 01010b stands for 32 (IBA vol 1, 9.7.7.2).
        assertThat(only().credits).containsExactly(32L);
    }

    @Test
    void marksAndNotificationsAreDrawnWhereTheyConcern() {
        at(0, a.send(100).marked());
        at(10, b.ack(100), b.cnp());
        at(20, a.send(101));
        finish();
        assertThat(only().marks)
                .containsExactly("SENT 0 #1", "CE 0 #1", "ACK 0 #2", "CNP 1 #3", "SENT 1 #4");
    }

    @Test
    void whatPassesAgainIsCountedApart() {
        at(0, a.send(100));
        at(100 * MILLI, a.send(100));
        at(101 * MILLI, b.ack(100));
        finish();
        assertThat(only().first).isPositive().isEqualTo(only().again);
    }

    @Test
    void aDamagedPacketIsMarked() {
        at(0, a.send(100));
        at(10, b.ack(100));
        at(20, a.send(101).corrupt());
        at(30, a.send(102));
        finish();
        assertThat(only().marks)
                .containsExactly("SENT 0 #1", "ACK 0 #2", "CORRUPT 1 #3", "SENT 2 #4");
    }

    @Test
    void eachSideThatAsksHasATrackAndItsPlace() {
        at(0, a.send(100));
        at(10, b.ack(100));
        at(20, b.send(500));
        at(30, a.ack(500));
        Told told = finish();
        assertThat(drawing.tracks).hasSize(2);
        long first = told.result.sessions().get(0).firstFrame();
        assertThat(drawing.assigned)
                .containsExactlyInAnyOrder("0 " + first + " A", "1 " + first + " B");
    }

    @Test
    void aListenerThatDeclinesIsAskedOnce() {
        drawing.closed = true;
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.nak(100), b.cnp());
        at(20, a.send(100).corrupt());
        finish();
        assertThat(drawing.asked).isEqualTo(1);
        assertThat(drawing.assigned).isEmpty();
    }

    @Test
    void theListenerChangesNothingInWhatIsFound() {
        Dialogue silent = new Dialogue() {};
        for (Dialogue dialogue : new Dialogue[] {this, silent}) {
            dialogue.at(0, dialogue.a.send(100));
            dialogue.lost(dialogue.a.send(101));
            dialogue.at(20, dialogue.a.send(102), dialogue.a.readRequest(103, 2048));
            dialogue.at(30, dialogue.b.nak(101));
            dialogue.at(50, dialogue.a.send(101), dialogue.a.send(102));
            dialogue.at(60, dialogue.b.ack(102));
            dialogue.at(70, dialogue.b.readResponses(103, 2));
        }
        assertThat(finish().result).isEqualTo(silent.finish().result);
    }

    @Test
    void pausesAreToldWithTheirLengthOrWithoutIfNoSpeedIsKnown() {
        PauseScene timed = new PauseScene(PauseOptions.DEFAULT, drawing);
        timed.pfc(0, PauseScene.B, 3, 0xffff).pfc(50, PauseScene.B, 3, 0);
        timed.pause(100, PauseScene.A, 1);
        PauseScene untimed = new PauseScene(PauseOptions.of(0, Map.of()), drawing);
        untimed.speed = 0;
        untimed.pfc(0, PauseScene.B, 4, 7);
        assertThat(drawing.stops)
                .containsExactly(
                        "class 3, 65535 quanta, 335539 ns",
                        "class 3, 0 quanta, 0 ns",
                        "class -1, 1 quanta, 5 ns",
                        "class 4, 7 quanta, 0 ns");
    }
}
