package io.qpscope.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The impaired recordings as a worse capture would have them: cut short, mirrored twice, with holes,
 * or with one direction only. What passed is known, so verdicts may become fewer, never wrong.
 */
class WorseCapturesTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final int SNAP_LENGTH = 96;
    private static final int HOLE_EVERY = 23;

    /** What a capture does to a frame. */
    private interface Damage {
        /** How often the frame is passed on, each time at another interface. */
        int copies(FrameView frame);

        default int kept(int captured) {
            return captured;
        }
    }

    private static final Damage NONE = frame -> 1;
    private static final Damage MIRRORED = frame -> frame.kind().hasTransport() ? 2 : 1;
    private static final Damage HOLES =
            frame -> frame.kind().hasTransport() && frame.number() % HOLE_EVERY == 0 ? 0 : 1;
    private static final Damage CUT = new Damage() {
        @Override
        public int copies(FrameView frame) {
            return 1;
        }

        @Override
        public int kept(int captured) {
            return Math.min(captured, SNAP_LENGTH);
        }
    };

    private static Damage only(Guest guest) {
        return frame -> {
            boolean from = guest.owns((byte) frame.sourceLow());
            return !frame.kind().hasTransport() || from ? 1 : 0;
        };
    }

    private static TrackerResult analyze(Recording recording, Damage damage) throws IOException {
        Dissector dissector = new Dissector(4791, true);
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        FrameView view = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(recording.path())) {
            while (cursor.next()) {
                if (cursor.interfaceId() != 0) {
                    continue;
                }
                int copies = 1;
                for (int copy = 0; copy < copies; copy++) {
                    view.wrap(
                                    cursor.buffer(),
                                    cursor.offset(),
                                    damage.kept(cursor.capturedLength()),
                                    cursor.originalLength(),
                                    cursor.linkType())
                            .at(cursor.number(), cursor.timeNs(), 0, copy);
                    dissector.dissect(view);
                    copies = damage.copies(view);
                    if (copies > 0) {
                        tracker.onFrame(view);
                    }
                }
            }
        }
        return tracker.finish();
    }

    /** Sessions other than the connection manager's. */
    private static List<SessionSummary> sessions(TrackerResult result) {
        return result.sessions().stream()
                .filter(session -> !Integer.valueOf(1).equals(session.a().qpn()))
                .filter(session -> !Integer.valueOf(1).equals(session.b().qpn()))
                .toList();
    }

    private static long sum(TrackerResult result, Guest from, Function<PsnCounts, Long> verdict) {
        long sum = 0;
        for (SessionSummary session : sessions(result)) {
            DirectionSummary direction = session.direction(Analysis.side(session, from));
            sum += or(verdict.apply(direction.requests()))
                    + or(verdict.apply(direction.responses()));
        }
        return sum;
    }

    private static long or(Long value) {
        return value == null ? 0 : value;
    }

    private static List<Recording> impaired() throws IOException {
        return Recording.load(CAPTURES).stream()
                .filter(Recording::isRoce)
                .filter(recording -> !recording.column("impairment").isEmpty())
                .toList();
    }

    private interface Check {
        void accept(Recording recording, View view) throws IOException;
    }

    private static Stream<DynamicTest> each(String claim, Check check) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Recording recording : impaired()) {
            View view = View.of(recording).get(0);
            tests.add(DynamicTest.dynamicTest(recording.file() + ": " + claim, () -> {
                try {
                    check.accept(recording, view);
                } catch (AssertionError e) {
                    throw new AssertionError(recording.file() + ": " + e.getMessage(), e);
                }
            }));
        }
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> cutShort() throws IOException {
        return each("headers tell the same as whole packets", (recording, view) -> {
            boolean corrupt = recording.column("impairment").contains("corrupt");
            if (corrupt) {
                // Without the ICRC a spoiled packet can't be told from a good one.
                return;
            }
            TrackerResult whole = analyze(recording, NONE);
            TrackerResult cut = analyze(recording, CUT);
            for (int i = 0; i < whole.sessions().size(); i++) {
                for (Side side : Side.values()) {
                    DirectionSummary expected = whole.sessions().get(i).direction(side);
                    DirectionSummary told = cut.sessions().get(i).direction(side);
                    assertThat(told.requests()).isEqualTo(expected.requests());
                    assertThat(told.responses()).isEqualTo(expected.responses());
                    assertThat(told.timeouts()).isEqualTo(expected.timeouts());
                    assertThat(told.naks()).isEqualTo(expected.naks());
                    assertThat(told.payloadBytes()).isEqualTo(expected.payloadBytes());
                    assertThat(told.outcome().status())
                            .isEqualTo(expected.outcome().status());
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> mirroredTwice() throws IOException {
        return each("a mirror's copies count as such and nowhere else", (recording, view) -> {
            TrackerResult once = analyze(recording, NONE);
            TrackerResult twice = analyze(recording, MIRRORED);
            assertThat(twice.sessions()).hasSameSizeAs(once.sessions());
            assertThat(sum(twice, Guest.A, PsnCounts::captureDuplicates)
                            + sum(twice, Guest.B, PsnCounts::captureDuplicates))
                    .isPositive();
            for (Guest guest : Guest.values()) {
                for (Function<PsnCounts, Long> figure : List.<Function<PsnCounts, Long>>of(
                        PsnCounts::retransmittedPackets,
                        PsnCounts::duplicatePackets,
                        PsnCounts::outOfOrderPackets,
                        PsnCounts::missingPackets,
                        PsnCounts::lostBeforeTap,
                        PsnCounts::lostAfterTap,
                        PsnCounts::lostByCapture,
                        PsnCounts::lostUndecided)) {
                    assertThat(sum(twice, guest, figure)).isEqualTo(sum(once, guest, figure));
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> withHoles() throws IOException {
        return each("a hole in the capture is no loss behind the tap", (recording, view) -> {
            TrackerResult holes = analyze(recording, HOLES);
            for (Guest guest : Guest.values()) {
                // What the receiver dropped behind a loss nobody asks for by itself: then a hole
                // can't be told from a loss before the tap.
                long before = view.lostBefore(guest) + view.badIcrc(guest);
                long unseen = view.count(guest, p -> p.number() % HOLE_EVERY == 0 && !p.isAck());
                assertThat(sum(holes, guest, PsnCounts::lostBeforeTap))
                        .as("before the tap, from " + guest)
                        .isLessThanOrEqualTo(before + unseen);
                assertThat(sum(holes, guest, PsnCounts::lostAfterTap))
                        .as("behind the tap, from " + guest)
                        .isLessThanOrEqualTo(view.lostAfter(guest));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> oneDirectionOnly() throws IOException {
        return each("one direction alone proves nothing behind the tap", (recording, view) -> {
            for (Guest guest : Guest.values()) {
                TrackerResult half = analyze(recording, only(guest));
                long before = view.lostBefore(guest) + view.badIcrc(guest);
                assertThat(sum(half, guest, PsnCounts::lostAfterTap))
                        .as("behind the tap, from " + guest)
                        .isLessThanOrEqualTo(view.lostAfter(guest));
                assertThat(sum(half, guest, PsnCounts::lostBeforeTap))
                        .as("before the tap, from " + guest)
                        .isLessThanOrEqualTo(before);
                assertThat(sum(half, guest.other(), PsnCounts::lostAfterTap))
                        .as("behind the tap, from the unseen side")
                        .isLessThanOrEqualTo(view.lostAfter(guest.other()));
                assertThat(sum(half, guest, PsnCounts::outOfOrderPackets))
                        .isLessThanOrEqualTo(
                                sum(analyze(recording, NONE), guest, PsnCounts::outOfOrderPackets));
            }
        });
    }
}
