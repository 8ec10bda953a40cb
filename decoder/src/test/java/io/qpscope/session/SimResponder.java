package io.qpscope.session;

import io.qpscope.wire.Opcode;

/** The responder of a {@link Simulation} (IBA vol 1, 9.7.5.1): one expected PSN, one NAK. */
final class SimResponder {
    private static final int RNR_TIMER = 14;
    private static final long RNR_WAIT_NS = 1_300_000;

    /** What the responder will take next. */
    int expected;

    private final Simulation sim;
    private boolean nakSent;
    private boolean rnrSent;
    private long lineFreeNs;
    private boolean ackPending;

    SimResponder(Simulation sim) {
        this.sim = sim;
    }

    static int bytes(int responses) {
        return (responses - 1) * 256 + 64;
    }

    void receive(Simulation.Sent sent) {
        int psn = sent.psn();
        if (psn > expected) {
            boolean silent = rnrSent && !sim.dice.nakBehindRnr;
            if ((!nakSent || sim.dice.naksEach) && !silent) {
                nakSent = true;
                if (sim.dice.acknowledgesAhead) {
                    queue(sim.b.ack(sim.wire(psn)), () -> {});
                }
                nak(expected);
            }
        } else if (psn < expected) {
            sim.truth.duplicatesArrived++;
            again(sent);
        } else {
            inOrder(sent);
        }
    }

    private void inOrder(Simulation.Sent sent) {
        int opcode = sent.packet().opcode;
        boolean takesReceive = opcode == Opcode.SEND_ONLY || opcode == Opcode.SEND_FIRST;
        if (takesReceive && sim.dice.falls(sim.dice.notReady)) {
            rnrSent = true;
            nakSent = false;
            rnr(expected);
            return;
        }
        nakSent = false;
        rnrSent = false;
        expected += sent.count();
        if (sent.count() > 1 || (Opcode.traits(opcode) & Opcode.WANTS_RESPONSE) != 0) {
            // A response acknowledges what came before it.
            ackPending = false;
            respond(sent);
        } else if (sent.packet().ackReq) {
            acknowledge();
        }
    }

    private void again(Simulation.Sent sent) {
        if ((Opcode.traits(sent.packet().opcode) & Opcode.WANTS_RESPONSE) != 0) {
            respond(sent);
        } else {
            ack(expected - 1);
        }
    }

    private void respond(Simulation.Sent sent) {
        for (int i = 0; i < sent.count(); i++) {
            int psn = sent.psn() + i;
            Packet packet = sent.packet().opcode == Opcode.FETCH_ADD
                    ? sim.b.atomicAck(sim.wire(psn))
                    : sim.b.readResponse(sim.wire(psn), i, sent.count());
            if (sent.packet().opcode != Opcode.FETCH_ADD) {
                packet.bytes(i == sent.count() - 1 ? 64 : 256);
            }
            queue(packet, () -> sim.requester.onResponse(psn));
        }
    }

    private void acknowledge() {
        if (!sim.dice.coalesces) {
            ack(expected - 1);
        } else if (!ackPending) {
            ackPending = true;
            sim.in(3_000, () -> {
                if (ackPending) {
                    ackPending = false;
                    ack(expected - 1);
                }
            });
        }
    }

    private void ack(int psn) {
        queue(sim.b.ack(sim.wire(psn)), () -> sim.requester.onAck(psn));
    }

    private void nak(int psn) {
        Packet packet = sim.b.nak(sim.wire(psn));
        queue(packet, () -> sim.requester.onNak(psn));
    }

    private void rnr(int psn) {
        Packet packet = sim.b.rnr(sim.wire(psn), RNR_TIMER);
        queue(packet, () -> sim.requester.onRnr(psn, RNR_WAIT_NS));
    }

    /** Answers leave in order, one a slot. */
    private void queue(Packet packet, Runnable arrival) {
        lineFreeNs = Math.max(lineFreeNs, sim.nowNs) + sim.dice.answerSlotNs;
        sim.in(lineFreeNs - sim.nowNs, () -> sim.answer(packet, arrival));
    }
}
