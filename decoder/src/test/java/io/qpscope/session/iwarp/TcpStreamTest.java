package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.PsnCounts;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

/** What TCP below iWARP did: copies, retransmissions, reordering, losses and where. */
class TcpStreamTest {
    private static final byte[] NOTHING = {};
    private static final int MS = 1_000_000;

    private final MpaStream a =
            MpaStream.plain().request(0, 1, NOTHING).send(1, 100).send(2, 100).send(3, 100);
    private final MpaStream b = MpaStream.plain().reply(0, 1, NOTHING);
    private final byte[] bytes = a.bytes();
    private final int setup = a.ends.get(0);
    private final int one = a.ends.get(1);
    private final int two = a.ends.get(2);
    private final int reply = b.bytes().length;
    private final Wire wire = new Wire();

    private Wire connected() {
        return wire.handshake().data(0, bytes, 0, setup, 0).data(1, b.bytes(), 0, reply, setup);
    }

    private TcpStreamTest part(int start, int end) {
        wire.data(0, bytes, start, end, reply);
        return this;
    }

    private Wire ack(int from, int acknowledged) {
        return wire.ack(from, acknowledged);
    }

    private Wire sack(int from, int acknowledged, int... blocks) {
        return wire.sack(from, acknowledged, blocks);
    }

    private TcpStreamTest part(int start, int end, int ipId) {
        byte[] data = Arrays.copyOfRange(bytes, start, end);
        wire.segment(0, start, data, Wire.ACK, reply, ipId);
        return this;
    }

    private static PsnCounts counts(Wire.Seen seen) {
        return seen.from(Side.A).requests();
    }

    /** Sent again, copies of the network, copies of the capture, out of order, lost. */
    private static void assertCounts(
            Wire.Seen seen,
            long again,
            long copies,
            long taps,
            long late,
            long before,
            long after) {
        PsnCounts is = counts(seen);
        assertThat(new long[] {
                    is.retransmittedPackets(),
                    is.networkDuplicates(),
                    is.captureDuplicates(),
                    is.outOfOrderPackets(),
                    is.lostBeforeTap(),
                    is.lostAfterTap()
                })
                .containsExactly(again, copies, taps, late, before, after);
    }

    private static void assertWhole(Wire.Seen seen) {
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(3);
        assertThat(seen.from(Side.A).payloadBytes()).isEqualTo(300);
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(3);
        assertThat(counts(seen).lostByCapture()).isZero();
    }

    @Test
    void aSegmentWithItsIpIdIsACopyOfTheNetwork() {
        connected();
        part(setup, bytes.length, 500);
        part(setup, bytes.length, 500).ack(1, bytes.length);
        assertCounts(wire.run(), 0, 1, 0, 0, 0, 0);
    }

    @Test
    void withAnotherTtlTheSameSegmentWasCapturedTwice() {
        connected();
        part(setup, bytes.length, 500);
        wire.ttl = 63;
        part(setup, bytes.length, 500).ack(1, bytes.length);
        assertCounts(wire.run(), 0, 0, 1, 0, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {501, 0})
    void withAnotherIpIdOrNoneItWasSentAgain(int ipId) {
        connected();
        part(setup, bytes.length, ipId == 0 ? 0 : 500);
        part(setup, bytes.length, ipId).ack(1, bytes.length);
        Wire.Seen seen = wire.run();
        assertCounts(seen, 1, 0, 0, 0, 0, 0);
        assertWhole(seen);
    }

    @Test
    void overIpv6ARepetitionIsSentAgain() {
        wire.v6 = true;
        connected();
        part(setup, bytes.length).part(setup, bytes.length).ack(1, bytes.length);
        Wire.Seen seen = wire.run();
        assertCounts(seen, 1, 0, 0, 0, 0, 0);
        assertWhole(seen);
        assertThat(seen.result().sessions().get(0).a().address())
                .isEqualTo("2001:db8:0:1:fedc:0:8000:1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDamagedSegmentIsDroppedOverBothVersionsOfIp(boolean v6) {
        wire.v6 = v6;
        connected();
        wire.breakNextChecksum = true;
        part(setup, bytes.length).part(setup, bytes.length).ack(1, bytes.length);
        Wire.Seen seen = wire.run();
        assertCounts(seen, 0, 0, 0, 0, 0, 0);
        assertWhole(seen);
    }

    @Test
    void aKeepAliveRepeatsTheLastByteAndIsNoRetransmission() {
        connected();
        part(setup, bytes.length).part(bytes.length - 1, bytes.length).ack(1, bytes.length);
        assertCounts(wire.run(), 0, 0, 0, 0, 0, 0);
    }

    @Test
    void oneByteInsideOrTwoAtTheEndAreARetransmission() {
        connected();
        part(setup, bytes.length).part(bytes.length - 2, bytes.length - 1);
        part(bytes.length - 2, bytes.length).ack(1, bytes.length);
        assertCounts(wire.run(), 2, 0, 0, 0, 0, 0);
    }

    @Test
    void aSynSentAgainSoonIsACopyAndLaterARetransmission() {
        for (boolean late : new boolean[] {false, true}) {
            Wire each = new Wire();
            each.segment(0, -1, NOTHING, Wire.SYN, -1, 0);
            each.nowNs = 1_000_000L + (late ? 200 * MS : 200 * MS - 1);
            each.segment(0, -1, NOTHING, Wire.SYN, -1, 0);
            each.segment(1, -1, NOTHING, Wire.SYN | Wire.ACK, 0);
            each.all(0, a).all(1, b).ack(1, bytes.length);
            assertCounts(each.run(), late ? 1 : 0, late ? 0 : 1, 0, 0, 0, 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"700,0,1", "701,1,0", "0,1,0"})
    void aFinSentTwiceIsACopyWithItsIpId(int second, long again, long copies) {
        connected();
        part(setup, bytes.length);
        int first = second == 0 ? 0 : 700;
        wire.segment(0, bytes.length, NOTHING, Wire.FIN | Wire.ACK, reply, first);
        wire.segment(0, bytes.length, NOTHING, Wire.FIN | Wire.ACK, reply, second);
        Wire.Seen seen = wire.ack(1, bytes.length + 1).run();
        assertCounts(seen, again, copies, 0, 0, 0, 0);
        assertWhole(seen);
    }

    @Test
    void aFinBehindDataIsCountedOnce() {
        connected();
        byte[] rest = Arrays.copyOfRange(bytes, setup, bytes.length);
        wire.segment(0, setup, rest, Wire.FIN | Wire.ACK, reply, 700);
        wire.segment(0, bytes.length, NOTHING, Wire.FIN | Wire.ACK, reply, 701);
        assertCounts(wire.ack(1, bytes.length + 1).run(), 1, 0, 0, 0, 0, 0);
    }

    @Test
    void aHigherIpIdBehindAGapTellsOfALossBeforeTheTapAndALowerOneOfReordering() {
        connected();
        part(setup, one, 300).part(two, bytes.length, 302).part(one, two, 301);
        Wire.Seen reordered = wire.ack(1, bytes.length).run();
        assertCounts(reordered, 0, 0, 0, 1, 0, 0);
        assertWhole(reordered);
    }

    @ParameterizedTest
    @CsvSource({"302,303", "65535,2"})
    void ipIdsMayWrapBetweenALossAndItsRepair(int last, int again) {
        wire.ipIds[0] = last - 10;
        connected();
        part(setup, one, last - 1).part(two, bytes.length, last);
        wire.nowNs += 7 * MS - 1_000;
        Wire.Seen seen = part(one, two, again).ack(1, bytes.length).run();
        assertCounts(seen, 1, 0, 0, 0, 1, 0);
        assertWhole(seen);
        assertThat(seen.message("IWARP-TCP-LOSS")).contains("7.00 ms");
    }

    @Test
    void withoutAnIpIdLateDataIsOutOfOrder() {
        connected();
        part(setup, one, 0).part(two, bytes.length, 0).part(one, two, 0);
        assertCounts(wire.ack(1, bytes.length).run(), 0, 0, 0, 1, 0, 0);
    }

    @Test
    void aRepairThatASackAskedForWasLostBehindTheTap() {
        connected();
        part(setup, one, 300).part(one, two, 301).part(two, bytes.length, 302);
        wire.sack(1, one, two, bytes.length);
        wire.nowNs += 4 * MS - 3_000;
        Wire.Seen seen = part(one, two, 303).ack(1, bytes.length).run();
        assertCounts(seen, 1, 0, 0, 0, 0, 1);
        assertWhole(seen);
        assertThat(seen.message("IWARP-TCP-LOSS")).contains("1 behind").contains("4.00 ms");
    }

    @Test
    void theLastSackBlockAndOthersInFrontOfItAreRead() {
        connected();
        part(setup, one, 300).part(one, two, 301).part(two, bytes.length, 302);
        wire.sack(1, setup, one, one + 1, two, bytes.length);
        Wire.Seen seen = part(one, two, 303).ack(1, bytes.length).run();
        assertCounts(seen, 1, 0, 0, 0, 0, 1);
    }

    @Test
    void dataAskedForByNoSackOrAcknowledgedAlreadyIsNoLoss() {
        connected();
        part(setup, one, 300).part(one, two, 301).part(two, bytes.length, 302);
        wire.ack(1, one);
        assertCounts(part(one, two, 303).ack(1, bytes.length).run(), 1, 0, 0, 0, 0, 0);
    }

    @Test
    void aSackOfWhatIsAcknowledgedTellsOfASecondCopyOnly() {
        connected();
        part(setup, one, 300).part(one, two, 301).part(two, bytes.length, 302);
        wire.sack(1, two, setup, one);
        Wire.Seen seen = part(two, bytes.length, 303).ack(1, bytes.length).run();
        assertCounts(seen, 1, 0, 0, 0, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({"200,true", "199,false"})
    void dataSentAgainAfterATimeoutIsALoss(int waitedMs, boolean loss) {
        connected();
        part(setup, bytes.length, 300);
        wire.nowNs += (long) waitedMs * MS - 1_000;
        Wire.Seen seen = part(setup, bytes.length, 301).ack(1, bytes.length).run();
        assertThat(counts(seen).retransmittedPackets()).isEqualTo(1);
        assertThat(seen.rules().contains("IWARP-TCP-LOSS")).isEqualTo(loss);
        if (loss) {
            assertThat(seen.message("IWARP-TCP-LOSS")).contains("200");
        }
    }

    @Test
    void aTimeoutThatTheReceiverCallsNeedlessIsNoLoss() {
        connected();
        part(setup, bytes.length, 300);
        wire.nowNs += 300L * MS;
        part(setup, bytes.length, 301).sack(1, bytes.length, setup, bytes.length);
        assertThat(wire.run().rules()).doesNotContain("IWARP-TCP-LOSS");
    }

    @Test
    void whatThePeerAcknowledgedTheCaptureLacks() {
        connected();
        part(setup, one, 300).part(two, bytes.length, 302).ack(1, bytes.length);
        Wire.Seen seen = wire.run();
        assertThat(counts(seen).lostByCapture()).isEqualTo(1);
        assertThat(seen.message("IWARP-STREAM-GAP")).contains(two - one + " bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void anAcknowledgementBeyondTheEndTellsOfBytesThatAreMissing(int missing) {
        connected();
        part(setup, bytes.length - missing).ack(1, bytes.length);
        Wire.Seen seen = wire.run();
        assertThat(seen.message("IWARP-STREAM-GAP")).contains(missing + " bytes");
        assertThat(counts(seen).lostByCapture()).isEqualTo(1);
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(3);
    }

    @Test
    void anAcknowledgedFinIsNoMissingByteEvenIfTheCaptureLacksIt() {
        connected();
        part(setup, bytes.length).ack(1, bytes.length + 1);
        assertWhole(wire.run());
    }

    @Test
    void aSegmentOfWhichTheCaptureKeptTheBeginningLeavesAHole() {
        connected();
        wire.cutNext = 40;
        part(setup, one).part(one, two).part(two, bytes.length).ack(1, bytes.length);
        Wire.Seen seen = wire.run();
        assertThat(counts(seen).lostByCapture()).isEqualTo(1);
        assertThat(seen.message("IWARP-STREAM-GAP"))
                .contains("40 bytes of the stream")
                .doesNotContain("skipped");
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(3);
        assertThat(seen.from(Side.A).payloadBytes()).isEqualTo(300);
    }

    /** The far bound is 2^30: beyond it a number belongs to no window of this stream. */
    @Test
    void aNumberFartherThanAnyWindowChangesNothing() {
        connected();
        part(setup, one);
        wire.segment(0, one + (1 << 30) + 1, new byte[10], Wire.ACK, reply);
        wire.segment(0, one - (1 << 30) - 1, new byte[10], Wire.ACK, reply);
        wire.ack(1, one + (1 << 30) + 1);
        part(one, bytes.length).ack(1, bytes.length);
        Wire.Seen seen = wire.run();
        assertWhole(seen);
        assertCounts(seen, 0, 0, 0, 0, 0, 0);
    }
}
