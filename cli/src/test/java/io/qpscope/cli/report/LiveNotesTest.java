package io.qpscope.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PlotListener;
import io.qpscope.session.PlotTrack;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is said at once of the frames of recordings. */
class LiveNotesTest {
    private static final int ROCE_PORT = 4791;

    private final Map<Long, List<String>> notes = new TreeMap<>();

    private TrackerResult read(String name) throws IOException {
        LiveNotes live = new LiveNotes();
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT, live);
        Dissector dissector = new Dissector(ROCE_PORT, true);
        FrameView view = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(Path.of("..", "captures", name))) {
            while (cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(cursor.number(), cursor.timeNs(), 0, 0);
                dissector.dissect(view);
                live.next(view.number());
                tracker.onFrame(view);
                if (!live.texts().isEmpty()) {
                    notes.put(view.number(), new ArrayList<>(live.texts()));
                }
            }
        }
        return tracker.finish();
    }

    private long said(String text) {
        return notes.values().stream()
                .flatMap(List::stream)
                .filter(each -> each.startsWith("QPScope: " + text))
                .count();
    }

    @Test
    void aLossIsToldWhereItShows() throws IOException {
        read("roce-loss3-write-upstream.pcap");
        assertThat(notes.get(60L)).contains("QPScope: the receiver asks for PSN 15496020 again");
        assertThat(notes.get(62L)).contains("QPScope: sent again");
        assertThat(notes.get(63L))
                .containsExactly(
                        "QPScope: the recovery that began with frame 57 ends after 1.78 ms");
    }

    /** As many packets are said to be sent again, and NAKs to ask for them, as the report counts. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "roce-loss3-send-downstream.pcap",
                "roce-loss3-write-upstream.pcap",
                "roce-loss20-atomics.pcap",
                "roce-rnr-exceeded.pcap"
            })
    void itSaysWhatTheReportCounts(String name) throws IOException {
        TrackerResult result = read(name);
        long resent = 0;
        long naks = 0;
        long rnrNaks = 0;
        for (SessionSummary session : result.sessions()) {
            for (DirectionSummary direction : session.directions()) {
                resent += direction.requests().retransmittedPackets();
                naks += direction.naks().psnSequenceError();
                rnrNaks += direction.rnrNaks();
            }
        }
        assertThat(said("sent again")).isEqualTo(resent);
        assertThat(said("the receiver asks for")).isEqualTo(naks);
        assertThat(said("the receiver is not ready")).isEqualTo(rnrNaks);
        assertThat(resent).isPositive();
    }

    @Test
    void aFatalNakIsNamed() throws IOException {
        read("roce-nak-bad-rkey-write-multi.pcap");
        assertThat(said("ends the connection: REMOTE_ACCESS_ERROR")).isPositive();
    }

    @Test
    void aWrongIcrcIsTold() throws IOException {
        read("roce-corrupt.pcap");
        assertThat(said("a wrong ICRC")).isPositive();
    }

    @Test
    void aTerminateIsTold() throws IOException {
        read("iwarp-crc-terminate.pcap");
        assertThat(said("ends the stream")).isEqualTo(1);
    }

    @Test
    void streamsAreSpokenOfInBytes() {
        LiveNotes live = new LiveNotes();
        PlotTrack track = live.begin();
        track.origin(0, true);
        live.next(7);
        track.mark(PlotTrack.Mark.CORRUPT, 7, 0, 0);
        track.mark(PlotTrack.Mark.LATE, 7, 0, 0);
        assertThat(live.texts())
                .containsExactly("QPScope: a wrong CRC", "QPScope: behind later bytes");
    }

    /** It is with Wireshark already. */
    @Test
    void nothingIsSaidOfAFrameThatIsGone() {
        LiveNotes live = new LiveNotes();
        PlotTrack track = live.begin();
        live.next(8);
        track.mark(PlotTrack.Mark.RESENT, 7, 0, 0);
        assertThat(live.texts()).isEmpty();
        track.mark(PlotTrack.Mark.RESENT, 8, 0, 0);
        assertThat(live.texts()).containsExactly("QPScope: sent again");
        live.next(9);
        assertThat(live.texts()).isEmpty();
    }

    @Test
    void pausesAndWaitsForCreditsAreTold() {
        LiveNotes live = new LiveNotes();
        PlotListener.FrameSource where = new PlotListener.FrameSource(0, 0);
        live.next(1);
        live.pause(where, 1, 3, 65_535, 335_539, 1, 0);
        live.next(2);
        assertThat(live.texts()).isEmpty();
        live.pause(where, 1, -1, 1, 0, 2, 0);
        live.pause(where, 1, 3, 0, 0, 2, 0);
        live.creditWait(where, 2, 1, 1000, 3000);
        assertThat(live.texts())
                .containsExactly(
                        "QPScope: all traffic is paused for 1 quantum",
                        "QPScope: class 3 may go on",
                        "QPScope: VL 2 had no credits for 2 us up to here");
        live.next(3);
        live.pause(where, 1, 3, 65_535, 335_539, 3, 0);
        assertThat(live.texts())
                .containsExactly("QPScope: class 3 is paused for 65535 quanta, 336 us");
    }

    @Test
    void nothingIsSaidWhereNothingIsWrong() throws IOException {
        read("roce-rping.pcap");
        assertThat(notes).isEmpty();
    }
}
