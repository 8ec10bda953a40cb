package io.qpscope.scenario;

import io.qpscope.endpoint.Verb;
import io.qpscope.scenario.WorkPlan.Item;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Compares the memory of a {@link CheckedWork} with a model that does the messages one behind the
 * other, each once (IBA vol 1, 9.5). What a message that did not succeed may have begun to change is
 * not compared, nor what a READ brought that a later message may have overtaken (9.5, table 79).
 */
final class MemoryCheck {
    private static final int GUARD = CheckedWork.GUARD;
    private static final int MOST_LINES = 4;

    private final List<Item> items;
    private final CheckedWork work;
    private final byte[] here;
    private final byte[] there;
    private final BitSet openHere = new BitSet();
    private final BitSet openThere = new BitSet();

    MemoryCheck(WorkPlan plan, CheckedWork work) {
        items = plan.items();
        this.work = work;
        here = work.hereBefore().clone();
        there = work.thereBefore().clone();
    }

    /**
     * @param good messages that succeeded, from the first on
     */
    void check(int good, List<String> found) {
        for (int i = 0; i < items.size(); i++) {
            if (i < good) {
                done(i);
            } else {
                begun(i);
            }
        }
        overtaken();
        compare("requester", work.here(), here, openHere, found);
        compare("responder", work.there(), there, openThere, found);
    }

    /** Looks at what lies outside both regions alone. */
    void guards(List<String> found) {
        openHere.set(GUARD, here.length - GUARD);
        openThere.set(GUARD, there.length - GUARD);
        compare("requester", work.here(), here, openHere, found);
        compare("responder", work.there(), there, openThere, found);
    }

    /** What the eight bytes hold that an atomic works on. */
    long original(int i) {
        Item item = items.get(i);
        return inside(item) ? its().getLong(GUARD + item.at()) : 0;
    }

    /** The next message is done. */
    void done(int i) {
        Item item = items.get(i);
        int mine = GUARD + work.place(i);
        int its = GUARD + item.at();
        if (!inside(item)) {
            return; // It should not have succeeded; its status tells.
        }
        switch (item.verb()) {
            case RDMA_READ -> System.arraycopy(there, its, here, mine, item.size());
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> atomic(i, mine, its);
            case FLUSH -> {
                // Changes nothing.
            }
            default -> System.arraycopy(here, mine, there, its, item.size());
        }
    }

    private void atomic(int i, int mine, int its) {
        long original = its().getLong(its);
        ByteBuffer.wrap(here).putLong(mine, original);
        if (items.get(i).verb() == Verb.ATOMIC_FETCH_AND_ADD) {
            its().putLong(its, original + work.compareAdd(i));
        } else if (original == work.compareAdd(i)) {
            its().putLong(its, work.swap(i));
        }
    }

    private ByteBuffer its() {
        return ByteBuffer.wrap(there).order(work.order());
    }

    private void begun(int i) {
        Item item = items.get(i);
        if (brings(item)) {
            openHere.set(GUARD + work.place(i), GUARD + work.place(i) + item.size());
        }
        int first = Math.max(0, item.at());
        int end = Math.min(there.length - 2 * GUARD, item.at() + item.extent());
        // Over iWARP each segment is looked at alone, so that those inside are placed.
        if (changes(item) && (inside(item) || work.streams()) && first < end) {
            openThere.set(GUARD + first, GUARD + end);
        }
    }

    /** A READ is executed again when a response is lost, after what was not fenced from it. */
    private void overtaken() {
        for (int i = 0; i < items.size(); i++) {
            Item read = items.get(i);
            if (read.verb() != Verb.RDMA_READ) {
                continue;
            }
            for (int k = i + 1; k < items.size() && !items.get(k).fence(); k++) {
                Item later = items.get(k);
                int from = Math.max(read.at(), later.at());
                int to = Math.min(read.at() + read.size(), later.at() + later.extent());
                if (changes(later) && from < to) {
                    int place = GUARD + work.place(i) - read.at();
                    openHere.set(place + from, place + to);
                }
            }
        }
    }

    private static boolean brings(Item item) {
        return item.verb() == Verb.RDMA_READ || item.verb().isAtomic();
    }

    private static boolean changes(Item item) {
        return item.verb() != Verb.RDMA_READ && item.verb() != Verb.FLUSH;
    }

    private boolean inside(Item item) {
        int room = there.length - 2 * GUARD;
        return item.at() >= 0 && item.at() + item.extent() <= room && item.size() <= room;
    }

    private static void compare(
            String whose, byte[] found, byte[] model, BitSet open, List<String> lines) {
        if (Arrays.equals(found, model)) {
            return;
        }
        int told = 0;
        for (int i = 0; i < model.length && told < MOST_LINES; i++) {
            if (found[i] == model[i] || open.get(i)) {
                continue;
            }
            int end = i;
            while (end < model.length && found[end] != model[end] && !open.get(end)) {
                end++;
            }
            boolean outside = i < GUARD || end > model.length - GUARD;
            lines.add(whose + "'s memory differs from byte " + (i - GUARD) + " to "
                    + (end - GUARD - 1) + (outside ? ", outside its region" : ""));
            told++;
            i = end;
        }
    }
}
