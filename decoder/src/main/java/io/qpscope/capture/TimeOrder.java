package io.qpscope.capture;

import java.util.Arrays;

/**
 * Puts the records of several interfaces into order of time: capture programs write a block of one
 * interface's packets, then a block of another's. Holds places in the file, not bytes, of at most
 * {@link #CAPACITY} records; a record later than that keeps the place it had.
 */
final class TimeOrder {
    /** What a few capture buffers hold. */
    static final int CAPACITY = 1 << 15;

    private static final int INITIAL = 256;

    private long[] times = new long[INITIAL];
    private long[] numbers = new long[INITIAL];
    private long[] places = new long[INITIAL];
    private long[] data = new long[INITIAL];
    private int[] captured = new int[INITIAL];
    private int[] originals = new int[INITIAL];
    private int[] fcs = new int[INITIAL];
    private int[] interfaces = new int[INITIAL];
    private int[] linkTypes = new int[INITIAL];
    private int[] sections = new int[INITIAL];
    private boolean[] timed = new boolean[INITIAL];

    /** Slots as a binary heap, the earliest on top; behind {@link #size} lie the free ones. */
    private int[] heap = new int[INITIAL];

    private int size;

    TimeOrder() {
        free(0);
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /**
     * Slot for a record, to be described by the setters. Sections keep their order.
     *
     * @param timed false when the time is that of the record before
     */
    int add(int section, long timeNs, boolean timed, long number) {
        if (size == heap.length) {
            grow();
        }
        int slot = heap[size];
        times[slot] = timeNs;
        numbers[slot] = number;
        sections[slot] = section;
        this.timed[slot] = timed;
        int at = size++;
        while (at > 0 && isBefore(heap[at], heap[(at - 1) / 2])) {
            swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
        return slot;
    }

    /**
     * @param place of the record in the file
     * @param data of its packet's first byte in the file
     */
    void place(int slot, long place, long data, int interfaceId, int linkType) {
        places[slot] = place;
        this.data[slot] = data;
        interfaces[slot] = interfaceId;
        linkTypes[slot] = linkType;
    }

    void lengths(int slot, int captured, int original, int fcs) {
        this.captured[slot] = captured;
        originals[slot] = original;
        this.fcs[slot] = fcs;
    }

    /** Takes out the earliest record; its slot is good until the next {@link #add}. */
    int remove() {
        int earliest = heap[0];
        siftDown();
        return earliest;
    }

    long timeNs(int slot) {
        return times[slot];
    }

    boolean timed(int slot) {
        return timed[slot];
    }

    /** Of the record in the file, from 1. */
    long number(int slot) {
        return numbers[slot];
    }

    long place(int slot) {
        return places[slot];
    }

    long data(int slot) {
        return data[slot];
    }

    int interfaceId(int slot) {
        return interfaces[slot];
    }

    int linkType(int slot) {
        return linkTypes[slot];
    }

    int captured(int slot) {
        return captured[slot];
    }

    int original(int slot) {
        return originals[slot];
    }

    int fcs(int slot) {
        return fcs[slot];
    }

    private void siftDown() {
        swap(0, --size);
        int at = 0;
        while (true) {
            int least = at;
            for (int child = 2 * at + 1; child <= 2 * at + 2 && child < size; child++) {
                if (isBefore(heap[child], heap[least])) {
                    least = child;
                }
            }
            if (least == at) {
                return;
            }
            swap(at, least);
            at = least;
        }
    }

    private boolean isBefore(int one, int other) {
        if (sections[one] != sections[other]) {
            return sections[one] < sections[other];
        }
        return times[one] < times[other]
                || (times[one] == times[other] && numbers[one] < numbers[other]);
    }

    private void swap(int one, int other) {
        int slot = heap[one];
        heap[one] = heap[other];
        heap[other] = slot;
    }

    private void grow() {
        int old = heap.length;
        times = Arrays.copyOf(times, 2 * old);
        numbers = Arrays.copyOf(numbers, 2 * old);
        places = Arrays.copyOf(places, 2 * old);
        data = Arrays.copyOf(data, 2 * old);
        captured = Arrays.copyOf(captured, 2 * old);
        originals = Arrays.copyOf(originals, 2 * old);
        fcs = Arrays.copyOf(fcs, 2 * old);
        interfaces = Arrays.copyOf(interfaces, 2 * old);
        sections = Arrays.copyOf(sections, 2 * old);
        timed = Arrays.copyOf(timed, 2 * old);
        linkTypes = Arrays.copyOf(linkTypes, 2 * old);
        heap = Arrays.copyOf(heap, 2 * old);
        free(old);
    }

    private void free(int from) {
        for (int i = from; i < heap.length; i++) {
            heap[i] = i;
        }
    }
}
