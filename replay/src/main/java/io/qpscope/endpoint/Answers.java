package io.qpscope.endpoint;

import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import java.nio.ByteBuffer;

/**
 * What a {@link Responder} still has to say, in the order of the requests (IBA vol 1, 9.7.3): ACKs
 * that nothing stands between are one, and an ACK behind an unfinished READ waits for it.
 */
final class Answers {
    /** Syndrome of an ACK without end-to-end credits. */
    private static final int NO_CREDITS = 31;

    private static final int ACK = -1;

    private final QueuePair qp;
    private final int[] resources;
    private final int[] psns;
    private final int[] msns;
    private final int[] syndromes;
    private long head;
    private long tail;

    Answers(QueuePair qp, int capacity) {
        this.qp = qp;
        resources = new int[capacity];
        psns = new int[capacity];
        msns = new int[capacity];
        syndromes = new int[capacity];
    }

    void clear() {
        head = 0;
        tail = 0;
    }

    boolean any() {
        return head != tail;
    }

    /** Whether the next one is an ACK or NAK. */
    boolean isAcknowledging() {
        return any() && resources[slot(head)] == ACK;
    }

    /** Positive, for everything up to a PSN. */
    void acknowledge(int psn, int msn) {
        if (tail != head) {
            int newest = slot(tail - 1);
            if (resources[newest] == ACK && Aeth.type(syndromes[newest]) == Aeth.TYPE_ACK) {
                psns[newest] = psn;
                msns[newest] = msn;
                return;
            }
        }
        add(ACK, psn, msn, Aeth.TYPE_ACK);
    }

    /** With a whole syndrome: NAK or RNR NAK. */
    void refuse(int psn, int msn, int syndrome) {
        add(ACK, psn, msn, syndrome);
    }

    /** Of a resource, as its {@code from} and {@code to} say. */
    void respond(int resource) {
        add(resource, 0, 0, 0);
    }

    /**
     * Of a resource that is asked for again. Where its answer still waits, it keeps its place: those
     * to later requests must not come before it.
     */
    void respondAgain(int resource) {
        for (long at = head; at < tail; at++) {
            if (resources[slot(at)] == resource) {
                return;
            }
        }
        respond(resource);
    }

    /** Takes back the responses of a resource, which another request is to have. */
    void withdraw(int resource) {
        long kept = head;
        for (long at = head; at < tail; at++) {
            if (resources[slot(at)] != resource) {
                move(at, kept++);
            }
        }
        tail = kept;
    }

    private void move(long from, long to) {
        int a = slot(from);
        int b = slot(to);
        resources[b] = resources[a];
        psns[b] = psns[a];
        msns[b] = msns[a];
        syndromes[b] = syndromes[a];
    }

    /** A peer that floods is not answered any more; it asks again. */
    private void add(int resource, int psn, int msn, int syndrome) {
        if (tail - head == resources.length) {
            qp.counters.droppedUnexpected++;
            return;
        }
        int slot = slot(tail++);
        resources[slot] = resource;
        psns[slot] = psn;
        msns[slot] = msn;
        syndromes[slot] = syndrome;
    }

    private int slot(long position) {
        return (int) (position % resources.length);
    }

    /** Writes the next packet; false when all is said. */
    boolean transmit(ByteBuffer out) {
        if (head == tail) {
            return false;
        }
        int slot = slot(head);
        if (resources[slot] == ACK) {
            head++;
            int syndrome = syndromes[slot] == Aeth.TYPE_ACK ? credits() : syndromes[slot];
            begin(out, Opcode.ACKNOWLEDGE, psns[slot]);
            out.putInt(syndrome << 24 | msns[slot]);
            qp.writer.end();
            return true;
        }
        ResponderResource resource = qp.responder.resource(resources[slot]);
        write(out, resource);
        if (resource.finished()) {
            resource.answeredOnce = true;
            head++;
        }
        return true;
    }

    private void write(ByteBuffer out, ResponderResource resource) {
        int offset = resource.answered++;
        int psn = Psn.add(resource.psn, offset);
        int aeth = credits() << 24 | resource.msn;
        switch (resource.kind) {
            case READ -> read(out, resource, offset, psn, aeth);
            case ATOMIC -> {
                begin(out, Opcode.ATOMIC_ACKNOWLEDGE, psn);
                out.putInt(aeth).putLong(resource.original);
            }
            default -> {
                begin(out, Opcode.READ_RESPONSE_ONLY, psn);
                out.putInt(aeth);
            }
        }
        qp.writer.end();
    }

    private void read(ByteBuffer out, ResponderResource resource, int offset, int psn, int aeth) {
        boolean keepsPlace = qp.profile.has(Quirk.RESTART_KEEPS_PLACE);
        boolean first = offset == (keepsPlace ? 0 : resource.from);
        boolean last = offset == resource.to - 1;
        int opcode;
        if (first) {
            opcode = last ? Opcode.READ_RESPONSE_ONLY : Opcode.READ_RESPONSE_FIRST;
        } else {
            opcode = last ? Opcode.READ_RESPONSE_LAST : Opcode.READ_RESPONSE_MIDDLE;
        }
        begin(out, opcode, psn);
        if (first || last) {
            out.putInt(aeth);
        }
        long done = (long) offset * qp.attributes.pathMtu;
        int length = (int) Math.min(qp.attributes.pathMtu, resource.end - done);
        if (length > 0) {
            resource.region.get(resource.address + done, length, out);
        }
    }

    private void begin(ByteBuffer out, int opcode, int psn) {
        qp.begin(out).bth(opcode, qp.attributes.destQpNum, psn, false, false);
    }

    /** The largest code whose count is not above what the receive queue holds. */
    private int credits() {
        ReceiveQueue receives = qp.receives;
        if (receives.isShared() || qp.profile.has(Quirk.NO_CREDITS)) {
            return NO_CREDITS;
        }
        int code = 0;
        while (code < NO_CREDITS - 1 && Aeth.credits(code + 1) <= receives.size()) {
            code++;
        }
        return code;
    }
}
