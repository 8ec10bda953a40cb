package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Side;
import io.qpscope.session.Verb;
import io.qpscope.wire.Rdmap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Both sides of each rule on iWARP: what fires it, and its nearest lawful neighbour. */
class IwarpRulesTest {
    private static final byte[] NOTHING = {};
    private static final int C = 0x40;
    private static final int R = 0x20;
    private static final int S = 0x10;
    private static final int PEER_TO_PEER = 0x8000;
    private static final int TOP = 0x8000;
    private static final int SECOND = 0x4000;

    private static MpaStream plain(boolean request) {
        return request
                ? MpaStream.plain().request(0, 1, NOTHING)
                : MpaStream.plain().reply(0, 1, NOTHING);
    }

    private static MpaStream revision2(boolean request, int ird, int ord) {
        byte[] depths = MpaStream.depths(ird, ord);
        return request
                ? MpaStream.plain().request(S, 2, depths)
                : MpaStream.plain().reply(S, 2, depths);
    }

    private static Wire.Seen seen(MpaStream a, MpaStream b) {
        int all = a.bytes().length;
        return new Wire()
                .handshake()
                .data(0, a.bytes(), 0, a.ends.get(0), 0)
                .data(1, b.bytes(), 0, b.ends.get(0), a.ends.get(0))
                .data(0, a.bytes(), a.ends.get(0), all, b.ends.get(0))
                .data(1, b.bytes(), b.ends.get(0), b.bytes().length, all)
                .run();
    }

    @Test
    void terminateIsToldInWordsInBothForms() {
        assertThat(seen(plain(true).send(1, 9), plain(false).terminate(0x21020000, NOTHING))
                        .message("IWARP-TERMINATE"))
                .contains("no receive buffer for the message")
                .contains("siw");
        assertThat(seen(plain(true).send(1, 9), plain(false).terminate(0x12020000, NOTHING))
                        .message("IWARP-TERMINATE"))
                .contains("no receive buffer for the message")
                .doesNotContain("siw");
        assertThat(seen(plain(true).send(1, 9), plain(false)).rules()).isEmpty();
    }

    @Test
    void aWrongCrcCountsOnlyWhereCrcsWereNegotiated() {
        MpaStream a = new MpaStream(false, true).request(C, 1, NOTHING).send(1, 10);
        a.breakNextCrc = true;
        MpaStream b = new MpaStream(false, true).reply(0, 1, NOTHING);
        assertThat(seen(a.send(2, 10), b).rules()).containsExactly("IWARP-CRC-BAD");
        MpaStream unused = plain(true).send(1, 10);
        unused.breakNextCrc = true;
        assertThat(seen(unused.send(2, 10), plain(false)).rules()).isEmpty();
        MpaStream good = new MpaStream(false, true).request(0, 1, NOTHING).send(1, 10);
        assertThat(seen(good, new MpaStream(false, true).reply(C, 1, NOTHING)).rules())
                .isEmpty();
    }

    @Test
    void aRejectIsAnErrorWithItsReason() {
        byte[] no = {'n', 'o'};
        Wire.Seen seen = seen(plain(true), MpaStream.plain().reply(R, 1, no));
        assertThat(seen.rules()).containsExactly("IWARP-MPA-REJECTED");
        assertThat(seen.message("IWARP-MPA-REJECTED")).contains("\"no\"");
        assertThat(seen(plain(true), MpaStream.plain().reply(0, 1, no)).rules()).isEmpty();
    }

    @Test
    void messageNumbersCountUpPerQueue() {
        MpaStream good = plain(true).send(1, 3).readRequest(1, 0).send(2, 3);
        assertThat(seen(good, plain(false)).rules()).isEmpty();
        MpaStream skipping = plain(true).send(1, 3).send(3, 3);
        assertThat(seen(skipping, plain(false)).rules()).containsExactly("IWARP-MSN-ORDER");
        MpaStream shared = plain(true).send(1, 3).readRequest(2, 0);
        assertThat(seen(shared, plain(false)).message("IWARP-MSN-ORDER"))
                .contains("queue 1: MSN 2 where 1 was due");
    }

    @Test
    void segmentsOfAMessageFollowEachOther() {
        byte[] ten = MpaStream.filled(10);
        MpaStream good = plain(true)
                .untagged(Rdmap.SEND, 0, 1, 0, false, ten)
                .readRequest(1, 1)
                .untagged(Rdmap.SEND, 0, 1, 10, true, ten);
        assertThat(seen(good, plain(false)).rules()).isEmpty();
        MpaStream hole = plain(true)
                .untagged(Rdmap.SEND, 0, 1, 0, false, ten)
                .untagged(Rdmap.SEND, 0, 1, 12, true, ten);
        assertThat(seen(hole, plain(false)).rules()).containsExactly("IWARP-MO-ORDER");
        MpaStream mixed = plain(true).untagged(Rdmap.SEND, 0, 1, 0, false, ten).send(2, 3);
        assertThat(seen(mixed, plain(false)).rules()).containsExactly("IWARP-MO-ORDER");
    }

    @Test
    void readsBeyondTheDepthOfThePeerAreTold() {
        MpaStream two = revision2(true, 8, 8).readRequest(1, 1).readRequest(2, 1);
        assertThat(seen(two, revision2(false, 2, 8)).rules()).isEmpty();
        assertThat(seen(two, revision2(false, 1, 8)).rules()).containsExactly("IWARP-IRD-EXCEEDED");
    }

    @Test
    void severalReadsWithoutANegotiatedDepthAreANote() {
        assertThat(seen(plain(true).readRequest(1, 1), plain(false)).rules()).isEmpty();
        assertThat(seen(plain(true).readRequest(1, 1).readRequest(2, 1), plain(false))
                        .rules())
                .containsExactly("IWARP-IRD-UNKNOWN");
    }

    @Test
    void theResponderShallNotSendFirst() {
        MpaStream a = plain(true).send(1, 3);
        MpaStream b = plain(false).send(1, 3);
        assertThat(seen(a, b).rules()).isEmpty();
        assertThat(new Wire()
                        .handshake()
                        .data(0, a.bytes(), 0, a.ends.get(0), 0)
                        .all(1, b)
                        .data(0, a.bytes(), a.ends.get(0), a.bytes().length, 0)
                        .run()
                        .rules())
                .containsExactly("IWARP-DATA-BEFORE-RTR");
    }

    @Test
    void withPeerToPeerAgreedTheResponderMustNotSendFirst() {
        MpaStream a = revision2(true, PEER_TO_PEER | 4, TOP | 4);
        MpaStream b = revision2(false, PEER_TO_PEER | 4, TOP | 4).send(1, 3);
        assertThat(new Wire().handshake().all(0, a).all(1, b).run().rules())
                .containsExactly("IWARP-RTR-MISMATCH");
    }

    @Test
    void theReadyToReceiveMessageIsTheOneAgreedAndNoVerb() {
        MpaStream write = revision2(true, PEER_TO_PEER | 4, TOP | SECOND | 4).write(0, 0, 0);
        MpaStream takesWrite = revision2(false, PEER_TO_PEER | 4, TOP | 4);
        Wire.Seen good = seen(write.send(1, 5), takesWrite);
        assertThat(good.rules()).isEmpty();
        assertThat(good.from(Side.A).messages().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(1);
        MpaStream takesRead = revision2(false, PEER_TO_PEER | 4, SECOND | 4);
        assertThat(seen(write, takesRead).rules()).containsExactly("IWARP-RTR-MISMATCH");
    }

    /** Bits of the reply: the empty FPDU or SEND, the WRITE, the READ of no bytes. */
    @ParameterizedTest
    @CsvSource({"fpdu,0x4000,0", "send,0x4000,0", "write,0,0x8000", "read,0,0x4000"})
    void eachKindOfReadyToReceiveMessageIsAcceptedWhereItWasAgreed(
            String kind, String ird, String ord) {
        int b = Integer.decode(ird);
        int cd = Integer.decode(ord);
        MpaStream takes = revision2(false, PEER_TO_PEER | b | 4, cd | 4);
        takes.send(1, 3);
        Wire.Seen good = seen(ready(kind).send(kind.equals("send") ? 2 : 1, 5), takes);
        assertThat(good.rules()).isEmpty();
        assertThat(verbs(good)).as("the message behind it alone").isEqualTo(1);
        assertThat(good.from(Side.B).messagesOf(Verb.SEND)).isEqualTo(1);
        MpaStream takesOther = b == 0
                ? revision2(false, PEER_TO_PEER | SECOND | 4, 4)
                : revision2(false, PEER_TO_PEER | 4, TOP | 4);
        assertThat(seen(ready(kind), takesOther).rules()).containsExactly("IWARP-RTR-MISMATCH");
    }

    private static MpaStream ready(String kind) {
        MpaStream a = revision2(true, PEER_TO_PEER | SECOND | 4, TOP | SECOND | 4);
        return switch (kind) {
            case "fpdu" -> a.fpdu(NOTHING);
            case "send" -> a.send(1, 0);
            case "write" -> a.write(1, 0, 0);
            default -> a.readRequest(1, 0);
        };
    }

    private static long verbs(Wire.Seen seen) {
        return seen.from(Side.A).messages().stream().mapToLong(Long::longValue).sum();
    }

    /** Field case BUG-067: any STag will do in a message without data. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anEmptyWriteMayNameAnyTag(int stag) {
        MpaStream a = revision2(true, PEER_TO_PEER | 4, TOP | 4).write(stag, 0, 0);
        assertThat(seen(a, revision2(false, PEER_TO_PEER | 4, TOP | 4)).rules()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"false,false", "false,true", "true,false", "true,true"})
    void anEmptyFirstFpduIsNoMarkerAndAMarkerIsNoFpdu(boolean markers, boolean crc) {
        int flags = S | (crc ? C : 0) | (markers ? 0x80 : 0);
        byte[] depths = MpaStream.depths(PEER_TO_PEER | SECOND | 4, 4);
        MpaStream a = new MpaStream(markers, crc).request(flags & ~0x80, 2, depths);
        MpaStream b = new MpaStream(false, crc).reply(flags, 2, depths);
        Wire.Seen seen = seen(a.fpdu(NOTHING).send(1, 700).write(2, 0, 900), b);
        assertThat(seen.rules()).isEmpty();
        assertThat(seen.from(Side.A).payloadBytes()).isEqualTo(1_600);
        assertThat(verbs(seen)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
    void anFpduTooShortForASegmentIsToldAndNotReadBeyondItsEnd(int length) {
        byte[] ulpdu = new byte[length];
        Arrays.fill(ulpdu, (byte) 0xc1);
        MpaStream a =
                new MpaStream(false, true).request(C, 1, NOTHING).send(1, 4).fpdu(ulpdu);
        Wire.Seen seen = seen(a, new MpaStream(false, true).reply(C, 1, NOTHING));
        assertThat(seen.rules()).containsExactly("IWARP-SEGMENT-MALFORMED");
        assertThat(seen.message("IWARP-SEGMENT-MALFORMED"))
                .contains(length + " bytes are too few for a DDP header");
        assertThat(seen.from(Side.A).payloadBytes()).isEqualTo(4);
    }

    @Test
    void aSegmentIsOneByVersionOpcodeFormAndQueue() {
        MpaStream b = new MpaStream(false, true).reply(C, 1, NOTHING);
        assertThat(malformed(0x41, Rdmap.SEND, 0, b)).isNull();
        assertThat(malformed(0x41, Rdmap.SEND, 1, b)).contains("SEND on queue 1");
        assertThat(malformed(0x41, 12, 0, b)).contains("reserved opcode 12");
        assertThat(malformed(0x42, Rdmap.SEND, 0, b)).contains("DDP version 2");
        assertThat(malformed(0x41, Rdmap.WRITE, 0, b)).contains("RDMA WRITE in an untagged");
        assertThat(malformed(0xc1, Rdmap.SEND, 0, b)).contains("SEND in a tagged");
        assertThat(malformed(0x45, Rdmap.SEND, 0, b)).contains("reserved bits");
    }

    private static String malformed(int control, int opcode, int queue, MpaStream b) {
        byte[] ulpdu = ByteBuffer.allocate(22)
                .put((byte) control)
                .put((byte) (0x40 | opcode))
                .putInt(0)
                .putInt(queue)
                .putInt(1)
                .array();
        MpaStream a = new MpaStream(false, true).request(C, 1, NOTHING).fpdu(ulpdu);
        return seen(a, b).message("IWARP-SEGMENT-MALFORMED");
    }

    @Test
    void aReplyTakesUpPeerToPeerAndChoosesOneKind() {
        MpaStream asks = revision2(true, PEER_TO_PEER | SECOND | 4, TOP | SECOND | 4);
        assertThat(seen(asks, revision2(false, PEER_TO_PEER | 4, TOP | 4)).rules())
                .isEmpty();
        assertThat(seen(asks, revision2(false, 4, TOP | 4)).rules())
                .containsExactly("IWARP-RTR-MISMATCH");
        assertThat(seen(asks, revision2(false, PEER_TO_PEER | SECOND | 4, TOP | 4))
                        .rules())
                .containsExactly("IWARP-RTR-MISMATCH");
    }

    @Test
    void markersPointToTheirFpdu() {
        MpaStream b = MpaStream.plain().reply(0x80, 1, NOTHING);
        MpaStream good = new MpaStream(true, false).request(0, 1, NOTHING).send(1, 900);
        assertThat(seen(good, b).rules()).isEmpty();
        MpaStream wrong = new MpaStream(true, false).request(0, 1, NOTHING).send(1, 200);
        wrong.breakNextMarker = true;
        assertThat(seen(wrong.send(2, 900), b).rules()).containsExactly("IWARP-MARKER-FAULT");
        MpaStream none = plain(true).send(1, 5);
        assertThat(seen(none, b).rules()).containsExactly("IWARP-MARKER-FAULT");
    }

    @Test
    void aLostSegmentStallsAndAReorderedOneDoesNot() {
        MpaStream a = plain(true).send(1, 100).send(2, 100).send(3, 100);
        byte[] bytes = a.bytes();
        int one = a.ends.get(1);
        int two = a.ends.get(2);
        Wire lost = new Wire().handshake().data(0, bytes, 0, one, 0);
        lost.data(0, bytes, two, bytes.length, 0);
        lost.nowNs += 3_000_000;
        Wire.Seen seen = lost.data(0, bytes, one, two, 0).all(1, plain(false)).run();
        assertThat(seen.message("IWARP-TCP-LOSS")).contains("1 before the capture point");
        Wire reordered = new Wire().handshake().data(0, bytes, 0, one, 0);
        byte[] last = Arrays.copyOfRange(bytes, two, bytes.length);
        byte[] middle = Arrays.copyOfRange(bytes, one, two);
        reordered.segment(0, two, last, 0x10, 0, 203).segment(0, one, middle, 0x10, 0, 202);
        assertThat(reordered.all(1, plain(false)).run().rules()).isEmpty();
    }

    @Test
    void aWholeStreamHasNoGap() {
        MpaStream a = plain(true).send(1, 100).send(2, 100);
        byte[] bytes = a.bytes();
        Wire whole = new Wire().handshake().all(0, a).all(1, plain(false)).ack(1, bytes.length);
        assertThat(whole.run().rules()).isEmpty();
        Wire cut = new Wire()
                .handshake()
                .data(0, bytes, 0, a.ends.get(0), 0)
                .all(1, plain(false))
                .ack(1, bytes.length);
        assertThat(cut.run().rules()).containsExactly("IWARP-STREAM-GAP");
    }
}
