package io.qpscope.cli.spark;

import io.qpscope.cli.report.parquet.Rows.DirectionRow;
import io.qpscope.cli.report.parquet.Rows.EpisodeRow;
import io.qpscope.cli.report.parquet.Rows.FindingRow;
import io.qpscope.cli.report.parquet.Rows.MessageRow;
import io.qpscope.cli.spark.Told.Sort;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.frame.FrameView;
import io.qpscope.session.Message;
import io.qpscope.session.MessageListener;
import io.qpscope.session.Observation;
import io.qpscope.session.PauseSummary;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** One group's tracker, and what it tells. */
final class GroupTracker implements MessageListener {
    /**
     * How a group counts.
     *
     * @param firstFrames of its sessions, which they are numbered by
     * @param episodes of each session
     * @param sides by flow: {@code 2 * session + side}, sessions from 1; 0 for none
     */
    @SuppressWarnings("ArrayRecordComponent") // Of bulk data, and never compared.
    record Count(long[] firstFrames, int[] episodes, int[] sides) {}

    private final long group;
    private final SessionTracker tracker;
    private final Deque<Told> told;
    private int[] sides = new int[4];

    GroupTracker(long group, SessionTracker tracker, Deque<Told> told) {
        this.group = group;
        this.tracker = tracker;
        this.told = told;
        tracker.listen(this);
    }

    long group() {
        return group;
    }

    void onFrame(FrameView view) {
        tracker.onFrame(view);
    }

    void corruptElsewhere(long frame) {
        tracker.corruptElsewhere(frame);
    }

    @Override
    public void onMessage(Message message) {
        tell(Sort.MESSAGE, MessageRow.of(message, message.flow()));
    }

    @Override
    public void onFlow(int flow, int session, Side from) {
        if (flow >= sides.length) {
            sides = Arrays.copyOf(sides, Math.max(2 * sides.length, flow + 1));
        }
        sides[flow] = 2 * session + from.ordinal();
    }

    /**
     * Call once, after the last frame.
     *
     * @param endNs when the captures end
     */
    void finish(long endNs) {
        tracker.until(endNs);
        TrackerResult result = tracker.finish();
        List<SessionSummary> sessions = result.sessions();
        long[] firstFrames = new long[sessions.size()];
        int[] episodes = new int[sessions.size()];
        Integer[] flows = flows(sessions.size());
        for (int i = 0; i < firstFrames.length; i++) {
            SessionSummary session = sessions.get(i);
            firstFrames[i] = session.firstFrame();
            episodes[i] = session.episodes().size();
            for (Side from : Side.values()) {
                Integer flow = flows[2 * session.id() + from.ordinal()];
                tell(Sort.DIRECTION, DirectionRow.of(session, from, flow, null));
            }
            session.episodes().forEach(each -> tell(Sort.EPISODE, EpisodeRow.of(session, each)));
        }
        tell(Sort.COUNT, new Count(firstFrames, episodes, sides));
        for (Finding finding : Rules.judge(result)) {
            if (finding.session() != 0) {
                tell(Sort.FINDING, FindingRow.of(finding, null));
            }
        }
        whole(result);
    }

    /** Flow by {@code 2 * session + side}; null for none. */
    private Integer[] flows(int sessions) {
        Integer[] flows = new Integer[2 * sessions + 2];
        for (int flow = 0; flow < sides.length; flow++) {
            if (sides[flow] > 0) {
                flows[sides[flow]] = flow;
            }
        }
        return flows;
    }

    /** What concerns no session is judged when that of all groups is together. */
    private void whole(TrackerResult result) {
        long known = 0;
        for (Observation seen : result.observations()) {
            if (seen.kind() == Observation.Kind.BAD_ICRC && seen.session() != 0) {
                known += seen.count();
            }
        }
        for (Observation seen : result.observations()) {
            if (seen.session() == 0) {
                boolean corrupt = seen.kind() == Observation.Kind.BAD_ICRC;
                tell(Sort.OBSERVATION, corrupt ? less(seen, known) : seen);
            }
        }
        for (PauseSummary pause : result.pauses()) {
            tell(Sort.PAUSE, pause);
        }
    }

    private static Observation less(Observation seen, long known) {
        return new Observation(
                seen.kind(),
                seen.session(),
                seen.from(),
                seen.frames(),
                seen.count() - known,
                seen.value(),
                seen.text());
    }

    private void tell(Sort sort, Record row) {
        told.add(new Told(sort, group, Columns.values(row)));
    }
}
