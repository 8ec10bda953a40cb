package io.qpscope.recording;

import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.session.Episode;
import io.qpscope.session.Message;
import io.qpscope.session.MessageListener;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.IpAddress;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the episodes of a capture, each with the message it was about. Reads it once for all of
 * them, and again for the numbers of one.
 */
public final class EpisodeReader {
    private static final int MAX_SESSIONS = 100_000;
    private static final int MAX_MESSAGES = 1 << 20;

    private record Owner(int session, Side from) {}

    private final PartReader.Source source;
    private final Dissector dissector;
    private final List<Message> messages = new ArrayList<>();
    private final Int2ObjectHashMap<Owner> owners = new Int2ObjectHashMap<>();
    private TrackerResult result;
    private String damage;

    public EpisodeReader(PartReader.Source source, int rocePort) {
        this.source = source;
        dissector = new Dissector(rocePort, true);
    }

    /** Sessions, with their episodes. */
    public List<SessionSummary> read() throws IOException {
        SessionTracker tracker = new SessionTracker(new SessionTracker.Options(MAX_SESSIONS));
        tracker.listen(new Listener());
        FrameView view = new FrameView();
        try (FrameCursor cursor = source.open()) {
            while (cursor.next()) {
                RecordedFrames.dissect(cursor, dissector, view);
                tracker.onFrame(view);
            }
            damage = cursor.captures().get(0).damage();
        }
        result = tracker.finish();
        return result.sessions();
    }

    /** At which byte the capture is wrong, or null. */
    public String damage() {
        return damage;
    }

    private final class Listener implements MessageListener {
        @Override
        public void onMessage(Message message) {
            if (messages.size() < MAX_MESSAGES) {
                messages.add(message);
            }
        }

        @Override
        public void onFlow(int flow, int session, Side from) {
            owners.put(flow, new Owner(session, from));
        }
    }

    /** All of one of them; after {@link #read}. */
    public RecordedEpisode episode(SessionSummary session, Episode episode) throws IOException {
        int naks = 0;
        int timer = 0;
        if (episode.cause() == Episode.Cause.RNR) {
            FrameView view = new FrameView();
            Aeth aeth = new Aeth();
            SessionSummary.Peer requester = session.peer(episode.from());
            try (FrameCursor cursor = source.open()) {
                while (cursor.next() && !isOver(cursor, episode)) {
                    RecordedFrames.dissect(cursor, dissector, view);
                    if (view.number() >= episode.startFrame()
                            && isRnrNak(view, requester, episode.psn(), aeth)) {
                        timer = naks++ == 0 ? aeth.value() : timer;
                    }
                }
            }
        }
        return new RecordedEpisode(
                session,
                session.direction(episode.from()),
                episode,
                message(session, episode),
                naks,
                timer);
    }

    private static boolean isOver(FrameCursor cursor, Episode episode) {
        return episode.endFrame() != null && cursor.number() > episode.endFrame();
    }

    private static boolean isRnrNak(
            FrameView view, SessionSummary.Peer requester, int psn, Aeth aeth) {
        return view.kind().hasTransport()
                && view.icrc() != IcrcStatus.BAD
                && view.opcode() == Opcode.ACKNOWLEDGE
                && view.psn() == psn
                && requester.qpn() != null
                && requester.qpn() == view.destQp()
                && aeth.wrap(view.buffer(), view.extendedOffset()).isRnrNak()
                && requester
                        .address()
                        .equals(IpAddress.text(view.destinationHigh(), view.destinationLow()));
    }

    /** The one that holds the PSN; of several lives of a PSN the one nearest in time. */
    private Message message(SessionSummary session, Episode episode) {
        Message found = null;
        for (Message each : messages) {
            Owner owner = owners.get(each.flow());
            boolean mine =
                    owner != null && owner.session == session.id() && owner.from == episode.from();
            if (mine && holds(each, episode.psn()) && isNearer(each, found, episode)) {
                found = each;
            }
        }
        return found;
    }

    private static boolean holds(Message message, int psn) {
        Integer first = message.firstPsn();
        Integer last = message.lastPsn();
        if (first == null) {
            return last != null && last == psn;
        }
        return Psn.diff(psn, first) >= 0 && (last == null || Psn.diff(last, psn) >= 0);
    }

    private static boolean isNearer(Message one, Message other, Episode episode) {
        return other == null
                || Math.abs(one.firstFrame() - episode.startFrame())
                        < Math.abs(other.firstFrame() - episode.startFrame());
    }
}
