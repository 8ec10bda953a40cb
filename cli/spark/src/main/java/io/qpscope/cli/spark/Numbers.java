package io.qpscope.cli.spark;

import io.qpscope.cli.spark.GroupTracker.Count;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * From the numbers of a group to those of all: sessions by first frame and episodes in their order,
 * as if one tracker had seen all. Flows are numbered by session, two to each.
 */
final class Numbers implements Serializable {
    private static final long serialVersionUID = 1;

    /** A group's: by its own number, from 1; of flows 0 for those that no session has. */
    @SuppressWarnings("ArrayRecordComponent") // Of bulk data, and never compared.
    private record OfGroup(int[] sessions, int[] episodes, int[] flows) implements Serializable {}

    private record Session(long group, int index, long firstFrame, int episodes) {}

    private final Map<Long, OfGroup> groups = new HashMap<>();
    private final int count;

    /**
     * @param counts by group
     */
    Numbers(Map<Long, Count> counts) {
        List<Session> all = new ArrayList<>();
        counts.forEach((group, count) -> {
            int sessions = count.firstFrames().length;
            int episodes = 0;
            for (int i = 0; i < sessions; i++) {
                all.add(new Session(group, i, count.firstFrames()[i], count.episodes()[i]));
                episodes += count.episodes()[i];
            }
            groups.put(
                    group,
                    new OfGroup(
                            new int[sessions + 1],
                            new int[episodes + 1],
                            new int[count.sides().length]));
        });
        // Stable: sessions that begin with one frame are of one group, and in its order.
        all.sort(Comparator.comparingLong(Session::firstFrame)
                .thenComparingLong(Session::group)
                .thenComparingInt(Session::index));
        this.count = all.size();
        number(all, counts);
        counts.forEach((group, count) -> number(groups.get(group), count.sides()));
    }

    private void number(List<Session> all, Map<Long, Count> counts) {
        Map<Long, int[]> before = new HashMap<>();
        counts.forEach((group, count) -> before.put(group, before(count.episodes())));
        int episodes = 0;
        for (int i = 0; i < all.size(); i++) {
            Session session = all.get(i);
            OfGroup numbers = groups.get(session.group);
            numbers.sessions[session.index + 1] = i + 1;
            int own = before.get(session.group)[session.index];
            for (int each = 1; each <= session.episodes; each++) {
                numbers.episodes[own + each] = ++episodes;
            }
        }
    }

    private static int[] before(int[] episodes) {
        int[] before = new int[episodes.length];
        for (int i = 1; i < before.length; i++) {
            before[i] = before[i - 1] + episodes[i - 1];
        }
        return before;
    }

    private static void number(OfGroup numbers, int[] sides) {
        for (int flow = 0; flow < sides.length; flow++) {
            if (sides[flow] > 0) {
                int session = numbers.sessions[sides[flow] / 2];
                numbers.flows[flow] = 2 * session - 1 + sides[flow] % 2;
            }
        }
    }

    /** Of all groups. */
    int sessions() {
        return count;
    }

    int session(long group, int own) {
        return groups.get(group).sessions[own];
    }

    int episode(long group, int own) {
        return groups.get(group).episodes[own];
    }

    /** 0 where no session has the flow. */
    int flow(long group, int own) {
        int[] flows = groups.get(group).flows;
        return own < flows.length ? flows[own] : 0;
    }
}
