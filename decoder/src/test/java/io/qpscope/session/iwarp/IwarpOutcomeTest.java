package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Message;
import io.qpscope.session.MessageListener;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;
import io.qpscope.wire.Rdmap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/** What a report says of a connection, and what a listener hears of its messages. */
class IwarpOutcomeTest {
    private static final byte[] NOTHING = {};

    private final MpaStream a = MpaStream.plain().request(0, 1, NOTHING);
    private final MpaStream b = MpaStream.plain().reply(0, 1, NOTHING);
    private final Wire wire = new Wire();
    private final int setup = a.bytes().length;
    private final int reply = b.bytes().length;

    /** Frames 1 to 4, then all of a in frame 5. */
    private Wire asked() {
        byte[] bytes = a.bytes();
        return wire.handshake()
                .data(0, bytes, 0, setup, 0)
                .data(1, b.bytes(), 0, reply, setup)
                .data(0, bytes, setup, bytes.length, reply);
    }

    private Wire answered() {
        return wire.data(1, b.bytes(), reply, b.bytes().length, a.bytes().length);
    }

    private void flag(int from, int flag) {
        int at = from == 0 ? a.bytes().length : b.bytes().length;
        wire.segment(from, at, NOTHING, flag | Wire.ACK, from == 0 ? reply : a.bytes().length);
    }

    private static Outcome outcome(Wire.Seen seen) {
        return seen.from(Side.A).outcome();
    }

    @Test
    void answeredAndAcknowledgedIsASuccess() {
        a.send(1, 10).readRequest(1, 20);
        b.readResponse(20);
        asked();
        Outcome is = outcome(answered().run());
        assertThat(is.status()).isEqualTo(Outcome.SUCCESS);
        assertThat(is.proof()).isEqualTo(Outcome.Proof.PROVED);
        assertThat(is.frames()).containsExactly(5L);
    }

    @Test
    void aReadWithoutItsAnswerIsNotKnownToHaveEnded() {
        a.readRequest(1, 20).readRequest(2, 20);
        b.readResponse(20);
        asked();
        Wire.Seen seen = answered().run();
        assertThat(outcome(seen).status()).isEqualTo(Outcome.UNKNOWN);
        assertThat(outcome(seen).why()).isEqualTo("1 requests are not answered at the end");
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(1);
    }

    @Test
    void aSendWithoutAcknowledgementIsNotKnownToHaveArrived() {
        a.send(1, 20);
        Outcome is = outcome(asked().run());
        assertThat(is.status()).isEqualTo(Outcome.UNKNOWN);
        assertThat(is.why()).isEqualTo("the last messages are not acknowledged at the end");
        assertThat(is.frames()).containsExactly(5L);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aResetFlushesWhatIsOpenWhoeverSendsIt(int from) {
        a.readRequest(1, 20);
        asked();
        flag(from, Wire.RST);
        Outcome is = outcome(wire.run());
        assertThat(is.status()).isEqualTo("WR_FLUSH_ERR");
        assertThat(is.why()).isEqualTo("TCP was reset with requests open");
    }

    @Test
    void aResetBehindAllAnswersFlushesNothing() {
        a.readRequest(1, 20);
        b.readResponse(20);
        asked();
        answered();
        flag(0, Wire.RST);
        assertThat(outcome(wire.run()).status()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void aCloseOfBothSidesFlushesOpenRequestsAndOfOneSideDoesNot() {
        a.readRequest(1, 20);
        asked();
        flag(0, Wire.FIN);
        assertThat(outcome(wire.run()).status()).isEqualTo(Outcome.UNKNOWN);
        flag(1, Wire.FIN);
        Outcome is = outcome(wire.run());
        assertThat(is.status()).isEqualTo("WR_FLUSH_ERR");
        assertThat(is.why()).isEqualTo("TCP was closed with 1 requests not answered");
    }

    @Test
    void aCloseWithoutOpenRequestsLeavesASendUnknown() {
        a.send(1, 20);
        asked();
        flag(0, Wire.FIN);
        wire.segment(1, reply, NOTHING, Wire.FIN | Wire.ACK, setup);
        assertThat(outcome(wire.run()).status()).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void whoTerminatesFlushesItsOwnOpenRequests() {
        a.readRequest(1, 20).terminate(0x1202_0000, NOTHING);
        Outcome is = outcome(asked().run());
        assertThat(is.status()).isEqualTo("WR_FLUSH_ERR");
        assertThat(is.why()).isEqualTo("it terminated the stream with requests open");
        assertThat(is.frames()).containsExactly(5L, 5L);
    }

    @Test
    void whoTerminatesWithNothingOpenSucceeded() {
        a.send(1, 5).terminate(0x1202_0000, NOTHING);
        asked().ack(1, a.bytes().length);
        assertThat(outcome(wire.run()).status()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void aTerminateThatNamesAReadPointsToTheLastOne() {
        a.readRequest(1, 20);
        byte[] headers = java.nio.ByteBuffer.allocate(20)
                .putShort((short) 46)
                .putShort((short) 0x4141)
                .putInt(0)
                .putInt(1)
                .putInt(1)
                .putInt(0)
                .array();
        b.terminate(0x0100_c000, headers);
        asked();
        Wire.Seen seen = answered().run();
        assertThat(outcome(seen).frames()).containsExactly(5L, 6L);
        assertThat(seen.from(Side.B).outcome().status()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void aTerminateThatNamesAReadWithNoneOpenPointsToItselfAlone() {
        a.send(1, 20);
        byte[] headers = java.nio.ByteBuffer.allocate(20)
                .putShort((short) 46)
                .putShort((short) 0x4141)
                .putInt(0)
                .putInt(1)
                .array();
        b.terminate(0x0100_c000, headers);
        asked();
        assertThat(outcome(answered().run()).frames()).containsExactly(6L);
    }

    @Test
    void aRejectedConnectionHasNoOutcomeButTheReply() {
        MpaStream no = MpaStream.plain().reply(0x20, 1, NOTHING);
        Wire.Seen seen = new Wire().handshake().all(0, a).all(1, no).run();
        assertThat(outcome(seen).why()).isEqualTo("the connection was rejected");
        assertThat(outcome(seen).frames()).containsExactly(4L);
        assertThat(seen.from(Side.B).outcome().frames()).containsExactly(4L);
    }

    @Test
    void aHoleLeavesTheOutcomeOfBothSidesOpen() {
        a.send(1, 100).send(2, 100);
        byte[] bytes = a.bytes();
        b.send(1, 7);
        wire.handshake().data(0, bytes, 0, setup + 60, 0).all(1, b);
        wire.data(0, bytes, setup + 80, bytes.length, b.bytes().length).ack(1, bytes.length);
        Wire.Seen seen = wire.run();
        assertThat(outcome(seen).why()).isEqualTo("the capture lacks part of the stream");
        assertThat(seen.from(Side.B).outcome().why())
                .isEqualTo("the capture lacks part of the stream");
    }

    @Test
    void aSideThatAskedForNothingSucceedsUnlessAHoleMayHaveHeldARequest() {
        asked();
        Outcome none = outcome(wire.ack(1, setup).run());
        assertThat(none.status()).isEqualTo(Outcome.SUCCESS);
        assertThat(none.why()).isEqualTo("this side sent no requests");
        wire.ack(1, setup + 100);
        Outcome hole = outcome(wire.run());
        assertThat(hole.status()).isEqualTo(Outcome.UNKNOWN);
        assertThat(hole.why()).isEqualTo("a hole in the capture may have held requests");
    }

    @Test
    void timesAddUpToTheSession() {
        wire.nowNs = 5_000_000;
        a.send(1, 10);
        asked();
        wire.nowNs = 25_000_000;
        Wire.Seen seen = wire.ack(1, a.bytes().length).run();
        SessionSummary session = seen.result().sessions().get(0);
        assertThat(session.durationNs()).isEqualTo(20_000_000);
        DirectionSummary from = seen.from(Side.A);
        assertThat(from.time().sending()).as("frames 1 to 5").isEqualTo(4_000);
        assertThat(from.time().idle()).isEqualTo(20_000_000 - 4_000);
        assertThat(seen.from(Side.B).time().sending()).isEqualTo(20_000_000 - 1_000);
        assertThat(seen.from(Side.B).time().idle()).isEqualTo(1_000);
        assertThat(from.packets()).isEqualTo(3);
        assertThat(session.lastFrame()).isEqualTo(6);
    }

    @Test
    void classesOfServiceAndCongestionMarksAreCounted() {
        wire.vlan = (5 << 13) | 7;
        wire.tos = (26 << 2) | 2;
        a.send(1, 10);
        asked();
        wire.vlan = (1 << 13) | 7;
        wire.tos = (63 << 2) | 3;
        DirectionSummary from = wire.ack(0, reply).ack(0, reply).run().from(Side.A);
        assertThat(from.dscp()).containsExactly(26, 63);
        assertThat(from.pcp()).containsExactly(1, 5);
        assertThat(from.ceMarked()).isEqualTo(2);
        wire.vlan = -1;
        assertThat(wire.ack(1, setup).run().from(Side.B).ceMarked()).isEqualTo(1);
    }

    @Test
    void withoutATagThereIsNoPriority() {
        DirectionSummary from = asked().run().from(Side.A);
        assertThat(from.pcp()).isEmpty();
        assertThat(from.dscp()).containsExactly(0);
        assertThat(from.ceMarked()).isZero();
    }

    @Test
    void theDepthInForceIsThePeers() {
        MpaStream depth = MpaStream.plain().reply(0x10, 2, MpaStream.depths(0, 9));
        Wire.Seen seen = new Wire().handshake().all(0, a).all(1, depth).run();
        assertThat(seen.from(Side.A).inForce().readDepth()).isZero();
        assertThat(seen.from(Side.B).inForce().readDepth()).isNull();
    }

    /** Frame 5 has all requests, frame 6 the answers, one of them an atomic's. */
    @Test
    void aListenerHearsOfEachMessageAndOfTheSidesThatFlowsStandFor() {
        a.send(1, 10).write(7, 0, 30).readRequest(1, 20).atomic(2, 0);
        a.tagged(Rdmap.WRITE, 7, 0, false, MpaStream.filled(8)).send(2, 5);
        b.readResponse(20).untagged(Rdmap.ATOMIC_RESPONSE, 3, 1, 0, true, new byte[12]);
        asked();
        answered();
        List<Message> told = new ArrayList<>();
        List<String> flows = new ArrayList<>();
        IwarpTracker tracker = new IwarpTracker(IwarpTracker.Options.DEFAULT);
        MessageListener listener = new MessageListener() {
            @Override
            public void onMessage(Message message) {
                told.add(message);
            }

            @Override
            public void onFlow(int flow, int session, Side from) {
                flows.add(flow + " " + session + " " + from);
            }
        };
        int[] next = {40};
        tracker.listen(listener, () -> next[0]++);
        wire.each(tracker::onTcp);
        tracker.finish();
        tracker.tellFlows(new int[] {3});
        assertThat(flows).containsExactly("40 3 A", "41 3 B");
        assertThat(told)
                .extracting(m -> m.verb() + " " + m.payloadBytes() + " " + m.result() + " "
                        + m.firstFrame() + " " + m.doneFrame())
                .containsExactlyInAnyOrder(
                        "SEND 10 COMPLETED 5 6",
                        "WRITE 30 COMPLETED 5 6",
                        "READ 20 COMPLETED 5 6",
                        "FETCH_ADD 8 COMPLETED 5 6",
                        "SEND 5 COMPLETED 5 6",
                        "WRITE 8 OPEN 5 null");
        assertThat(told).extracting(Message::flow).containsOnly(40);
        assertThat(told)
                .filteredOn(m -> m.verb() == Verb.SEND)
                .extracting(Message::doneTimeNs)
                .containsOnly(1_005_000L);
    }
}
