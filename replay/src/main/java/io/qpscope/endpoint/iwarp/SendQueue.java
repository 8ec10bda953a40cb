package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.WorkRequest;

/**
 * Posted work requests in order. Positions count up for ever:
 *
 * <pre>
 *  head      oldest that is not done
 *  next      first not sent as a whole
 *  tail      behind the newest
 * </pre>
 *
 * SENDs and WRITEs are done when they are sent, so one that is at the head and before {@code next}
 * waits for its response: it is the oldest READ or atomic open.
 */
final class SendQueue {
    private final SendRequest[] ring;
    long head;
    long next;
    long tail;

    SendQueue(int capacity) {
        ring = new SendRequest[capacity];
        for (int i = 0; i < capacity; i++) {
            ring[i] = new SendRequest();
        }
    }

    SendRequest at(long position) {
        return ring[(int) (position % ring.length)];
    }

    boolean full() {
        return tail - head == ring.length;
    }

    boolean empty() {
        return head == tail;
    }

    void post(WorkRequest request) {
        at(tail).set(request);
        tail++;
    }

    /** The oldest that waits for a response, or null. */
    SendRequest oldestOpen() {
        return head < next ? at(head) : null;
    }
}
