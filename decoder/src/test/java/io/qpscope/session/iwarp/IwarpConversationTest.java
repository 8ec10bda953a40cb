package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Side;
import io.qpscope.session.Verb;
import io.qpscope.wire.Rdmap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Set-up, order of messages and answers, at the edges of what the standards allow. */
class IwarpConversationTest {
    private static final byte[] NOTHING = {};
    private static final int MOST_PRIVATE_DATA = 512;
    private static final int PEER_TO_PEER = 0x8000;
    private static final int WRITE_OR_READ = 0xc000;
    private static final int S = 0x10;

    private static MpaStream initiator() {
        return MpaStream.plain().request(0, 1, NOTHING);
    }

    private static MpaStream responder() {
        return MpaStream.plain().reply(0, 1, NOTHING);
    }

    /** Both set-up frames, then the rest of a in pieces, then the rest of b. */
    private static Wire wire(MpaStream a, MpaStream b, int piece) {
        byte[] one = a.bytes();
        byte[] two = b.bytes();
        Wire wire = new Wire().handshake();
        pieces(wire, 0, one, 0, a.ends.get(0), piece);
        pieces(wire, 1, two, 0, b.ends.get(0), piece);
        pieces(wire, 0, one, a.ends.get(0), one.length, piece);
        pieces(wire, 1, two, b.ends.get(0), two.length, piece);
        return wire.ack(1, one.length).ack(0, two.length);
    }

    private static void pieces(Wire wire, int from, byte[] all, int start, int end, int piece) {
        for (int at = start; at < end; at += piece) {
            wire.data(from, all, at, Math.min(end, at + piece), -1);
        }
    }

    private static Wire.Seen seen(MpaStream a, MpaStream b) {
        return wire(a, b, 1448).run();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 19, 20, 21, 1448})
    void privateDataIsTakenUpToItsBoundHoweverItIsCut(int piece) {
        byte[] most = MpaStream.filled(MOST_PRIVATE_DATA);
        MpaStream a = MpaStream.plain().request(0, 1, most).send(1, 9);
        Wire.Seen seen = wire(a, MpaStream.plain().reply(0, 1, most), piece).run();
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(1);
        assertThat(seen.rules()).isEmpty();
        byte[] more = MpaStream.filled(MOST_PRIVATE_DATA + 1);
        MpaStream none = MpaStream.plain().request(0, 1, more).send(1, 9);
        assertThat(wire(none, MpaStream.plain().reply(0, 1, more), piece)
                        .run()
                        .result()
                        .sessions())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 511})
    void markersAreKnownHoweverTheFirstFpduIsCut(int piece) {
        MpaStream a = new MpaStream(true, true).request(0x40, 1, NOTHING).send(1, 900);
        MpaStream b = new MpaStream(false, true).reply(0xc0, 1, NOTHING);
        Wire.Seen seen = wire(a.write(1, 0, 1200).send(2, 0), b, piece).run();
        assertThat(seen.rules()).isEmpty();
        assertThat(seen.from(Side.A).payloadBytes()).isEqualTo(2_100);
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(3);
    }

    @Test
    void messageNumbersWrap() {
        MpaStream a = initiator();
        byte[] one = {1};
        a.untagged(Rdmap.SEND, 0, -1, 0, true, one).untagged(Rdmap.SEND, 0, 0, 0, true, one);
        Wire.Seen seen = seen(a, responder());
        assertThat(seen.rules()).containsExactly("IWARP-MSN-ORDER");
        assertThat(seen.message("IWARP-MSN-ORDER")).contains("MSN 4294967295 where 1 was due");
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(2);
    }

    @Test
    void anOffsetThatBeginsNoMessageIsTold() {
        byte[] one = {1};
        MpaStream a = initiator().untagged(Rdmap.SEND, 0, 1, 5, true, one).send(2, 3);
        Wire.Seen seen = seen(a, responder());
        assertThat(seen.rules()).containsExactly("IWARP-MO-ORDER");
        assertThat(seen.message("IWARP-MO-ORDER")).contains("offset 5 begins message 1");
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(2);
    }

    @Test
    void aSegmentOfAnotherMessageInsideAnOpenOneIsTold() {
        byte[] ten = MpaStream.filled(10);
        MpaStream a = initiator()
                .untagged(Rdmap.SEND, 0, 1, 0, false, ten)
                .untagged(Rdmap.SEND, 0, 2, 10, true, ten);
        assertThat(seen(a, responder()).message("IWARP-MO-ORDER"))
                .contains("offset 10 of message 2 where 10 of message 1 was due");
        MpaStream again = initiator()
                .untagged(Rdmap.SEND, 0, 1, 0, false, ten)
                .untagged(Rdmap.SEND, 0, 1, 0, true, ten);
        assertThat(seen(again, responder()).message("IWARP-MO-ORDER"))
                .contains("offset 0 of message 1 where 10 of message 1 was due");
        MpaStream open = initiator().untagged(Rdmap.SEND, 0, 1, 0, false, ten).send(2, 3);
        assertThat(seen(open, responder()).message("IWARP-MO-ORDER"))
                .contains("message 1 is not finished");
    }

    @Test
    void eachQueueHasItsOwnOffsets() {
        byte[] ten = MpaStream.filled(10);
        MpaStream a = initiator()
                .untagged(Rdmap.SEND, 0, 1, 0, false, ten)
                .tagged(Rdmap.WRITE, 5, 0, false, ten)
                .readRequest(1, 4)
                .untagged(Rdmap.SEND, 0, 1, 10, false, ten)
                .tagged(Rdmap.WRITE, 5, 10, true, ten)
                .untagged(Rdmap.SEND, 0, 1, 20, true, ten);
        Wire.Seen seen = seen(a, responder().readResponse(4));
        assertThat(seen.rules()).isEmpty();
        assertThat(seen.from(Side.A).payloadBytes()).isEqualTo(50);
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(3);
    }

    @Test
    void aWriteOfManySegmentsIsNamedAsAWhole() {
        byte[] ten = MpaStream.filled(10);
        MpaStream a = initiator()
                .tagged(Rdmap.WRITE, 5, 100, false, ten)
                .tagged(Rdmap.WRITE, 5, 110, true, ten)
                .send(1, 4);
        byte[] headers = java.nio.ByteBuffer.allocate(16)
                .putShort((short) 24)
                .putShort((short) 0xc140)
                .putInt(5)
                .putLong(119)
                .array();
        Wire.Seen seen = seen(a, responder().terminate(0x1101_c000, headers));
        assertThat(seen.from(Side.A).completedMessages()).isZero();
        assertThat(seen.from(Side.A).outcome().frames()).containsExactly(5L, 6L);
        headers[15]++;
        Wire.Seen beyond = seen(a, responder().terminate(0x1101_c000, headers));
        assertThat(beyond.from(Side.A).completedMessages()).as("none named").isEqualTo(2);
        assertThat(beyond.from(Side.A).outcome().frames()).containsExactly(6L);
    }

    @Test
    void anAnswerThatTheCaptureHasBeforeItsRequestStillAnswersIt() {
        MpaStream a = initiator().readRequest(1, 4).readRequest(2, 4);
        MpaStream b = responder().readResponse(4);
        byte[] one = a.bytes();
        int setup = a.ends.get(0);
        Wire.Seen seen = new Wire()
                .handshake()
                .data(0, one, 0, setup, -1)
                .data(1, b.bytes(), 0, b.ends.get(0), setup)
                .data(1, b.bytes(), b.ends.get(0), b.bytes().length, setup)
                .data(0, one, setup, one.length, b.bytes().length)
                .ack(1, one.length)
                .run();
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(1);
        assertThat(seen.from(Side.A).outcome().why())
                .isEqualTo("1 requests are not answered at the end");
        assertThat(seen.rules()).doesNotContain("IWARP-IRD-UNKNOWN");
    }

    /** A READ of 1 byte, or a WRITE of 1 byte, is none without data. */
    @ParameterizedTest
    @CsvSource({"read,0,true", "read,1,false", "write,0,true", "write,1,false"})
    void theReadyToReceiveMessageHasNoData(String kind, int length, boolean agreed) {
        byte[] depths = MpaStream.depths(PEER_TO_PEER | 4, WRITE_OR_READ | 4);
        MpaStream a = MpaStream.plain().request(S, 2, depths);
        int ord = kind.equals("read") ? 0x4004 : 0x8004;
        MpaStream b = MpaStream.plain().reply(S, 2, MpaStream.depths(PEER_TO_PEER | 4, ord));
        Wire.Seen seen = seen(
                kind.equals("read") ? a.readRequest(1, length) : a.write(1, 0, length),
                b.readResponse(0));
        long verbs =
                seen.from(Side.A).messages().stream().mapToLong(Long::longValue).sum();
        assertThat(verbs).isEqualTo(agreed ? 0 : 1);
        if (agreed) {
            assertThat(seen.rules()).isEmpty();
        } else {
            assertThat(seen.message("IWARP-RTR-MISMATCH")).contains("the first message is a RDMA");
        }
    }

    @Test
    void aReplyThatAgreesToWhatNobodyAskedForIsTold() {
        MpaStream a = MpaStream.plain().request(S, 2, MpaStream.depths(4, 4));
        MpaStream b = MpaStream.plain().reply(S, 2, MpaStream.depths(PEER_TO_PEER | 4, 0x8004));
        assertThat(seen(a, b).message("IWARP-RTR-MISMATCH")).contains("nobody asked for");
    }

    @Test
    void aTerminateMayComeFirstFromEitherSide() {
        assertThat(new Wire()
                        .handshake()
                        .all(0, initiator())
                        .all(1, responder().terminate(0x2001_0000, NOTHING))
                        .run()
                        .rules())
                .containsExactly("IWARP-TERMINATE");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSynOnTheSamePortsIsANewConnectionOnceTheOldOneIsClosed(boolean closed) {
        MpaStream a = initiator().send(1, 5);
        MpaStream b = responder();
        int sent = a.bytes().length;
        int got = b.bytes().length;
        Wire wire = wire(a, b, 1448);
        wire.segment(0, sent, NOTHING, Wire.FIN | Wire.ACK, got);
        if (closed) {
            wire.segment(1, got, NOTHING, Wire.FIN | Wire.ACK, sent + 1);
        }
        wire.startSequence[0] = 700_000;
        wire.startSequence[1] = 900_000;
        wire.handshake().all(0, a).all(1, b).ack(1, sent);
        assertThat(wire.run().result().sessions()).hasSize(closed ? 2 : 1);
    }

    @Test
    void aResetClosesAConnectionAsWell() {
        MpaStream a = initiator().send(1, 5);
        Wire wire = wire(a, responder(), 1448);
        wire.segment(1, 0, NOTHING, Wire.RST, -1);
        wire.handshake().all(0, a).all(1, responder()).ack(1, a.bytes().length);
        assertThat(wire.run().result().sessions()).hasSize(2);
    }

    /** What follows kind 5 may say any length: nothing is read beyond the header. */
    @ParameterizedTest
    @CsvSource({"050a0000", "05000000", "05ff0101", "0101050a", "00050a00", "01050200"})
    void optionsThatMakeNoSenseAreNoSack(String hex) {
        MpaStream a = initiator().send(1, 50).send(2, 50);
        byte[] bytes = a.bytes();
        MpaStream b = responder();
        Wire wire = new Wire().handshake().all(0, a).all(1, b);
        wire.options = java.util.HexFormat.of().parseHex(hex);
        wire.ack(1, a.ends.get(1)).data(0, bytes, a.ends.get(1), bytes.length, -1);
        Wire.Seen seen = wire.ack(1, bytes.length).run();
        assertThat(seen.from(Side.A).requests().retransmittedPackets()).isEqualTo(1);
        assertThat(seen.from(Side.A).requests().lostAfterTap()).isZero();
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(2);
    }
}
