package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.wire.Terminate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** What is refused, with which Terminate, and how work ends (RFC 5040, 4.8; RFC 5041, 7; siw). */
class StreamFaultTest {
    private static StreamPair pair(IwarpProfile profile) {
        return new StreamPair(
                        o -> o.profile(profile).crc(false).depths(4, 4),
                        o -> o.profile(profile).crc(false).depths(4, 4))
                .connect();
    }

    private static StreamPair pair() {
        return pair(IwarpProfile.RFC);
    }

    private static void ended(StreamPair pair, int layer, int type, int code) {
        Terminate sent = pair.b.stream.terminateSent();
        assertThat(sent).isNotNull();
        assertThat(List.of(sent.layer(), sent.type(), sent.code()))
                .as(sent.text())
                .containsExactly(layer, type, code);
        assertThat(pair.b.stream.state()).isEqualTo(StreamState.CLOSED);
        assertThat(pair.a.stream.state()).isEqualTo(StreamState.TERMINATED);
        assertThat(pair.a.stream.terminateReceived()).isEqualTo(sent);
    }

    /** An FPDU made by hand comes to B as if A had sent it. */
    private static StreamPair inject(String ulpdu) {
        return inject(pair(), ulpdu);
    }

    private static StreamPair inject(StreamPair pair, String ulpdu) {
        byte[] bytes = HexFormat.of().parseHex(ulpdu.replace(" ", ""));
        FpduWriter writer = new FpduWriter(IwarpProfile.RFC);
        writer.start(false, false, 1448);
        writer.begin().put(bytes);
        ByteBuffer out = ByteBuffer.allocate(2000);
        writer.end(out);
        return pair.inject(Arrays.copyOf(out.array(), out.position()));
    }

    /** Header bytes, then layer, type and code (RFC 5040, figure 12; RFC 5041, 7). */
    @ParameterizedTest
    @CsvSource({
        "41 43 00000000 00000000 00000001 0000, 1, 0, 0", // cut header
        "c2 40 00000001 0000000000000000 00, 1, 1, 4", // DDP version, tagged
        "42 43 00000000 00000000 00000001 00000000, 1, 2, 6", // DDP version, untagged
        "41 03 00000000 00000000 00000001 00000000, 0, 2, 5", // RDMAP version
        "41 4c 00000000 00000000 00000001 00000000, 0, 2, 6", // reserved opcode
        "c1 43 00000001 0000000000000000 00, 0, 2, 6", // a tagged SEND
        "41 40 00000000 00000000 00000001 00000000, 0, 2, 6", // an untagged WRITE
        "41 43 00000000 00000004 00000001 00000000, 1, 2, 1", // no such queue
        "41 43 00000000 00000001 00000001 00000000, 0, 2, 6", // SEND on the queue of READs
        "41 43 00000000 00000000 00000001 00000000, 1, 2, 2", // no receive request
        "41 43 00000000 00000000 00000002 00000000, 1, 2, 3", // number skipped
        "41 43 00000000 00000000 00000001 00000004, 1, 2, 4", // offset in a first segment
        "41 41 00000000 00000001 00000001 00000000 00, 0, 2, 255", // cut READ request
        "41 48 00000000 00000000 00000001 00000000 00, 0, 2, 255", // immediate of one byte
        "c1 42 00000001 0000000000000000 00, 0, 2, 6", // a response nobody waits for
        "c1 40 00000001 0000000000000000 00, 1, 1, 0", // unknown STag
    })
    void aSegmentThatCantBeTakenEndsTheStream(String ulpdu, int layer, int type, int code) {
        ended(inject(ulpdu), layer, type, code);
    }

    @Test
    void theSegmentIsGivenBackInTheRfcsForm() {
        StringBuilder sent = new StringBuilder();
        StreamPair pair = pair().tap((fromA, bytes, at, length) -> {
            byte[] part = new byte[length];
            bytes.get(at, part);
            sent.append(fromA ? "" : HexFormat.of().formatHex(part));
        });
        inject(pair, "c1 40 01020304 1112131415161718 aabb");
        // Control 11 00, M and D; length 16; the header.
        assertThat(sent.toString())
                .isEqualTo("0026" + "4147" + "00000000" + "00000002" + "00000001" + "00000000"
                        + "1100c000" + "0010" + "c140010203041112131415161718" + "00000000");
    }

    @Test
    void aReadRequestIsGivenBackWhole() {
        StreamPair pair = pair();
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 8).remote(0x55, 0)).run();
        ended(pair, 0, 1, 0);
        assertThat(pair.b.stream.terminateSent().r()).isTrue();
        assertThat(pair.b.stream.terminateSent().siwForm()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void aWriteReachesToTheEndOfItsRegion(int beyond, boolean good) {
        StreamPair pair = pair();
        long to = pair.b.region.address() + StreamPair.SIZE - 100 + beyond;
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 100).remote(pair.b.region.key(), to))
                .run();
        if (good) {
            assertThat(pair.b.stream.state()).isEqualTo(StreamState.ESTABLISHED);
        } else {
            ended(pair, 1, 1, 1);
        }
        // TCP took it either way.
        assertThat(pair.a.sent())
                .extracting(StreamPair.Done::status)
                .containsOnly(WcStatus.SUCCESS);
    }

    @Test
    void anOffsetThatWrapsIsToldApart() {
        StreamPair pair = pair();
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 100).remote(pair.b.region.key(), -1))
                .run();
        ended(pair, 1, 1, 3);
    }

    @Test
    void accessIsRefusedAsTheProfileSays() {
        for (IwarpProfile profile : List.of(IwarpProfile.RFC, IwarpProfile.SIW)) {
            StreamPair pair = pair(profile);
            MemoryRegion local =
                    pair.b.memory.register(ByteBuffer.allocate(64), Access.LOCAL_WRITE);
            pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8).remote(local.key(), local.address()));
            pair.run();
            boolean siw = profile.siwTerminates();
            ended(pair, siw ? 1 : 0, 1, siw ? 0 : 2);
            assertThat(pair.a.stream.terminateReceived().siwForm()).isEqualTo(siw);
        }
    }

    @Test
    void aSendThatDoesNotFitFailsTheReceiveRequest() {
        for (IwarpProfile profile : List.of(IwarpProfile.RFC, IwarpProfile.SIW)) {
            StreamPair pair = pair(profile).receive(1, 2000).receive(2, 1999).receive(3, 9);
            pair.post(pair.bytes(Verb.SEND, 1, 2000));
            pair.post(pair.bytes(Verb.SEND, 2, 2000)).run();
            assertThat(pair.b.received())
                    .extracting(StreamPair.Done::status)
                    .containsExactly(WcStatus.SUCCESS, WcStatus.LOC_LEN_ERR, WcStatus.WR_FLUSH_ERR);
            ended(pair, 1, 2, profile.siwTerminates() ? 2 : 5);
        }
    }

    @Test
    void aKeyThatCantBeTakenAwayEndsTheStreamButNotSiws() {
        StreamPair rfc = pair().receive(1, 10);
        rfc.post(rfc.bytes(Verb.SEND_WITH_INV, 1, 1).immediate(3)).run();
        ended(rfc, 0, 1, 9);
        assertThat(rfc.b.received())
                .extracting(StreamPair.Done::status)
                .containsExactly(WcStatus.REM_INV_REQ_ERR);
        StreamPair siw = pair(IwarpProfile.SIW).receive(1, 10);
        siw.post(siw.bytes(Verb.SEND_WITH_INV, 1, 1).immediate(3)).run();
        assertThat(siw.b.stream.state()).isEqualTo(StreamState.ESTABLISHED);
    }

    @Test
    void readsWaitForTheDepthAgreedOn() {
        StreamPair pair = new StreamPair(o -> o.depths(4, 4), o -> o.depths(1, 1)).connect();
        for (int i = 0; i < 10; i++) {
            pair.post(pair.bytes(Verb.RDMA_READ, i, 5000));
        }
        pair.run();
        assertThat(pair.a.sent())
                .hasSize(10)
                .extracting(StreamPair.Done::status)
                .containsOnly(WcStatus.SUCCESS);
    }

    @Test
    void whatNoIwarpDeviceCanDoEndsLocally() {
        for (Verb verb : List.of(Verb.FLUSH, Verb.ATOMIC_WRITE, Verb.SEND_WITH_IMM)) {
            StreamPair pair = pair();
            pair.post(pair.bytes(Verb.RDMA_READ, 1, 8));
            pair.post(pair.bytes(verb, 2, 8));
            pair.post(pair.bytes(Verb.SEND, 3, 8)).run();
            assertThat(pair.a.sent())
                    .extracting(StreamPair.Done::toString)
                    .containsExactly("1 WR_FLUSH_ERR", "2 LOC_QP_OP_ERR", "3 WR_FLUSH_ERR");
            assertThat(pair.a.stream.terminateSent().type()).isZero();
            assertThat(pair.b.stream.state()).isEqualTo(StreamState.TERMINATED);
        }
    }

    @Test
    void memoryThatIsNotOursEndsLocally() {
        StreamPair pair = pair();
        pair.post(pair.request.of(Verb.SEND, 1).local(1, 2, 3)).run();
        assertThat(pair.a.sent())
                .extracting(StreamPair.Done::status)
                .containsExactly(WcStatus.LOC_PROT_ERR);
    }

    @Test
    void aDeadStreamFlushesWhatIsPosted() {
        StreamPair pair = pair().receive(1, 10);
        pair.b.stream.ended(true);
        assertThat(pair.b.stream.state()).isEqualTo(StreamState.FAILED);
        assertThat(pair.b.stream.failure()).isEqualTo("the TCP connection was lost");
        pair.receive(2, 10);
        assertThat(pair.b.received())
                .extracting(StreamPair.Done::toString)
                .containsExactly("1 WR_FLUSH_ERR", "2 WR_FLUSH_ERR");
        assertThat(pair.b.stream.post(pair.request.of(Verb.SEND, 3))).isTrue();
        assertThat(pair.b.sent())
                .extracting(StreamPair.Done::toString)
                .containsExactly("3 WR_FLUSH_ERR");
    }

    @Test
    void closingWaitsForWorkAndTakesNoMore() {
        StreamPair pair = pair();
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 60_000));
        pair.a.stream.close(pair.now);
        assertThat(pair.a.stream.tcp()).isEqualTo(TcpAction.NONE);
        assertThat(pair.a.stream.post(pair.bytes(Verb.SEND, 2, 1))).isFalse();
        pair.run();
        assertThat(pair.a.sent())
                .extracting(StreamPair.Done::status)
                .containsExactly(WcStatus.SUCCESS);
        assertThat(pair.a.stream.state()).isEqualTo(StreamState.CLOSED);
        assertThat(pair.b.stream.state()).isEqualTo(StreamState.CLOSED);
    }

    @Test
    void aFinInTheMiddleOfWorkIsAFailure() {
        StreamPair pair = pair();
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 8));
        ByteBuffer lost = ByteBuffer.allocate(100);
        assertThat(pair.a.stream.transmit(lost, 0)).isEqualTo(52);
        pair.a.stream.ended(false);
        assertThat(pair.a.stream.state()).isEqualTo(StreamState.FAILED);
        assertThat(pair.a.sent())
                .extracting(StreamPair.Done::status)
                .containsExactly(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void anAddWithAMaskCarriesNothingFromFieldToField() {
        long bytes = 0x8080_8080_8080_8080L;
        assertThat(RequestsIn.add(0x00ff_01ff_7f80_ff10L, 0x0101_0101_0180_0101L, bytes))
                .isEqualTo(0x0100_0200_8000_0011L);
        assertThat(RequestsIn.add(-1, 2, 0)).isEqualTo(1);
    }
}
