package io.qpscope.recording;

import io.qpscope.capture.FrameCursor;
import io.qpscope.endpoint.service.ScriptStep;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Message;
import io.qpscope.session.Message.Result;
import io.qpscope.session.MessageListener;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.Verb;

import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads a capture twice: first the tracker tells messages and outcomes, then the packets that begin
 * and end messages tell keys, addresses and data that the tracker does not keep.
 */
public final class PartReader {
    /** Opens the capture from its beginning. */
    public interface Source {
        FrameCursor open() throws IOException;
    }

    private static final int MAX_SESSIONS = 100_000;
    /** Of all parts together; what is beyond makes its part not replayable. */
    private static final int MAX_MESSAGES = 1 << 20;

    private static final int MAX_PARTS = 256;
    private static final int MAX_DEPTH = 1024;
    private static final long MOST_BYTES = 64L << 20;
    private static final String ACCESS_ERROR = "REM_ACCESS_ERR";

    /** Whose a flow's messages are. */
    private record Owner(int session, Side from) {}

    private final Source source;
    private final Dissector dissector;
    private final Int2ObjectHashMap<List<VerbDraft>> drafts = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<Owner> owners = new Int2ObjectHashMap<>();
    private int messages;
    private long startNs = Long.MAX_VALUE;
    private String damage;

    public PartReader(Source source, int rocePort) {
        this.source = source;
        // Corrupt packets are no part of any message.
        dissector = new Dissector(rocePort, true);
    }

    /** At which byte the capture is wrong, or null. */
    public String damage() {
        return damage;
    }

    /** One for each direction with requests, of every session, in the order of sessions. */
    public List<RecordedPart> read() throws IOException {
        TrackerResult result = track();
        readPackets(result);
        List<RecordedPart> parts = new ArrayList<>();
        for (SessionSummary session : result.sessions()) {
            for (Side side : Side.values()) {
                DirectionSummary from = session.direction(side);
                if (from.messages().stream().mapToLong(Long::longValue).sum() > 0) {
                    parts.add(part(session, from, parts.size()));
                }
            }
        }
        return parts;
    }

    private TrackerResult track() throws IOException {
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
        return tracker.finish();
    }

    private final class Listener implements MessageListener {
        @Override
        public void onMessage(Message message) {
            if (messages < MAX_MESSAGES) {
                messages++;
                drafts.computeIfAbsent(message.flow(), flow -> new ArrayList<>())
                        .add(new VerbDraft(message));
            }
        }

        @Override
        public void onFlow(int flow, int session, Side from) {
            owners.put(flow, new Owner(session, from));
        }
    }

    private void readPackets(TrackerResult result) throws IOException {
        MessagePackets packets = new MessagePackets();
        owners.forEach((flow, owner) -> {
            SessionSummary.Peer to =
                    result.sessions().get(owner.session - 1).peer(owner.from.other());
            for (VerbDraft draft : drafts.getOrDefault(flow, List.of())) {
                startNs = Math.min(startNs, draft.message.firstTimeNs());
                packets.want(draft, to);
            }
        });
        FrameView view = new FrameView();
        try (FrameCursor cursor = source.open()) {
            while (cursor.next()) {
                RecordedFrames.dissect(cursor, dissector, view);
                packets.look(view);
            }
        }
    }

    private RecordedPart part(SessionSummary session, DirectionSummary from, int before) {
        List<VerbDraft> mine = new ArrayList<>();
        owners.forEach((flow, owner) -> {
            boolean own = owner.session == session.id() && owner.from == from.from();
            if (own && session.service() != Service.RDMAP) {
                mine.addAll(drafts.getOrDefault(flow, List.of()));
            }
        });
        String refusal = refusal(session, from, mine, before);
        long completed = 0;
        long bytes = 0;
        long open = 0;
        for (VerbDraft draft : mine) {
            boolean whole = draft.message.result() == Result.COMPLETED;
            completed += whole ? 1 : 0;
            bytes += whole ? Math.max(0, draft.length()) : 0;
            open += draft.message.result() == Result.OPEN ? 1 : 0;
        }
        PeerMemory memory = new PeerMemory();
        List<ScriptStep> steps = refusal != null ? List.of() : steps(mine, memory, from);
        return new RecordedPart(
                session,
                from,
                steps,
                refusal != null ? 0 : depth(mine),
                memory.span(),
                completed,
                bytes,
                open,
                changes(mine),
                refusal);
    }

    private static String refusal(
            SessionSummary session, DirectionSummary from, List<VerbDraft> mine, int before) {
        if (session.service() != Service.RC) {
            return "service " + session.service() + ": only RC says what became of its messages";
        }
        long counted = from.messages().stream().mapToLong(Long::longValue).sum();
        if (before >= MAX_PARTS) {
            return "more than " + MAX_PARTS + " requesters";
        }
        if (mine.isEmpty() || mine.size() < counted) {
            return "the capture shows " + counted + " messages, and " + mine.size()
                    + " of them whole enough to be sent again";
        }
        for (VerbDraft draft : mine) {
            Message message = draft.message;
            String where = message.verb() + " of frame " + message.firstFrame() + ": ";
            if (message.result() == Result.CUT) {
                return where + "too many messages were under way to follow it";
            }
            if (!draft.readable()) {
                return where + "packets of it are missing in the capture, so that its size is not"
                        + " known";
            }
            if (draft.length() > MOST_BYTES) {
                return where + draft.length() + " bytes, at most " + MOST_BYTES;
            }
        }
        return null;
    }

    private List<ScriptStep> steps(List<VerbDraft> mine, PeerMemory memory, DirectionSummary from) {
        boolean denied = from.outcome().status().equals(ACCESS_ERROR);
        for (VerbDraft draft : mine) {
            if (draft.hasMemory && !isDenied(draft, denied)) {
                memory.touch(draft.rkey, draft.va, draft.length());
            }
        }
        memory.lay();
        List<ScriptStep> steps = new ArrayList<>(mine.size());
        int after = 0;
        long at = 0;
        for (VerbDraft draft : mine) {
            Message message = draft.message;
            while (after < steps.size() && isDone(mine.get(after), message.firstTimeNs())) {
                after++;
            }
            at = Math.max(at, message.firstTimeNs() - startNs);
            boolean wrong = isDenied(draft, denied);
            long place = draft.hasMemory && !wrong ? memory.place(draft.rkey, draft.va) : 0;
            steps.add(draft.step(place, at, after, wrong));
        }
        return steps;
    }

    /** What the recorded peer had no such memory for, this one shall not have it for either. */
    private static boolean isDenied(VerbDraft draft, boolean denied) {
        return denied && draft.hasMemory && draft.message.result() == Result.REFUSED;
    }

    private static boolean isDone(VerbDraft draft, long timeNs) {
        Long done = draft.message.doneTimeNs();
        return done != null && done <= timeNs;
    }

    /** Most messages that were sent and not answered at a time. */
    private static int depth(List<VerbDraft> mine) {
        int most = 1;
        int after = 0;
        for (int i = 0; i < mine.size(); i++) {
            long now = mine.get(i).message.firstTimeNs();
            while (after < i && isDone(mine.get(after), now)) {
                after++;
            }
            most = Math.max(most, i - after + 1);
        }
        return Math.min(most, MAX_DEPTH);
    }

    private static List<String> changes(List<VerbDraft> mine) {
        Set<String> changes = new LinkedHashSet<>();
        for (VerbDraft draft : mine) {
            if (draft.message.verb() == Verb.SEND_INV) {
                changes.add("SEND_INV is sent as SEND: the peer has one key for all");
            }
        }
        return List.copyOf(changes);
    }
}
