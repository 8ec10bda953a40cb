package io.qpscope.cli.truth;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What the analyzer says. */
final class Analysis {
    private final List<CaptureInfo> captures;
    private final TrackerResult result;

    private Analysis(List<CaptureInfo> captures, TrackerResult result) {
        this.captures = captures;
        this.result = result;
    }

    /** With a tap, the analyzer gets that interface's frames alone. */
    static Analysis of(Path file, int tap) throws IOException {
        Dissector dissector = new Dissector(4791, true);
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        FrameView view = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(List.of(file))) {
            while (cursor.next()) {
                if (tap == View.BOTH_TAPS || cursor.interfaceId() == tap) {
                    view.wrap(
                                    cursor.buffer(),
                                    cursor.offset(),
                                    cursor.capturedLength(),
                                    cursor.originalLength(),
                                    cursor.linkType())
                            .at(
                                    cursor.number(),
                                    cursor.timeNs(),
                                    cursor.captureIndex(),
                                    cursor.interfaceId());
                    dissector.dissect(view);
                    tracker.onFrame(view);
                }
            }
            return new Analysis(List.copyOf(cursor.captures()), tracker.finish());
        }
    }

    CaptureInfo capture() {
        return captures.get(0);
    }

    TrackerResult result() {
        if (result == null) {
            throw new AssertionError("the tracker gave no result");
        }
        return result;
    }

    /** Without what goes to or comes from the connection manager's QP 1. */
    List<SessionSummary> sessions() {
        return result().sessions().stream()
                .filter(session -> !isManagement(session.a()) && !isManagement(session.b()))
                .toList();
    }

    private static boolean isManagement(SessionSummary.Peer peer) {
        return peer.qpn() != null && peer.qpn() == 1;
    }

    /** Sessions of one service with the queue pairs expected; null fits any. */
    List<SessionSummary> sessions(Expected expected) {
        return sessions().stream()
                .filter(session -> session.service() == expected.service())
                .filter(session -> fits(session, expected, Guest.A))
                .filter(session -> fits(session, expected, Guest.B))
                .toList();
    }

    private static boolean fits(SessionSummary session, Expected expected, Guest guest) {
        Integer qpn = expected.qpn(guest);
        return qpn == null || qpn.equals(session.peer(side(session, guest)).qpn());
    }

    /** Group addresses belong to no guest, so the other end decides then. */
    static Side side(SessionSummary session, Guest guest) {
        if (guest.owns(session.a().address())) {
            return Side.A;
        }
        return guest.other().owns(session.a().address()) ? Side.B : Side.A;
    }

    static DirectionSummary direction(SessionSummary session, Guest from) {
        return session.direction(side(session, from));
    }

    /** Over all sessions, what this guest sent. */
    long sum(Guest from, ToLongFunction<DirectionSummary> figure) {
        return sessions().stream()
                .mapToLong(session -> figure.applyAsLong(direction(session, from)))
                .sum();
    }

    long requests(Guest from, Function<PsnCounts, Long> figure) {
        return sum(from, direction -> orZero(figure.apply(direction.requests())));
    }

    long responses(Guest from, Function<PsnCounts, Long> figure) {
        return sum(from, direction -> orZero(figure.apply(direction.responses())));
    }

    long both(Guest from, Function<PsnCounts, Long> figure) {
        return requests(from, figure) + responses(from, figure);
    }

    private static long orZero(Long figure) {
        return figure == null ? 0 : figure;
    }
}
