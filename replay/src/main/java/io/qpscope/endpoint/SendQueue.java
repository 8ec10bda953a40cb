package io.qpscope.endpoint;

/**
 * Posted work requests in order. Positions count up for ever:
 *
 * <pre>
 *  head      oldest that is not complete
 *  started   first that has never been sent
 *  tail      behind the newest
 * </pre>
 */
final class SendQueue {
    private final SendEntry[] ring;
    long head;
    long started;
    long tail;

    SendQueue(int capacity) {
        ring = new SendEntry[capacity];
        for (int i = 0; i < capacity; i++) {
            ring[i] = new SendEntry();
        }
    }

    SendEntry at(long position) {
        return ring[(int) (position % ring.length)];
    }

    boolean full() {
        return tail - head == ring.length;
    }

    void post(WorkRequest request) {
        at(tail).set(request);
        tail++;
    }

    void clear() {
        head = tail;
        started = tail;
    }
}
