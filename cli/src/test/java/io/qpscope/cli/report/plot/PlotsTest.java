package io.qpscope.cli.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.PlotListener.FrameSource;
import io.qpscope.session.PlotTrack;
import io.qpscope.session.PlotTrack.Level;
import io.qpscope.session.PlotTrack.Mark;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class PlotsTest {
    private static final FrameSource HERE = new FrameSource(0, 0);
    private static final int SEND_ONLY = 0x04;
    private static final int ACKNOWLEDGE = 0x11;
    private static final int POINTS = 10;

    private final Plots plots = new Plots();

    private static void mark(PlotTrack track, int count) {
        for (int i = 0; i < count; i++) {
            track.mark(Mark.SENT, i + 1, i, i);
        }
    }

    @Test
    void aMillionFlowsOfOnePacketKeepNoMoreThanTheBound() {
        Track busy = (Track) plots.begin();
        mark(busy, 1000);
        for (int i = 0; i < 1_000_000; i++) {
            PlotTrack track = plots.begin();
            assertThat(track).isNotNull();
            mark(track, 1);
        }
        assertThat(plots.refused()).isEqualTo(1_000_001 - Plots.MAX_TRACKS);
        mark(busy, 1);
        assertThat(busy.marks(Mark.SENT, POINTS)).isNotNull();
        assertThat(busy.points()).isEqualTo(1001);
    }

    @Test
    void whenAllPlotsHaveMuchToShowTheNextFlowHasNone() {
        for (int i = 0; i < Plots.MAX_TRACKS; i++) {
            mark(plots.begin(), 5);
        }
        assertThat(plots.begin()).isNull();
    }

    @Test
    void aTrackThatGaveItsPlaceShowsNothingAndStaysSilent() {
        Track first = (Track) plots.begin();
        mark(first, 1);
        for (int i = 1; i <= 2 * Plots.MAX_TRACKS; i++) {
            plots.begin();
        }
        first.mark(Mark.NAK, 1, 1, 1);
        first.level(Level.CREDITS, 1, 1);
        first.traffic(1, 1, false);
        first.packet(1, 1, SEND_ONLY, -1, 1, false, false);
        first.storyBegins(1, 1, 1);
        first.storyEnds(2);
        assertThat(first.marks(Mark.SENT, POINTS)).isNull();
        assertThat(first.marks(Mark.NAK, POINTS)).isNull();
        assertThat(first.ladders()).isEmpty();
    }

    @Test
    void lanesAreBoundedAndTellTheirSender() {
        for (int i = 0; i < Plots.MAX_LANES + 7; i++) {
            plots.pause(HERE, i, 3, 1, 100, 1, 1);
        }
        plots.pause(HERE, 0, 3, 0, 0, 2, 50);
        assertThat(plots.lanes()).hasSize(Plots.MAX_LANES);
        assertThat(plots.refusedLanes()).isEqualTo(7);
        assertThat(plots.lanes().get(0).label()).isEqualTo("PFC class 3 by 00:00:00:00:00:00");
        assertThat(plots.lanes().get(0).untilNs(0)).isEqualTo(50);
    }

    @Test
    void pausesOfAllClassesAndWaitsForCreditsHaveLanesOfTheirOwn() {
        plots.pause(HERE, -1, -1, 1, 0, 1, 1);
        plots.creditWait(new FrameSource(0, 1), 2, 9, 100, 200);
        assertThat(plots.lanes())
                .extracting(Lane::label)
                .containsExactly("PAUSE", "no credits, interface 1 VL 2");
        assertThat(plots.lanes().get(0).untimed()).isTrue();
        assertThat(plots.lanes().get(1).stoppedNs(0)).isEqualTo(100);
    }

    // ---- diagrams ----

    private static void packet(PlotTrack track, long frame, int psn, boolean answer) {
        track.packet(frame, frame * 10, answer ? ACKNOWLEDGE : SEND_ONLY, -1, psn, answer, false);
    }

    private static List<Long> frames(Ladder ladder) {
        List<Long> frames = new ArrayList<>();
        for (int i = 0; i < ladder.size(); i++) {
            frames.add(ladder.frame(i));
        }
        return frames;
    }

    @Test
    void aDiagramBeginsShortlyBeforeAndEndsShortlyBehind() {
        Track track = (Track) plots.begin();
        for (int frame = 1; frame <= 10; frame++) {
            packet(track, frame, 100 + frame, false);
        }
        track.storyBegins(9, 500, 90);
        packet(track, 11, 500, false);
        packet(track, 12, 500, true);
        track.storyEnds(120);
        for (int frame = 13; frame <= 20; frame++) {
            packet(track, frame, frame, false);
        }
        assertThat(frames(track.ladders().get(0)))
                .containsExactly(7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L);
        assertThat(track.ladders().get(0).endNs()).isEqualTo(120);
    }

    @Test
    void itReachesBackToTheFirstSendingOfThePacketItIsAbout() {
        Track track = (Track) plots.begin();
        for (int frame = 1; frame <= 10; frame++) {
            packet(track, frame, 100 + frame, false);
        }
        track.storyBegins(9, 105, 90);
        assertThat(frames(track.ladders().get(0))).containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    }

    @Test
    void ofALongOneTheFirstAndTheLastPacketsAreKept() {
        Track track = (Track) plots.begin();
        packet(track, 1, 1, false);
        track.storyBegins(1, 1, 10);
        for (int frame = 2; frame <= 1000; frame++) {
            packet(track, frame, frame, false);
        }
        Ladder ladder = track.ladders().get(0);
        assertThat(ladder.size()).isEqualTo(Ladder.HEAD + Ladder.TAIL);
        assertThat(ladder.frame(0)).isEqualTo(1);
        assertThat(ladder.frame(Ladder.HEAD - 1)).isEqualTo(Ladder.HEAD);
        assertThat(ladder.frame(ladder.size() - 1)).isEqualTo(1000);
        assertThat(ladder.leftOut(Ladder.HEAD)).isEqualTo(1000 - Ladder.HEAD - Ladder.TAIL);
        assertThat(ladder.leftOut(Ladder.HEAD - 1)).isZero();
        assertThat(ladder.leftOut(Ladder.HEAD + 1)).isZero();
    }

    @Test
    void whilstThereIsTroubleNoPointIsLeftOut() {
        Track track = (Track) plots.begin();
        mark(track, 100_000);
        packet(track, 100_001, 5, false);
        track.storyBegins(100_001, 5, 100_001);
        for (int i = 1; i <= 100; i++) {
            track.mark(Mark.SENT, 100_001 + i, 100_001 + i, i % 9);
        }
        track.storyEnds(100_200);
        for (int i = 0; i < 100; i++) {
            track.mark(Mark.SENT, 200_000 + i, 200_000 + i, 5);
            packet(track, 200_000 + i, 5, false);
        }
        Series sent = track.marks(Mark.SENT, POINTS);
        int found = 0;
        int shortlyBefore = 0;
        long before = 0;
        for (int i = 0; i < sent.size(); i++) {
            found += sent.frame(i) > 100_001 && sent.frame(i) < 100_102 ? 1 : 0;
            shortlyBefore += sent.frame(i) > 100_000 - 64 && sent.frame(i) <= 100_000 ? 1 : 0;
            assertThat(sent.frame(i)).isGreaterThan(before);
            before = sent.frame(i);
        }
        assertThat(found).isEqualTo(100);
        assertThat(shortlyBefore).isEqualTo(64);
        assertThat(sent.size()).isLessThanOrEqualTo(100 + 64 + 2 * POINTS);
        assertThat(sent.added()).isEqualTo(100_200);
    }

    @Test
    void whatAPacketWasIsToldAgain() {
        Track track = (Track) plots.begin();
        track.packet(7, 70, 0xb1, 0x7f, 0xff_ffff, true, true);
        track.packet(8, 80, SEND_ONLY, -1, 0, false, false);
        track.storyBegins(7, 3, 0);
        Ladder ladder = track.ladders().get(0);
        assertThat(ladder.opcode(0)).isEqualTo(0xb1);
        assertThat(ladder.syndrome(0)).isEqualTo(0x7f);
        assertThat(ladder.psn(0)).isEqualTo(0xff_ffff);
        assertThat(ladder.answer(0)).isTrue();
        assertThat(ladder.again(0)).isTrue();
        assertThat(ladder.timeNs(0)).isEqualTo(70);
        assertThat(ladder.opcode(1)).isEqualTo(SEND_ONLY);
        assertThat(ladder.syndrome(1)).isEqualTo(-1);
        assertThat(ladder.psn(1)).isZero();
        assertThat(ladder.answer(1)).isFalse();
        assertThat(ladder.again(1)).isFalse();
    }

    @Test
    void diagramsAreBoundedAndStoriesCounted() {
        Track track = (Track) plots.begin();
        for (int i = 0; i < Track.MAX_LADDERS + 5; i++) {
            packet(track, i + 1, i, false);
            track.storyBegins(i + 1, i, i);
            track.storyEnds(i);
        }
        assertThat(track.ladders()).hasSize(Track.MAX_LADDERS);
        assertThat(track.stories()).isEqualTo(Track.MAX_LADDERS + 5);
    }
}
