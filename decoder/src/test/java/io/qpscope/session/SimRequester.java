package io.qpscope.session;

import io.qpscope.wire.Opcode;

import java.util.ArrayList;
import java.util.List;

/** The requester of a {@link Simulation}: a window, a timer, and going back (IBA vol 1, 9.7.5). */
final class SimRequester {
    private static final long SLOT_NS = 1_000;
    private static final long ADDRESS = 0x1_0000;
    private static final int KEY = 0x77;

    /** One message; a READ takes a PSN a response. */
    record Message(boolean asks, boolean send, boolean atomic, int psn, int count) {
        int end() {
            return psn + count;
        }
    }

    final List<Message> messages = new ArrayList<>();
    private final Simulation sim;
    private final int end;
    /** Next to send, first not acknowledged, first never sent. */
    private int pointer;

    private int unacknowledged;
    private int highest;
    private int gapSeenAt = -1;
    private long timerAt = Long.MAX_VALUE;
    private long waitUntil;
    private boolean sending;

    SimRequester(Simulation sim) {
        this.sim = sim;
        int psn = 0;
        for (int i = 0; i < sim.dice.messages; i++) {
            boolean asks = sim.dice.falls(sim.dice.reads);
            boolean atomic = asks && sim.dice.random.nextInt(3) == 0;
            int count = atomic ? 1 : 1 + sim.dice.random.nextInt(5);
            Message message = new Message(asks, sim.dice.random.nextBoolean(), atomic, psn, count);
            messages.add(message);
            psn += count;
            if (!asks) {
                sim.truth.requestBytes += (count - 1) * 256L + 64;
            } else if (!atomic) {
                sim.truth.responseBytes += SimResponder.bytes(count);
            }
        }
        end = psn;
        sim.truth.messages = messages.size();
        sim.truth.lastPsn = end - 1;
    }

    /** First PSN never sent. */
    int highest() {
        return highest;
    }

    boolean done() {
        return unacknowledged == end;
    }

    void begin() {
        pump();
    }

    private Message at(int psn) {
        int low = 0;
        int high = messages.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (messages.get(middle).psn <= psn) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return messages.get(low);
    }

    private void pump() {
        if (!sending) {
            sending = true;
            sim.in(SLOT_NS, this::slot);
        }
    }

    private void slot() {
        sending = false;
        if (done() || sim.nowNs < waitUntil || pointer >= end) {
            return;
        }
        if (pointer - unacknowledged >= sim.dice.window) {
            return;
        }
        Message message = at(pointer);
        int count = message.asks ? message.end() - pointer : 1;
        Packet packet = packet(message, pointer);
        boolean first = pointer >= highest;
        sim.request(new Simulation.Sent(packet, pointer, count, first));
        pointer += count;
        highest = Math.max(highest, pointer);
        if (timerAt == Long.MAX_VALUE) {
            arm();
        }
        pump();
    }

    private Packet packet(Message message, int psn) {
        int wire = sim.wire(psn);
        int place = psn - message.psn;
        if (message.atomic) {
            return sim.a.fetchAdd(wire);
        }
        if (message.asks) {
            int bytes = SimResponder.bytes(message.count - place);
            return sim.a.readRequest(wire, bytes).remote(ADDRESS + place * 256L, KEY, bytes);
        }
        boolean last = place == message.count - 1;
        int operation;
        if (message.count == 1) {
            operation = message.send ? Opcode.SEND_ONLY : Opcode.WRITE_ONLY;
        } else if (place == 0) {
            operation = message.send ? Opcode.SEND_FIRST : Opcode.WRITE_FIRST;
        } else if (last) {
            operation = message.send ? Opcode.SEND_LAST : Opcode.WRITE_LAST;
        } else {
            operation = message.send ? Opcode.SEND_MIDDLE : Opcode.WRITE_MIDDLE;
        }
        Packet packet = sim.a.request(operation, wire, last ? 64 : 256);
        boolean windowFull = pointer - unacknowledged == sim.dice.window - 1;
        packet.ackReq = last || windowFull;
        if (place == 0 && !message.send) {
            packet.remote(ADDRESS, KEY, SimResponder.bytes(message.count));
        }
        return packet;
    }

    // ---- the timer ----

    private void arm() {
        long at = sim.nowNs + sim.dice.timeoutNs;
        timerAt = at;
        sim.in(sim.dice.timeoutNs, () -> {
            if (timerAt == at && !done()) {
                onTimeout();
            }
        });
    }

    private void onTimeout() {
        timerAt = Long.MAX_VALUE;
        if (sim.nowNs < waitUntil) {
            return;
        }
        sim.truth.timeouts++;
        sim.note("   timeout");
        rewind(unacknowledged);
    }

    private void rewind(int psn) {
        pointer = psn;
        gapSeenAt = -1;
        arm();
        pump();
    }

    /** Everything before the PSN is acknowledged, unless a response before it is missing. */
    private boolean progress(int to) {
        int reached = unacknowledged;
        while (reached < to) {
            Message message = at(reached);
            if (message.asks) {
                break;
            }
            reached = Math.min(to, message.end());
        }
        if (reached > unacknowledged) {
            unacknowledged = reached;
            pointer = Math.max(pointer, reached);
            gapSeenAt = -1;
            timerAt = Long.MAX_VALUE;
            if (!done() && pointer > unacknowledged) {
                arm();
            }
            pump();
        }
        return reached >= to;
    }

    // ---- answers ----

    void onAck(int psn) {
        if (psn < unacknowledged) {
            return;
        }
        // Like rxe: only an acknowledgement of more than the unanswered READ is an implied NAK.
        if (!progress(psn + 1) && psn >= at(unacknowledged).end()) {
            impliedNak();
        }
    }

    private void impliedNak() {
        if (gapSeenAt == unacknowledged || sim.nowNs < waitUntil) {
            return;
        }
        sim.note("   implied NAK");
        rewind(unacknowledged);
        gapSeenAt = unacknowledged;
    }

    void onNak(int psn) {
        if (psn < unacknowledged || sim.nowNs < waitUntil) {
            return;
        }
        if (progress(psn)) {
            rewind(psn);
        } else {
            impliedNak();
        }
    }

    void onRnr(int psn, long waitNs) {
        if (psn < unacknowledged || sim.nowNs < waitUntil) {
            return;
        }
        if (!progress(psn)) {
            impliedNak();
            return;
        }
        timerAt = Long.MAX_VALUE;
        waitUntil = sim.nowNs + waitNs;
        sim.in(waitNs, () -> rewind(unacknowledged));
    }

    void onResponse(int psn) {
        if (psn < unacknowledged) {
            return;
        }
        if (!progress(psn)) {
            impliedNak();
            return;
        }
        Message message = at(psn);
        assert message.asks : "a response to " + message;
        unacknowledged = psn + 1;
        pointer = Math.max(pointer, unacknowledged);
        gapSeenAt = -1;
        timerAt = Long.MAX_VALUE;
        if (!done() && pointer > unacknowledged) {
            arm();
        }
        pump();
    }
}
