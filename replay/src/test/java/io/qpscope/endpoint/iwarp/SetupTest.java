package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HexFormat;

/** MPA's request and reply, byte for byte and in what comes of them (RFC 5044, 7.1; RFC 6581). */
class SetupTest {
    private static final String REQUEST = "4d504120494420526571204672616d65";
    private static final String REPLY = "4d504120494420526570204672616d65";

    private final ByteArrayOutputStream fromA = new ByteArrayOutputStream();
    private final ByteArrayOutputStream fromB = new ByteArrayOutputStream();

    private StreamPair watch(StreamPair pair) {
        return pair.tap((isA, bytes, at, length) -> {
            byte[] part = new byte[length];
            bytes.get(at, part);
            (isA ? fromA : fromB).writeBytes(part);
        });
    }

    private static String hex(ByteArrayOutputStream bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    @Test
    void revisionTwoTellsDepthsBeforeThePrivateData() {
        StreamPair pair = watch(new StreamPair(
                o -> o.crc(false).depths(5, 6), o -> o.crc(true).markers(true).depths(7, 9)));
        pair.connect(new byte[] {1, 2, 3});
        assertThat(hex(fromA)).isEqualTo(REQUEST + "10" + "02" + "0007" + "00050006" + "010203");
        // ORD of the reply: no more than the initiator's IRD.
        assertThat(hex(fromB)).isEqualTo(REPLY + "d0" + "02" + "0004" + "00070005");
        assertThat(pair.a.stream.ord()).isEqualTo(6);
        assertThat(pair.b.stream.ord()).isEqualTo(5);
        assertThat(pair.b.stream.privateData()).containsExactly(1, 2, 3);
        assertThat(pair.a.stream.state()).isEqualTo(StreamState.ESTABLISHED);
    }

    @Test
    void revisionOneHasNoDepths() {
        StreamPair pair = watch(new StreamPair(o -> o.revision(1).crc(false), o -> o.crc(false)));
        pair.connect(new byte[] {9});
        assertThat(hex(fromA)).isEqualTo(REQUEST + "00" + "01" + "0001" + "09");
        assertThat(hex(fromB)).isEqualTo(REPLY + "00" + "01" + "0000");
        assertThat(pair.a.stream.ord()).isEqualTo(16);
    }

    /** CRC when either asks; markers to whom asks. */
    @ParameterizedTest
    @CsvSource({
        "false,false,false,false",
        "true,false,false,true",
        "false,true,true,false",
        "true,true,true,true"
    })
    void checksAndMarkersAreAgreedOn(boolean crcA, boolean crcB, boolean marksA, boolean marksB) {
        StreamPair pair = watch(new StreamPair(
                o -> o.crc(crcA).markers(marksA), o -> o.crc(crcB).markers(marksB)));
        pair.connect();
        int setUpA = fromA.size();
        int setUpB = fromB.size();
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 1)).run();
        // 2 + 46 + 4 and 2 + 15 + 3 + 4, and a marker before each.
        assertThat(fromA.size() - setUpA).isEqualTo(marksB ? 56 : 52);
        assertThat(fromB.size() - setUpB).isEqualTo(marksA ? 28 : 24);
        boolean checked = ByteBuffer.wrap(fromA.toByteArray()).getInt(fromA.size() - 4) != 0;
        assertThat(checked).isEqualTo(crcA || crcB);
    }

    @ParameterizedTest
    @EnumSource(RtrKind.class)
    void anEmptyMessageOpensAPeerToPeerStream(RtrKind kind) {
        StreamPair pair = watch(new StreamPair(
                o -> o.crc(false).peerToPeer(EnumSet.allOf(RtrKind.class)),
                o -> o.crc(false).peerToPeer(EnumSet.of(kind))));
        pair.connect();
        assertThat(pair.a.stream.rtr()).isEqualTo(kind);
        String opening = hex(fromA).substring(2 * 24);
        assertThat(opening)
                .isEqualTo(
                        switch (kind) {
                            case WRITE -> "000ec140000000010000000000000000" + "00000000";
                            case READ ->
                                "002e4141" + "00000000" + "00000001" + "00000001" + "00000000"
                                        + "00000001" + "0000000000000000" + "00000000"
                                        + "00000001" + "0000000000000000" + "00000000";
                            case EMPTY_FPDU -> "0000000000000000";
                        });
        assertThat(pair.a.sent()).isEmpty();
        assertThat(pair.b.received()).isEmpty();
        // A number of the queue is taken by the READ alone.
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 10)).run();
        assertThat(pair.a.sent())
                .extracting(StreamPair.Done::status)
                .containsOnly(WcStatus.SUCCESS);
    }

    @Test
    void siwsChoiceIsTheWrite() {
        StreamPair pair = watch(new StreamPair(
                o -> o.depths(4, 4).peerToPeer(EnumSet.of(RtrKind.READ, RtrKind.WRITE)),
                o -> o.depths(4, 4).peerToPeer(EnumSet.allOf(RtrKind.class))));
        pair.connect();
        assertThat(hex(fromA)).startsWith(REQUEST + "5002" + "0004" + "8004c004");
        assertThat(hex(fromB)).isEqualTo(REPLY + "5002" + "0004" + "80048004");
    }

    @Test
    void theResponderWaitsForTheFirstFpdu() {
        StreamPair pair = new StreamPair();
        pair.onRequest(stream -> {
            stream.accept(new byte[0]);
            stream.post(pair.request
                    .of(Verb.RDMA_WRITE, 7)
                    .local(pair.b.region.key(), pair.b.region.address(), 10)
                    .remote(pair.a.region.key(), pair.a.region.address()));
        });
        pair.connect();
        assertThat(pair.b.sent()).isEmpty();
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 10)).run();
        assertThat(pair.b.sent()).hasSize(1);
    }

    @Test
    void anOpeningThatWasNotAgreedOnEndsTheStream() {
        StreamPair pair = new StreamPair(
                o -> o.crc(false).peerToPeer(EnumSet.of(RtrKind.WRITE)),
                o -> o.crc(false).peerToPeer(EnumSet.of(RtrKind.WRITE)));
        pair.forged((isA, bytes) -> {
            if (isA && bytes.getInt(0) == 0x000ec140) {
                bytes.put(3, (byte) 0x42);
            }
        });
        pair.connect();
        assertThat(pair.b.stream.terminateSent().codeText()).isEqualTo("no matching RTR option");
        assertThat(pair.a.stream.state()).isEqualTo(StreamState.TERMINATED);
    }

    @Test
    void aReplyThatWantsMoreReadsThanThereIsRoomForEndsTheStream() {
        StreamPair pair = new StreamPair(o -> o.depths(2, 2), o -> o.depths(8, 8));
        pair.forged((isA, bytes) -> {
            if (!isA && bytes.getInt(0) == 0x4d50_4120) {
                bytes.putShort(22, (short) 3);
            }
        });
        pair.connect();
        assertThat(pair.a.stream.terminateSent().codeText()).isEqualTo("insufficient IRD");
    }

    @Test
    void aRejectionReachesTheInitiator() {
        byte[] reason = "no".getBytes(StandardCharsets.US_ASCII);
        StreamPair pair = watch(new StreamPair(o -> o.depths(3, 4), o -> o.depths(0, 4)));
        pair.a.stream.postReceive(5, 0, 0, 0);
        pair.onRequest(stream -> stream.reject(reason)).connect();
        assertThat(hex(fromB)).isEqualTo(REPLY + "7002" + "0006" + "00000003" + "6e6f");
        assertThat(pair.a.stream.state()).isEqualTo(StreamState.REJECTED);
        assertThat(pair.a.stream.tcp()).isEqualTo(TcpAction.CLOSE);
        assertThat(pair.a.stream.privateData()).isEqualTo(reason);
        assertThat(pair.a.received())
                .extracting(StreamPair.Done::status)
                .containsExactly(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void privateDataAndDepthsShareFiveHundredTwelveBytes() {
        assertThat(new StreamPair().connect(new byte[508]).b.stream.privateData())
                .hasSize(508);
        assertThatThrownBy(() -> new StreamPair().connect(new byte[509]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new StreamPair(o -> o.revision(1), StreamPair.PLAIN)
                        .connect(new byte[512])
                        .b
                        .stream
                        .privateData())
                .hasSize(512);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                REPLY + "00010000", // a reply where a request is due
                REQUEST + "00000000", // revision 0
                REQUEST + "00030000", // revision 3
                REQUEST + "00010201", // 513 bytes of private data
                REQUEST + "10020003", // no room for IRD and ORD
                REQUEST + "00010000" + "00", // more than the request
            })
    void aBadRequestFailsWithoutAWord(String bytes) {
        StreamPair pair = new StreamPair().onRequest(stream -> {});
        pair.b.stream.listen(0);
        pair.inject(HexFormat.of().parseHex(bytes));
        assertThat(pair.b.stream.state()).isEqualTo(StreamState.FAILED);
        assertThat(pair.b.stream.failure()).isNotEmpty();
        assertThat(pair.b.stream.transmit(ByteBuffer.allocate(600), 0)).isZero();
        assertThat(pair.b.stream.tcp()).isEqualTo(TcpAction.CLOSE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {REQUEST + "00010000", REQUEST + "00020000", REQUEST + "1002000400010001"})
    void aGoodRequestDoesNot(String bytes) {
        StreamPair pair = new StreamPair().onRequest(stream -> {});
        pair.b.stream.listen(0);
        pair.inject(HexFormat.of().parseHex(bytes));
        assertThat(pair.b.stream.state()).isEqualTo(StreamState.REQUESTED);
    }

    @Test
    void setUpMayTakeTenSeconds() {
        StreamPair pair = new StreamPair();
        pair.a.stream.connect(new byte[0], 5);
        assertThat(pair.a.stream.deadline()).isEqualTo(10_000_000_005L);
        pair.a.stream.expire(10_000_000_004L);
        assertThat(pair.a.stream.state()).isEqualTo(StreamState.CONNECTING);
        pair.a.stream.expire(10_000_000_005L);
        assertThat(pair.a.stream.state()).isEqualTo(StreamState.FAILED);
        assertThat(pair.a.stream.failure()).isEqualTo("set-up took too long");
    }
}
