package io.qpscope.session;

import io.qpscope.frame.FrameView;

import java.util.ArrayList;
import java.util.List;

/** Recovery stories of one requester; at most one is open at a time. Bounded. */
final class EpisodeLog {
    static final int MAX_EPISODES = 4096;
    /** Of one story, and its place in the list. */
    private static final int STORY_BYTES = 96;

    private final List<Open> closed = new ArrayList<>(0);
    private Open open;
    private Episode.Cause last = Episode.Cause.LOSS_UNDECIDED;
    private long dropped;
    private final FlowMemory memory;

    EpisodeLog(FlowMemory memory) {
        this.memory = memory;
    }

    /** One story while it is told. */
    static final class Open {
        Episode.Cause cause;
        int psn;
        long startFrame;
        long startNs;
        long nakFrame;
        long resendFrame;
        long endFrame;
        long endNs;
        long resent;
        int rounds;
        String outcome = "open";
    }

    Open current() {
        return open;
    }

    boolean isOpen() {
        return open != null;
    }

    /**
     * Begins a story, or goes on with the open one when it is about the same PSN.
     *
     * @param frame where it began, at most now
     */
    Open begin(Episode.Cause cause, int psn, long frame, long timeNs, FrameView now) {
        if (open != null && open.psn == psn) {
            return open;
        }
        if (open != null) {
            end("recovered", now.number(), now.timeNs());
        }
        open = new Open();
        open.cause = cause;
        open.psn = psn;
        open.startFrame = frame;
        open.startNs = timeNs;
        return open;
    }

    void end(String outcome, long frame, long timeNs) {
        if (open == null) {
            return;
        }
        last = open.cause;
        open.outcome = outcome;
        open.endFrame = frame;
        open.endNs = timeNs;
        if (closed.size() < MAX_EPISODES && memory.take(STORY_BYTES)) {
            closed.add(open);
        } else {
            dropped++;
        }
        open = null;
    }

    /** What a packet that the receiver dropped behind a gap suffers from. */
    Episode.Cause lastCause() {
        return last;
    }

    long dropped() {
        return dropped;
    }

    /** All of them, numbered later; an open one lasts to the session's end. */
    List<Episode> report(Side from, String openOutcome, long endNs) {
        List<Episode> all = new ArrayList<>(closed.size() + 1);
        for (Open story : closed) {
            all.add(episode(story, from, story.outcome, story.endFrame, story.endNs));
        }
        if (open != null) {
            all.add(episode(open, from, openOutcome, 0, endNs));
        }
        return all;
    }

    private static Episode episode(Open story, Side from, String outcome, long end, long endNs) {
        return new Episode(
                0,
                from,
                story.cause,
                story.psn,
                story.startFrame,
                orNull(story.nakFrame),
                orNull(story.resendFrame),
                orNull(end),
                story.resent,
                Math.max(0, endNs - story.startNs),
                outcome);
    }

    private static Long orNull(long frame) {
        return frame == 0 ? null : (Long) frame;
    }
}
