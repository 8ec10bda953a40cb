package io.qpscope.bench;

import io.qpscope.bench.FrameWriter.Path;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A reliable connection as a tap sees it: a requester that goes back N and a responder, one frame a
 * {@link #step}. Now and then a packet is lost before or behind the tap, always with others behind
 * it, so that one NAK tells of it; or the receiver isn't ready.
 */
final class Connection {
    /** PSNs sent and not acknowledged. */
    private static final int WINDOW = 128;

    private static final int MOST_READS = 8;

    /** PSNs that must still be free behind a packet to be lost. */
    private static final int ROOM = 16;

    /** Until then both ends have been heard. */
    private static final int FIRST_TROUBLE = 64;

    private static final int ACK_NO_CREDITS = 0x1f;
    private static final int RNR_NAK = Aeth.TYPE_RNR_NAK << 5;
    private static final int SEQUENCE_NAK = Aeth.TYPE_NAK << 5 | Aeth.NAK_PSN_SEQUENCE_ERROR;
    private static final int NO_REWIND = Integer.MAX_VALUE;

    /** What happened, counted where it was made to happen. */
    static final class Truth {
        long messages;
        long lostBeforeTap;
        long lostAfterTap;
        long rnrNaks;
        long resent;
    }

    /**
     * One direction's traits: how often things go wrong, out of a million packets.
     *
     * @param mtu bytes
     */
    record Habits(int mtu, int lossPerMillion, int rnrPerMillion) {}

    private record Message(Request kind, int psn, int packets, int bytes) {
        /** PSN of its packet. */
        int psn(int packet) {
            return Psn.add(psn, packet);
        }

        int end() {
            return Psn.add(psn, packets);
        }
    }

    /** An answer of the responder, made when the request arrived and sent a few turns later. */
    private static final class Answer {
        final Message message;
        final int psn;
        final int syndrome;
        final int msn;
        final long due;
        int sent;

        Answer(Message message, int psn, int syndrome, int msn, long due) {
            this.message = message;
            this.psn = psn;
            this.syndrome = syndrome;
            this.msn = msn;
            this.due = due;
        }
    }

    final Truth truth = new Truth();

    private final Habits habits;
    private final FrameWriter wire;
    private final Random random;
    private final Path requests;
    private final Path answersBack;
    private final int requesterQp;
    private final int responderQp;
    private final boolean countsIpIds;
    private int requestIpId;
    private int answerIpId;

    private final List<Message> outstanding = new ArrayList<>();
    private int message;
    private int packet;
    /** First PSN never sent. */
    private int next;

    private int unacknowledged;
    private int reads;
    private boolean draining;

    private int rewindTo;
    private long rewindTurn = NO_REWIND;
    private long wakeNs;

    private int expected;
    private int msn;
    private boolean refused;
    private boolean trouble;
    private final Deque<Answer> answers = new ArrayDeque<>();
    private long turn;

    Connection(int id, Path forth, int startPsn, Habits habits, FrameWriter wire, long seed) {
        this.habits = habits;
        this.wire = wire;
        random = new Random(seed * 31 + id);
        requests = forth;
        answersBack = new Path(forth.pair(), !forth.forth(), 0xc000 + id * 37 % 0x4000);
        requesterQp = 0x100 + 2 * id;
        responderQp = 0x101 + 2 * id;
        countsIpIds = id % 2 == 0;
        next = startPsn;
        unacknowledged = startPsn;
        expected = startPsn;
    }

    /** No more messages; what has begun is finished. */
    void drain() {
        draining = true;
    }

    /** Until when the requester waits because the receiver isn't ready. */
    long wakeNs() {
        return wakeNs;
    }

    /**
     * Sends the next frame.
     *
     * @return false when all is done
     */
    boolean step() throws IOException {
        turn++;
        boolean blocked = !canSend();
        if (rewindTurn <= turn || (rewindTurn != NO_REWIND && blocked && answers.isEmpty())) {
            rewind();
            blocked = !canSend();
        }
        Answer answer = answers.peek();
        if (answer != null && (blocked || (answer.due <= turn && random.nextBoolean()))) {
            answer(answer);
            return true;
        }
        if (blocked) {
            return false;
        }
        request();
        return true;
    }

    private boolean canSend() {
        if (message < outstanding.size()) {
            return Psn.diff(outstanding.get(message).psn(packet), unacknowledged) < WINDOW;
        }
        boolean wanted = !draining || trouble;
        return wanted && Psn.diff(next, unacknowledged) < WINDOW && reads < MOST_READS;
    }

    // ---- requester ----

    private void request() throws IOException {
        if (message == outstanding.size()) {
            outstanding.add(newMessage());
            packet = 0;
        }
        Message now = outstanding.get(message);
        int index = packet;
        int psn = now.psn(index);
        boolean whole = now.kind.wantsResponse();
        boolean last = whole || index == now.packets - 1;
        boolean resend = Psn.diff(psn, next) < 0;
        int chance = mayFail(resend) ? random.nextInt(1_000_000) : Integer.MAX_VALUE;
        boolean lostBefore = chance < habits.lossPerMillion / 2;
        boolean lostAfter = !lostBefore && chance < habits.lossPerMillion;
        boolean unready = index == 0
                && now.kind.isSend()
                && chance >= habits.lossPerMillion
                && chance < habits.lossPerMillion + habits.rnrPerMillion * now.packets;
        if (resend) {
            truth.resent++;
        } else {
            next = whole ? now.end() : Psn.add(psn, 1);
            reads += whole ? 1 : 0;
        }
        if (!lostBefore) {
            write(now, index, psn);
        }
        if (lostBefore || lostAfter) {
            truth.lostBeforeTap += lostBefore ? 1 : 0;
            truth.lostAfterTap += lostAfter ? 1 : 0;
            trouble = true;
        } else {
            receive(now, psn, last, unready);
        }
        packet++;
        if (last) {
            message++;
            packet = 0;
        }
        if (lostBefore) {
            // The turn takes a frame.
            request();
        }
    }

    /** One thing at a time, and only where packets follow that show it. */
    private boolean mayFail(boolean resend) {
        return !resend
                && !trouble
                && !draining
                && turn > FIRST_TROUBLE
                && reads < MOST_READS - 1
                && Psn.diff(next, unacknowledged) < WINDOW - ROOM;
    }

    private Message newMessage() {
        Request kind = Request.any(random);
        int bytes = kind.bytes(random);
        int packets = kind.isAtomic() ? 1 : Math.max(1, (bytes + habits.mtu - 1) / habits.mtu);
        truth.messages++;
        return new Message(kind, next, packets, bytes);
    }

    private void write(Message message, int index, int psn) throws IOException {
        requestIpId = nextIpId(requestIpId);
        wire.begin(requests, requestIpId);
        message.kind.write(
                wire, responderQp, psn, index, message.packets, message.bytes, habits.mtu);
    }

    private void rewind() {
        rewindTurn = NO_REWIND;
        wire.waitUntil(wakeNs);
        wakeNs = 0;
        message = 0;
        while (Psn.diff(outstanding.get(message).end(), rewindTo) <= 0) {
            message++;
        }
        packet = Psn.diff(rewindTo, outstanding.get(message).psn);
    }

    /** Everything before the PSN has arrived. */
    private void acknowledged(int end) {
        unacknowledged = end;
        while (!outstanding.isEmpty() && Psn.diff(outstanding.get(0).end(), end) <= 0) {
            reads -= outstanding.remove(0).kind.wantsResponse() ? 1 : 0;
            message--;
        }
    }

    // ---- responder ----

    private void receive(Message message, int psn, boolean last, boolean unready) {
        if (psn != expected) {
            if (!refused) {
                refuse(SEQUENCE_NAK);
            }
            return;
        }
        if (unready) {
            trouble = true;
            truth.rnrNaks++;
            refuse(RNR_NAK | 1 + random.nextInt(8));
            return;
        }
        refused = false;
        trouble = false;
        expected = message.kind.wantsResponse() ? message.end() : Psn.add(psn, 1);
        if (last) {
            msn = Psn.add(msn, 1);
            answers.add(new Answer(
                    message.kind.wantsResponse() ? message : null,
                    psn,
                    ACK_NO_CREDITS,
                    msn,
                    turn + 2 + random.nextInt(8)));
        }
    }

    private void refuse(int syndrome) {
        refused = true;
        answers.add(new Answer(null, expected, syndrome, msn, turn + 2 + random.nextInt(8)));
    }

    private void answer(Answer answer) throws IOException {
        answerIpId = nextIpId(answerIpId);
        wire.begin(answersBack, answerIpId);
        if (answer.message != null) {
            respond(answer);
            return;
        }
        answers.remove();
        wire.bth(Opcode.ACKNOWLEDGE, requesterQp, answer.psn, false)
                .aeth(answer.syndrome, answer.msn)
                .send(0);
        if (Aeth.type(answer.syndrome) == Aeth.TYPE_ACK) {
            acknowledged(Psn.add(answer.psn, 1));
            return;
        }
        acknowledged(answer.psn);
        rewindTo = answer.psn;
        rewindTurn = turn + 1 + random.nextInt(4);
        if (Aeth.type(answer.syndrome) == Aeth.TYPE_RNR_NAK) {
            wakeNs = wire.timeNs() + Aeth.rnrTimerNs(answer.syndrome) * 11 / 10;
            rewindTurn = turn + 1;
        }
    }

    private void respond(Answer answer) throws IOException {
        Message read = answer.message;
        int index = answer.sent++;
        boolean last = answer.sent == read.packets;
        int psn = read.psn(index);
        if (read.kind.isAtomic()) {
            wire.bth(Opcode.ATOMIC_ACKNOWLEDGE, requesterQp, psn, false)
                    .aeth(answer.syndrome, answer.msn)
                    .longWord(turn)
                    .send(0);
        } else {
            int opcode = FrameWriter.opcode(
                    Opcode.READ_RESPONSE_FIRST, Opcode.READ_RESPONSE_ONLY, index, read.packets);
            wire.bth(opcode, requesterQp, psn, false);
            if (index == 0 || last) {
                wire.aeth(answer.syndrome, answer.msn);
            }
            wire.send(Math.min(habits.mtu, read.bytes - index * habits.mtu));
        }
        if (last) {
            answers.remove();
            acknowledged(read.end());
        }
    }

    private int nextIpId(int ipId) {
        return countsIpIds ? ipId + 1 & 0xffff : 0;
    }
}
