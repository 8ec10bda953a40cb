package io.qpscope.scenario;

import io.qpscope.endpoint.Verb;

import java.util.List;

/**
 * Messages of a flow one by one, whose memory is compared afterwards with what the same messages make
 * of it when they are done in order.
 *
 * @param items in the order in which they are posted
 * @param memory bytes of the responder's region, all rights granted
 */
public record WorkPlan(List<Item> items, int memory) {
    /** Bytes that a message may lie outside the region, either way. */
    static final int MOST_OUTSIDE = 4096;

    static final int MOST_ITEMS = 1000;
    static final int MOST_MEMORY = 1 << 24;
    private static final int ALIGNMENT = 64;

    /** What an item names memory by. */
    public enum Rkey {
        RIGHT,
        /** No region has it. */
        WRONG,
        /** The region's own, without the right to do what the message asks for. */
        UNFIT
    }

    /**
     * One message.
     *
     * @param size bytes
     * @param at where it works in the responder's memory; of a SEND, where its receive lies. May be
     *     outside the region, but for a SEND
     * @param room bytes of the receive that is posted for it; of no meaning where none is
     * @param fence waits for the READs and atomics before it
     */
    public record Item(Verb verb, int size, int at, int room, Rkey key, boolean fence) {
        /** Bytes of the responder's memory that it may touch. */
        int extent() {
            return verb.isSend() ? room : size;
        }

        /** Where the next message's own place begins. */
        int next() {
            return (Math.max(at, 0) + Math.max(extent(), 8) + ALIGNMENT - 1)
                    / ALIGNMENT
                    * ALIGNMENT;
        }
    }

    /** Takes a copy. */
    public WorkPlan {
        items = List.copyOf(items);
    }

    /** Of the longest message. */
    int longest() {
        return items.stream().mapToInt(Item::size).max().orElse(0);
    }

    /** Of the first messages together. */
    long bytes(long count) {
        return items.stream().limit(count).mapToLong(Item::size).sum();
    }

    /** Messages that use a receive up. */
    int receives() {
        return (int)
                items.stream().filter(each -> each.verb().consumesReceive()).count();
    }
}
