package io.qpscope.recording;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.frame.Kind;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Looks through a capture for what will go out of it, what won't, and what a receiver will notice. */
public final class Preflight {
    /** Something worth knowing about frames that do go out. */
    public enum Note {
        CONVERTED("get an Ethernet header: they were recorded as %s"),
        BAD_ICRC(
                "bear a wrong ICRC, and will again: receivers drop them (--checksums fix mends them)"),
        OUT_OF_ORDER(
                "were recorded with an earlier time than the frame before: sent right behind it"),
        PAUSES("are PAUSE or PFC: the neighbour's MAC layer takes them, and stops"),
        SECOND_INTERFACE("are of another interface than the first frame's: what passed both was"
                + " recorded twice, and goes out twice (--interface picks one)"),
        TUNNELLED("are mirrored or tunnelled and go out so (--decapsulate sends what is within)");

        private final String text;

        Note(String text) {
            this.text = text;
        }

        /** Continues "5 frames ". */
        @Override
        public String toString() {
            return text;
        }
    }

    /** Frames of one sort; the first of them has this number, from 1 on. */
    public record Count(long frames, long firstFrame) {
        private static Count more(Count before, long frame) {
            return before == null
                    ? new Count(1, frame)
                    : new Count(before.frames + 1, before.firstFrame);
        }
    }

    /**
     * Packets of a session that reached their receiver, but not the capture.
     *
     * @param session 1-based
     */
    public record Hole(int session, String from, long packets) {}

    /**
     * What was found.
     *
     * @param sendable frames that will go out
     * @param durationNs from the first frame to the last
     * @param linkTypes of frames that are converted, by name
     * @param damage of the capture, or null
     */
    public record Report(
            long frames,
            long sendable,
            long bytes,
            long durationNs,
            Map<Obstacle, Count> obstacles,
            Map<Note, Count> notes,
            String linkTypes,
            List<Hole> holes,
            long openSessions,
            String damage) {}

    private static final int MAX_SESSIONS = 100_000;

    private final FrameRewriter rewriter;
    private final Dissector dissector;
    private final int mtu;
    private final Map<Obstacle, Count> obstacles = new EnumMap<>(Obstacle.class);
    private final Map<Note, Count> notes = new EnumMap<>(Note.class);
    private final List<String> linkTypes = new ArrayList<>();
    private long frames;
    private long sendable;
    private long bytes;
    private int firstInterface = -1;

    /**
     * @param rewriter that the frames will pass
     * @param mtu of the interface
     */
    public Preflight(FrameRewriter rewriter, Dissector dissector, int mtu) {
        this.rewriter = rewriter;
        this.dissector = dissector;
        this.mtu = mtu;
    }

    /** Reads the capture to its end. */
    public Report run(FrameCursor cursor) throws IOException {
        SessionTracker tracker = new SessionTracker(new SessionTracker.Options(MAX_SESSIONS));
        FrameView view = new FrameView();
        long last = Long.MIN_VALUE;
        while (cursor.next()) {
            RecordedFrames.dissect(cursor, dissector, view);
            tracker.onFrame(view);
            frames++;
            look(view, view.timeNs() < last);
            last = Math.max(last, view.timeNs());
        }
        TrackerResult result = tracker.finish();
        CaptureInfo info = cursor.captures().get(0);
        return new Report(
                frames,
                sendable,
                bytes,
                info.lastTimeNs() - info.firstTimeNs(),
                obstacles,
                notes,
                String.join(", ", linkTypes),
                holes(result),
                result.sessions().stream().filter(Preflight::begunBefore).count(),
                info.damage());
    }

    private void look(FrameView view, boolean early) {
        Obstacle obstacle = rewriter.prepare(view);
        if (obstacle == Obstacle.NONE && !WireReplay.fits(rewriter, mtu)) {
            obstacle = Obstacle.TOO_LONG;
        }
        if (obstacle != Obstacle.NONE) {
            long frame = view.number();
            obstacles.compute(obstacle, (key, count) -> Count.more(count, frame));
            return;
        }
        sendable++;
        bytes += rewriter.length();
        note(view, early);
    }

    private void note(FrameView view, boolean early) {
        if (EthernetFrame.converts(view)) {
            note(Note.CONVERTED, view);
            String name = LinkType.name(view.linkType());
            if (!linkTypes.contains(name)) {
                linkTypes.add(name);
            }
        }
        if (firstInterface < 0) {
            firstInterface = view.interfaceId();
        }
        if (view.interfaceId() != firstInterface) {
            note(Note.SECOND_INTERFACE, view);
        }
        if (view.icrc() == IcrcStatus.BAD && !rewriter.mends()) {
            note(Note.BAD_ICRC, view);
        }
        if (early) {
            note(Note.OUT_OF_ORDER, view);
        }
        if (view.kind() == Kind.PFC || view.kind() == Kind.PAUSE) {
            note(Note.PAUSES, view);
        }
        if (view.carrier().tunnels() > 0 && !rewriter.decapsulates()) {
            note(Note.TUNNELLED, view);
        }
    }

    private void note(Note note, FrameView view) {
        long frame = view.number();
        notes.compute(note, (key, count) -> Count.more(count, frame));
    }

    private static List<Hole> holes(TrackerResult result) {
        List<Hole> holes = new ArrayList<>();
        for (SessionSummary session : result.sessions()) {
            for (DirectionSummary each : session.directions()) {
                long packets = seenByPeerOnly(each.requests()) + seenByPeerOnly(each.responses());
                if (packets > 0) {
                    String from = session.peer(each.from()).address();
                    holes.add(new Hole(session.id(), from, packets));
                }
            }
        }
        return holes;
    }

    private static long seenByPeerOnly(PsnCounts counts) {
        Long packets = counts == null ? null : counts.lostByCapture();
        return packets == null ? 0 : packets;
    }

    /** Whether a session's set-up is not in the capture, so that no receiver will have made its QPs. */
    private static boolean begunBefore(SessionSummary session) {
        return session.cm() == null;
    }
}
