package io.qpscope.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A requester and a responder that go back N, with a tap between them, and what really happened.
 *
 * <pre>
 *     requester --(before)-- tap --(behind)-- responder
 * </pre>
 *
 * Each of the four ways between an end and the tap may lose and delay packets. PSNs inside are
 * relative to the start PSN and never wrap; on the wire they do.
 */
final class Simulation {
    private static final long WAY_NS = 5_000;
    private static final long MAX_NS = 3_600_000_000_000L;

    private record Event(long timeNs, long order, Runnable action) {}

    final Dice dice;
    final Truth truth = new Truth();
    final Host a = new Host("a", 1, 0x11);
    final Host b = new Host("b", 2, 0x22);
    final Tap tap = new Tap(SessionTracker.Options.DEFAULT);
    final List<String> trace = new ArrayList<>();
    final SimRequester requester;
    final SimResponder responder;
    final int startPsn;
    /** What a misbehaving end does to a packet before it sends it. */
    Consumer<Sent> onRequest = sent -> {};

    Consumer<Packet> onAnswer = packet -> {};
    long nowNs;
    private long order;
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.comparingLong(Event::timeNs).thenComparingLong(Event::order));

    /** What may go wrong, each as a share of packets. */
    static final class Dice {
        final Random random;
        double requestLostBefore;
        double requestLostBehind;
        double answerLostBefore;
        double answerLostBehind;
        double requestLateBefore;
        double requestLateBehind;
        double requestTwice;
        double notReady;
        /** After an RNR NAK the packets that follow draw a sequence NAK, as rxe's do. */
        boolean nakBehindRnr;
        /** A NAK for each packet behind a gap, as no responder may send. */
        boolean naksEach;
        /** Acknowledges what it can't take, as no responder may. */
        boolean acknowledgesAhead;
        /** From one answer to the next. */
        long answerSlotNs = 1_000;
        /** Set up by RDMA-CM with so many READs at once; 0 for another way. */
        int readDepth;
        /** One acknowledgement for several requests. */
        boolean coalesces;
        /** Share of READs and ATOMICs among the messages. */
        double reads;

        int window = 16;
        int messages = 30;
        long timeoutNs = 67_108_864;
        boolean ipIdsRise = true;
        boolean announced;

        Dice(long seed) {
            random = new Random(seed * 0x9e3779b97f4a7c15L);
        }

        boolean falls(double share) {
            return share > 0 && random.nextDouble() < share;
        }
    }

    /** One request on its way. */
    record Sent(Packet packet, int psn, int count, boolean first) {}

    Simulation(Dice dice) {
        this.dice = dice;
        Host.connect(a, b);
        a.mtu = 256;
        b.mtu = 256;
        if (!dice.ipIdsRise) {
            a.ipIds = Host.IpIds.CONSTANT;
            b.ipIds = Host.IpIds.CONSTANT;
        }
        startPsn = dice.random.nextInt(4) == 0 ? 0xffffe0 : dice.random.nextInt(1 << 24);
        requester = new SimRequester(this);
        responder = new SimResponder(this);
    }

    int wire(int psn) {
        return (startPsn + psn) & 0xff_ffff;
    }

    void in(long delayNs, Runnable action) {
        events.add(new Event(nowNs + delayNs, order++, action));
    }

    Told run() {
        if (dice.readDepth > 0) {
            a.cm.startPsn = startPsn;
            b.cm.responderResources = dice.readDepth;
            a.cm.pathMtuCode = 1;
            tap.pass(0, a.cm.req());
            tap.pass(1, b.cm.rep());
        } else if (dice.announced) {
            tap.pass(0, a.tcp(40_000, 18_515, 0x18, a.pingpong(startPsn)));
            tap.pass(1, b.tcp(18_515, 40_000, 0x18, b.pingpong(5)));
        }
        in(1000, requester::begin);
        while (!requester.done() && !events.isEmpty()) {
            Event event = events.poll();
            nowNs = event.timeNs;
            assert nowNs < MAX_NS : "the simulation does not end";
            event.action.run();
        }
        // What is on its way arrives; nobody sends any more.
        while (!events.isEmpty()) {
            Event event = events.poll();
            nowNs = event.timeNs;
            event.action.run();
        }
        return tap.finish();
    }

    // ---- from the requester ----

    void request(Sent sent) {
        onRequest.accept(sent);
        boolean sacred = sent.psn == 0 && sent.first && !dice.announced;
        if (!sacred && dice.falls(dice.requestLostBefore)) {
            truth.lostBefore++;
            note("   lost before", sent);
            return;
        }
        long late = !sacred && dice.falls(dice.requestLateBefore) ? lateness() : 0;
        in(WAY_NS + late, () -> requestAtTap(sent, true));
        if (sent.psn > 0 && dice.falls(dice.requestTwice)) {
            in(WAY_NS + late + 200, () -> {
                truth.networkDuplicates++;
                note("   once more", sent);
                requestAtTap(sent, false);
            });
        }
    }

    private long lateness() {
        return 1_000L * (2 + dice.random.nextInt(4)) + 500;
    }

    private void requestAtTap(Sent sent, boolean original) {
        long frame = tap.pass(nowNs, sent.packet);
        note(frame + " ", sent);
        if (original) {
            truth.passed(sent);
        }
        if (dice.falls(dice.requestLostBehind)) {
            truth.lostBehind++;
            note("   lost behind", sent);
            in(WAY_NS, () -> truth.duplicatesLost += sent.psn < responder.expected ? 1 : 0);
            return;
        }
        long late = dice.falls(dice.requestLateBehind) ? lateness() : 0;
        in(WAY_NS + late, () -> responder.receive(sent));
    }

    // ---- from the responder ----

    /** An answer; the action is what the requester makes of it. */
    void answer(Packet packet, Runnable arrival) {
        onAnswer.accept(packet);
        if (dice.falls(dice.answerLostBefore)) {
            truth.answersLostBefore++;
            truth.responsesLostBefore += Truth.isResponse(packet) ? 1 : 0;
            note("   lost before", packet);
            return;
        }
        in(WAY_NS, () -> {
            long frame = tap.pass(nowNs, packet);
            note(frame + " ", packet);
            truth.answered(packet);
            if (dice.falls(dice.answerLostBehind)) {
                truth.answersLostBehind++;
                truth.responsesLostBehind += Truth.isResponse(packet) ? 1 : 0;
                note("   lost behind", packet);
                return;
            }
            in(WAY_NS, arrival);
        });
    }

    void note(String what, Sent sent) {
        trace.add(nowNs / 1000 + " us " + what + " " + sent.packet + " (" + sent.psn + ")"
                + (sent.first ? "" : " again"));
    }

    void note(String what, Packet packet) {
        trace.add(nowNs / 1000 + " us " + what + " " + packet + " ("
                + ((packet.psn - startPsn) & 0xff_ffff) + ") "
                + (packet.headers.length > 0 ? "syndrome " + (packet.headers[0] & 0xff) : ""));
    }

    void note(String what) {
        trace.add(nowNs / 1000 + " us " + what);
    }
}
