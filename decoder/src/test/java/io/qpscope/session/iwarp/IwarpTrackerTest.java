package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Outcome;
import io.qpscope.session.PairedBy;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.Rdmap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;

class IwarpTrackerTest {
    private static final byte[] NOTHING = {};
    private static final int M = 0x80;
    private static final int C = 0x40;

    private static MpaStream initiator() {
        return MpaStream.plain().request(0, 1, NOTHING);
    }

    private static MpaStream responder() {
        return MpaStream.plain().reply(0, 1, NOTHING);
    }

    private static Wire.Seen seen(MpaStream a, MpaStream b) {
        return wire(a, b).run();
    }

    /** The two set-up frames first, then all of a, then all of b, then both are acknowledged. */
    private static Wire wire(MpaStream a, MpaStream b) {
        byte[] one = a.bytes();
        byte[] two = b.bytes();
        return new Wire()
                .handshake()
                .data(0, one, 0, a.ends.get(0), 0)
                .data(1, two, 0, b.ends.get(0), a.ends.get(0))
                .data(0, one, a.ends.get(0), one.length, b.ends.get(0))
                .data(1, two, b.ends.get(0), two.length, one.length)
                .ack(0, two.length);
    }

    @Test
    void aConversationIsCountedByVerb() {
        MpaStream a = initiator()
                .send(1, 5)
                .write(7, 100, 40)
                .readRequest(1, 30)
                .untagged(Rdmap.SEND_INVALIDATE, 0, 2, 0, true, MpaStream.filled(3))
                .untagged(Rdmap.IMMEDIATE, 0, 3, 0, true, new byte[8]);
        Wire.Seen seen = seen(a, responder().readResponse(30).send(1, 9));
        SessionSummary session = seen.result().sessions().get(0);
        assertThat(session.transport()).isEqualTo("iWARP");
        assertThat(session.service()).isEqualTo(Service.RDMAP);
        assertThat(session.pairedBy()).isEqualTo(PairedBy.TCP);
        assertThat(session.a().port()).isEqualTo(40_000);
        assertThat(session.a().qpn()).isNull();
        DirectionSummary from = seen.from(Side.A);
        assertThat(from.messagesOf(Verb.SEND)).isEqualTo(1);
        assertThat(from.messagesOf(Verb.WRITE)).isEqualTo(1);
        assertThat(from.messagesOf(Verb.READ)).isEqualTo(1);
        assertThat(from.messagesOf(Verb.SEND_INV)).isEqualTo(1);
        assertThat(from.messagesOf(Verb.SEND_IMM)).isEqualTo(1);
        assertThat(from.payloadBytes()).isEqualTo(5 + 40 + 3);
        assertThat(from.completedMessages()).isEqualTo(5);
        assertThat(from.outcome().status()).isEqualTo(Outcome.SUCCESS);
        assertThat(seen.from(Side.B).payloadBytes()).isEqualTo(30 + 9);
        assertThat(seen.rules()).isEmpty();
        assertThat(seen.result().protocols().iwarp()).isEqualTo(7);
        assertThat(seen.result().protocols().other()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1,65535", "4791,4791", "443,18515"})
    void itIsKnownByContentOnAnyPort(int first, int second) {
        MpaStream a = initiator().send(1, 5);
        Wire wire = new Wire().ports(first, second).handshake().all(0, a).all(1, responder());
        assertThat(wire.run().result().sessions()).hasSize(1);
    }

    @Test
    void otherTrafficOnTheSamePortIsNone() {
        byte[] text = "GET / HTTP/1.1\r\nMPA ID Req Frame"
                .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        Wire.Seen seen = new Wire().handshake().data(0, text, 0, text.length, 0).run();
        assertThat(seen.result().sessions()).isEmpty();
        assertThat(seen.result().protocols().iwarp()).isZero();
        assertThat(seen.result().protocols().other()).isEqualTo(3);
    }

    @Test
    void withoutASynTheRequestIsTheBeginning() {
        MpaStream a = initiator().send(1, 5);
        MpaStream b = responder().send(1, 6);
        Wire.Seen seen = new Wire().all(0, a).all(1, b).ack(0, b.bytes().length).run();
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(1);
        assertThat(seen.from(Side.B).messagesOf(Verb.SEND)).isEqualTo(1);
    }

    @Test
    void sequenceNumbersMayWrapInsideAnFpdu() {
        MpaStream a = initiator().write(1, 0, 3000).send(1, 10);
        Wire wire = new Wire();
        wire.startSequence[0] = -500;
        wire.startSequence[1] = -3;
        byte[] bytes = a.bytes();
        wire.handshake();
        for (int at = 0; at < bytes.length; at += 100) {
            wire.data(0, bytes, at, Math.min(bytes.length, at + 100), -1);
        }
        Wire.Seen seen = wire.all(1, responder()).ack(1, bytes.length).run();
        assertThat(seen.from(Side.A).payloadBytes()).isEqualTo(3010);
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(2);
        assertThat(seen.rules()).isEmpty();
    }

    @Test
    void markersAtEveryAlignmentAreTakenOut() {
        for (int first = 0; first < 520; first++) {
            MpaStream a = new MpaStream(true, true).request(C, 1, NOTHING);
            MpaStream b = new MpaStream(false, true).reply(M | C, 1, NOTHING).readResponse(40);
            a.write(1, 0, first).send(1, 600).readRequest(1, 40).write(2, 9, 1);
            Wire.Seen seen = seen(a, b);
            assertThat(seen.rules()).as("first payload %d", first).isEmpty();
            assertThat(seen.from(Side.A).payloadBytes()).isEqualTo(first + 601);
            assertThat(seen.from(Side.A).completedMessages()).isEqualTo(4);
        }
    }

    @Test
    void markersAreAskedForByTheReceiverAndOneWayOnly() {
        MpaStream a = MpaStream.plain().request(M, 1, NOTHING).send(1, 900);
        MpaStream b = new MpaStream(true, false).reply(0, 1, NOTHING).send(1, 900);
        Wire.Seen seen = seen(a, b);
        assertThat(seen.from(Side.B).payloadBytes()).isEqualTo(900);
        assertThat(seen.rules()).isEmpty();
    }

    @Test
    void anAtomicCodeIsReadAsTheOptionSays() {
        MpaStream a = initiator().atomic(1, 0).atomic(2, 2).atomic(3, 9);
        MpaStream b = responder();
        DirectionSummary from = wire(a, b).run().from(Side.A);
        assertThat(from.messagesOf(Verb.FETCH_ADD)).isEqualTo(1);
        assertThat(from.messagesOf(Verb.CMP_SWAP)).isEqualTo(1);
        from = wire(a, b).codes(new AtomicCodes(9, 0, 1)).run().from(Side.A);
        assertThat(from.messagesOf(Verb.FETCH_ADD)).isEqualTo(1);
        assertThat(from.messagesOf(Verb.CMP_SWAP)).isEqualTo(1);
    }

    @Test
    void aTerminateFlushesAndNamesTheRequest() {
        MpaStream a = initiator().write(7, 0x100, 40).write(8, 0x200, 40).write(9, 0, 4);
        byte[] headers = ByteBuffer.allocate(16)
                .putShort((short) 54)
                .putShort((short) 0xc140)
                .putInt(8)
                .putLong(0x200)
                .array();
        Wire.Seen seen = seen(a, responder().terminate(0x1100c000, headers));
        DirectionSummary from = seen.from(Side.A);
        assertThat(from.outcome().status()).isEqualTo("WR_FLUSH_ERR");
        assertThat(from.outcome().why())
                .contains("DDP tagged buffer error: invalid STag")
                .contains("STag 0x00000008");
        assertThat(from.outcome().frames()).containsExactly(5L, 6L);
        assertThat(from.completedMessages()).isEqualTo(1);
        assertThat(seen.rules()).containsExactly("IWARP-TERMINATE");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHoleInsideAnFpduLosesNoOtherAndIsReported(boolean crc) {
        int flag = crc ? C : 0;
        MpaStream a = new MpaStream(false, crc).request(flag, 1, NOTHING);
        a.send(1, 100).write(1, 0, 3000).send(2, 100).send(3, 100);
        byte[] bytes = a.bytes();
        int hole = a.ends.get(1) + 500;
        Wire.Seen seen = new Wire()
                .handshake()
                .data(0, bytes, 0, hole, -1)
                .all(1, new MpaStream(false, crc).reply(flag, 1, NOTHING))
                .data(0, bytes, hole + 700, bytes.length, -1)
                .ack(1, bytes.length)
                .run();
        assertThat(seen.rules()).containsExactly("IWARP-STREAM-GAP");
        assertThat(seen.message("IWARP-STREAM-GAP"))
                .contains("700 bytes")
                .doesNotContain("skipped");
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(3);
        assertThat(seen.from(Side.A).messagesOf(Verb.WRITE)).isEqualTo(1);
        assertThat(seen.from(Side.A).requests().lostByCapture()).isEqualTo(1);
    }

    /** The first FPDU begins with a marker, its CRC covers it, and a later marker points behind it. */
    @Test
    void aHoleOfOneMarkerLeavesNoFpduWithoutIt() {
        MpaStream a = new MpaStream(true, true).request(C, 1, NOTHING);
        int behindRequest = a.bytes().length;
        a.send(1, 700).send(2, 700);
        byte[] bytes = a.bytes();
        Wire.Seen seen = new Wire()
                .handshake()
                .data(0, bytes, 0, behindRequest, -1)
                .all(1, new MpaStream(false, true).reply(C | M, 1, NOTHING))
                .data(0, bytes, behindRequest + 4, bytes.length, -1)
                .ack(1, bytes.length)
                .run();
        assertThat(seen.rules()).containsExactly("IWARP-STREAM-GAP");
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"false,false", "true,false", "false,true", "true,true"})
    void aHoleThatSwallowsABoundaryEndsAtTheNextThatIsProved(boolean crc, boolean markers) {
        int flag = crc ? C : 0;
        MpaStream a = new MpaStream(markers, crc).request(flag, 1, NOTHING);
        for (int msn = 1; msn <= 8; msn++) {
            a.send(msn, 700);
        }
        byte[] bytes = a.bytes();
        int from = a.ends.get(2) + 100;
        int to = a.ends.get(3) + 100;
        Wire.Seen seen = new Wire()
                .handshake()
                .data(0, bytes, 0, from, -1)
                .all(1, new MpaStream(false, crc).reply(flag | (markers ? M : 0), 1, NOTHING))
                .data(0, bytes, to, bytes.length, -1)
                .ack(1, bytes.length)
                .run();
        assertThat(seen.rules()).containsExactly("IWARP-STREAM-GAP");
        assertThat(seen.message("IWARP-STREAM-GAP")).contains("skipped");
        // Message 3 is known by its header, 4 lost its own to the hole.
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(7);
        assertThat(seen.from(Side.A).outcome().status()).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void aSegmentWithAWrongChecksumIsDroppedAsItsReceiverDoes() {
        MpaStream a = initiator().send(1, 100).send(2, 100);
        byte[] bytes = a.bytes();
        byte[] broken = bytes.clone();
        broken[a.ends.get(0) + 1] = 99;
        Wire wire = new Wire().handshake().data(0, bytes, 0, a.ends.get(0), -1);
        wire.breakNextChecksum = true;
        wire.data(0, broken, a.ends.get(0), a.ends.get(1), -1);
        wire.data(0, bytes, a.ends.get(1), bytes.length, -1);
        wire.nowNs += 5_000_000;
        wire.data(0, bytes, a.ends.get(0), a.ends.get(1), -1).all(1, responder());
        Wire.Seen seen = wire.ack(1, bytes.length).run();
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(2);
        assertThat(seen.rules()).containsExactly("IWARP-TCP-LOSS");
        assertThat(seen.message("IWARP-TCP-LOSS"))
                .contains("1 had a wrong TCP checksum")
                .contains("5.00 ms");
    }

    /** One checksum in 65536 fits by chance where the sender's adapter fills them in later. */
    @Test
    void oneChecksumThatFitsByChanceDropsNothing() {
        MpaStream a = initiator().send(1, 100).send(2, 100).send(3, 100).send(4, 100);
        byte[] bytes = a.bytes();
        Wire wire = new Wire().handshake();
        int at = 0;
        for (int end : a.ends) {
            wire.breakNextChecksum = end != a.ends.get(2);
            wire.data(0, bytes, at, end, -1);
            at = end;
        }
        Wire.Seen seen = wire.all(1, responder()).ack(1, bytes.length).run();
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(4);
        assertThat(seen.rules()).isEmpty();
    }

    /** As most receivers do: what came first stays, in order and behind a gap. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofAnOverlapWithOtherContentTheFirstBytesStay(boolean behindGap) {
        MpaStream a =
                new MpaStream(false, true).request(C, 1, NOTHING).send(1, 100).send(2, 100);
        byte[] bytes = a.bytes();
        byte[] other = bytes.clone();
        for (int i = a.ends.get(0) + 30; i < bytes.length; i++) {
            other[i] ^= 0x55;
        }
        int cut = a.ends.get(0) + 60;
        int from = a.ends.get(0) + 30;
        Wire wire = new Wire().handshake().data(0, bytes, 0, a.ends.get(0), -1);
        wire.all(1, new MpaStream(false, true).reply(C, 1, NOTHING));
        if (behindGap) {
            wire.data(0, bytes, from, bytes.length, -1).data(0, other, from, cut, -1);
            wire.data(0, bytes, a.ends.get(0), from, -1);
        } else {
            wire.data(0, bytes, a.ends.get(0), cut, -1).data(0, other, from, cut, -1);
            wire.data(0, bytes, cut, bytes.length, -1);
        }
        Wire.Seen seen = wire.ack(1, bytes.length).run();
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(2);
        assertThat(seen.rules()).doesNotContain("IWARP-CRC-BAD", "IWARP-STREAM-GAP");
    }

    @Test
    void withoutTheRequestTheReplyIsTheBeginningOfBoth() {
        MpaStream a = initiator().send(1, 5);
        byte[] bytes = a.bytes();
        int start = a.ends.get(0);
        MpaStream b = responder();
        Wire.Seen seen = new Wire()
                .data(1, b.bytes(), 0, b.bytes().length, start)
                .data(0, bytes, start, bytes.length, b.bytes().length)
                .ack(1, bytes.length)
                .run();
        assertThat(seen.result().sessions()).hasSize(1);
        assertThat(seen.result().sessions().get(0).a().port()).isEqualTo(40_000);
    }

    /** What passes interface 0, and a moment later interface 1 if it is a tap of the same. */
    private static Wire.Seen atInterfaces(boolean same) {
        MpaStream a = initiator();
        for (int i = 1; i <= 10; i++) {
            a.send(i, 5);
        }
        byte[] bytes = a.bytes();
        MpaStream b = responder();
        Wire wire = new Wire().handshake().data(0, bytes, 0, a.ends.get(0), 0);
        wire.data(1, b.bytes(), 0, b.ends.get(0), a.ends.get(0));
        for (int i = 1; i < a.ends.size(); i++) {
            wire.data(0, bytes, a.ends.get(i - 1), a.ends.get(i), b.ends.get(0));
        }
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        wire.each(frame -> {
            long number = 2 * frame.number();
            tracker.onFrame(frame.at(number, frame.timeNs(), 0, same ? 0 : ((int) number / 2) & 1));
            if (same) {
                tracker.onFrame(frame.at(number + 1, frame.timeNs() + 100, 0, 1));
            }
        });
        return new Wire.Seen(tracker.finish());
    }

    @Test
    void twoInterfacesThatSeeTheSameSegmentsAreTold() {
        assertThat(atInterfaces(true).rules()).contains("CAPTURE-SEVERAL-TAPS");
    }

    @Test
    void aStreamOverTwoInterfacesIsNoneOfTwoTaps() {
        assertThat(atInterfaces(false).rules()).doesNotContain("CAPTURE-SEVERAL-TAPS");
    }
}
