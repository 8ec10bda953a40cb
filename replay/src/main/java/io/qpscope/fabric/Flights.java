package io.qpscope.fabric;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Packets under way, the next to arrive first; equal times in the order they were sent. */
final class Flights {
    /** One packet. */
    static final class Flight {
        final ByteBuffer bytes;
        boolean fromA;
        long arrival;
        long number;

        private Flight(int most) {
            bytes = ByteBuffer.allocate(most);
        }

        private boolean before(Flight other) {
            return arrival != other.arrival ? arrival < other.arrival : number < other.number;
        }
    }

    private final int most;
    private Flight[] heap = new Flight[64];
    private int size;
    private Flight[] spare = new Flight[64];
    private int spares;
    private long numbers;

    Flights(int most) {
        this.most = most;
    }

    int size() {
        return size;
    }

    /** Of the first to arrive; {@link Long#MAX_VALUE} with none. */
    long next() {
        return size == 0 ? Long.MAX_VALUE : heap[0].arrival;
    }

    /** Empty, to be filled and given to {@link #add} or back to {@link #release}. */
    Flight take() {
        Flight flight = spares == 0 ? new Flight(most) : spare[--spares];
        flight.bytes.clear();
        return flight;
    }

    void release(Flight flight) {
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = flight;
    }

    void add(Flight flight) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        flight.number = numbers++;
        int at = size++;
        while (at > 0 && flight.before(heap[(at - 1) / 2])) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = flight;
    }

    Flight remove() {
        Flight first = heap[0];
        Flight last = heap[--size];
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && heap[child + 1].before(heap[child])) {
                child++;
            }
            if (!heap[child].before(last)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
            child = 2 * at + 1;
        }
        heap[at] = last;
        return first;
    }
}
