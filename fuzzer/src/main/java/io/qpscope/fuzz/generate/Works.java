package io.qpscope.fuzz.generate;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Flow;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.StreamPlan;
import io.qpscope.scenario.WorkPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.util.ArrayList;
import java.util.List;

/** Puts flows together: each message gets a place of its own unless it is told another. */
final class Works {
    static final int WORD = 8;
    private static final int ALIGNMENT = 64;

    private final List<Item> items = new ArrayList<>();
    private int free;

    /** One more message at a place of its own. */
    Works add(Verb verb, int size) {
        return at(free, verb, size, false);
    }

    /** The same, behind the READs and atomics before it. */
    Works fenced(Verb verb, int size) {
        return at(free, verb, size, true);
    }

    Works at(int at, Verb verb, int size, boolean fence) {
        return add(new Item(verb, isWord(verb) ? WORD : size, at, size, Rkey.RIGHT, fence));
    }

    Works add(Item item) {
        items.add(item);
        int end = Math.max(item.at() + Math.max(item.size(), WORD), item.at() + item.room());
        free = Math.max(free, (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        return this;
    }

    /** Where the next place of its own begins. */
    int free() {
        return free;
    }

    List<Item> items() {
        return items;
    }

    Flow flow(boolean forth, Qp qp, Receives receives) {
        return new Flow(forth, qp, receives, new WorkPlan(items, Math.max(WORD, free)));
    }

    /** Over iWARP. */
    Flow flow(boolean forth, Receives receives, StreamPlan plan) {
        return Flow.of(forth, receives, new WorkPlan(items, Math.max(WORD, free)), plan);
    }

    static boolean isWord(Verb verb) {
        return verb.isAtomic() || verb == Verb.ATOMIC_WRITE;
    }
}
