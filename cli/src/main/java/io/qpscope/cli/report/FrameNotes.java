package io.qpscope.cli.report;

import io.qpscope.capture.AnnotatedCopy;
import io.qpscope.finding.Finding;
import io.qpscope.session.Episode;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.TreeSet;

/**
 * What findings and episodes say of single frames, in words for Wireshark's comment column.
 * Findings come first, each with the frames it names; of an episode the frames where it begins, is NAKed, is
 * resent and ends.
 */
public final class FrameNotes implements AnnotatedCopy.Notes {
    private static final String MARK = "QPScope: ";

    /** Parts that a frame can have in an episode. */
    private static final int START = 1;

    private static final int NAK = 1 << 1;
    private static final int RESEND = 1 << 2;
    private static final int END = 1 << 3;

    /** A finding's, or an episode's and then with its session and the frame's parts. */
    private record Note(
            long frame, Finding finding, SessionSummary session, Episode episode, int parts) {
        String text() {
            return finding != null ? ofFinding(finding) : ofEpisode(this);
        }
    }

    /** Notes on frames that are numbered together, in their order. */
    private static final class Lane {
        final List<Note> notes = new ArrayList<>();
        int next;
    }

    private final List<Lane> lanes = new ArrayList<>();
    /** Null unless captures are taps, with frames of their own. */
    private final Analysis.Taps taps;

    /** Of all findings and episodes of an analysis. */
    public FrameNotes(Analysis analysis) {
        taps = analysis.taps();
        int captures = taps == null ? 1 : analysis.captures().size();
        for (int i = 0; i < captures; i++) {
            lanes.add(new Lane());
        }
        for (Finding finding : analysis.findings()) {
            for (long frame : new TreeSet<>(finding.frames())) {
                lane(finding.tap()).notes.add(new Note(frame, finding, null, null, 0));
            }
        }
        for (SessionSummary session : analysis.result().sessions()) {
            List<Note> notes = lane(taps == null ? 0 : taps.of(session.id())).notes;
            session.episodes().forEach(episode -> add(session, episode, notes));
        }
        // Stable: findings stay before episodes.
        lanes.forEach(lane -> lane.notes.sort(Comparator.comparingLong(Note::frame)));
    }

    private Lane lane(int tap) {
        return lanes.get(taps == null ? 0 : taps.capture(tap));
    }

    private static void add(SessionSummary session, Episode episode, List<Note> notes) {
        Long[] frames = {
            episode.startFrame(), episode.nakFrame(), episode.resendFrame(), episode.endFrame()
        };
        for (int i = 0; i < frames.length; i++) {
            if (frames[i] == null) {
                continue;
            }
            int parts = START << i;
            // One frame can be several: it gets one note, where it comes first.
            for (int other = 0; other < frames.length; other++) {
                parts |= frames[i].equals(frames[other]) ? START << other : 0;
            }
            if (Integer.numberOfTrailingZeros(parts) == i) {
                notes.add(new Note(frames[i], null, session, episode, parts));
            }
        }
    }

    @Override
    public List<String> on(int capture, long frame) {
        Lane lane = lanes.get(taps == null ? 0 : capture);
        List<Note> notes = lane.notes;
        while (lane.next < notes.size() && notes.get(lane.next).frame() < frame) {
            lane.next++;
        }
        if (lane.next == notes.size() || notes.get(lane.next).frame() != frame) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (int i = lane.next; i < notes.size() && notes.get(i).frame() == frame; i++) {
            texts.add(MARK + place(notes.get(i)) + notes.get(i).text());
        }
        return texts;
    }

    /** Of taps, the number that reports tell the frame by. */
    private String place(Note note) {
        if (taps == null) {
            return "";
        }
        int tap = note.finding() != null
                ? note.finding().tap()
                : taps.of(note.session().id());
        return "tap " + taps.name(tap) + " frame " + note.frame() + ": ";
    }

    private static String ofFinding(Finding finding) {
        String where = finding.session() == 0 ? "" : ", session " + finding.session();
        return finding.rule().id() + " (" + FindingList.name(finding.rule().severity()) + where
                + "): " + finding.message();
    }

    private static String ofEpisode(Note note) {
        Episode episode = note.episode();
        StringJoiner text = new StringJoiner("; ");
        if ((note.parts() & START) != 0) {
            text.add("begins here");
        }
        if ((note.parts() & NAK) != 0) {
            text.add(
                    episode.cause() == Episode.Cause.RNR
                            ? "the receiver is not ready for this PSN"
                            : "the receiver asks for this PSN again");
        }
        if ((note.parts() & RESEND) != 0) {
            text.add("the first of " + Units.count(episode.resentPackets(), "packet")
                    + " sent again");
        }
        if ((note.parts() & END) != 0) {
            text.add(episode.outcome() + " after " + Units.time(episode.lostNs()));
        }
        Peer from = note.session().peer(episode.from());
        String cause = episode.cause().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return "session " + note.session().id() + ", episode " + episode.id() + " (" + cause
                + ", PSN " + episode.psn() + " of " + from.address()
                + (from.qpn() == null ? "" : " QP " + from.qpn()) + "): " + text;
    }
}
