package io.qpscope.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.SegmentBuilder;
import io.qpscope.build.StreamBuilder;
import io.qpscope.fault.FaultEngine;
import io.qpscope.spec.IwarpMpaFrame;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Faults on a TCP stream that passes as segments: lost, sent again, out of order. */
class InlineStreamsTest {
    private static final int PAYLOAD = 54;
    /** So that sequence numbers wrap in the stream. */
    private static final long FIRST = 0xffff_ffe0L;

    private static final int FPDU = 508;

    private final FaultEngine engine =
            new FaultEngine(BridgeRig.plan("mpa: {stream: 1, fpdu: 2, from: a, crc: bad}"), 1, 0);
    private final InlineStreams streams = new InlineStreams(engine.streams());
    private final IpFrame packet = new IpFrame();
    private byte[] stream;
    /** The second FPDU's first byte. */
    private int second;

    @BeforeEach
    void opened() {
        StreamBuilder builder = new StreamBuilder(false, true).mpa(request(), new byte[0]);
        builder.fpdu(new byte[FPDU - 8]);
        second = builder.length();
        builder.fpdu(new byte[FPDU - 8]).fpdu(new byte[FPDU - 8]);
        stream = builder.bytes();
        segment(FIRST - 1, new byte[0], true);
    }

    private static IwarpMpaFrame request() {
        IwarpMpaFrame frame = new IwarpMpaFrame();
        frame.setKey("MPA ID Req Frame".getBytes(StandardCharsets.US_ASCII));
        frame.setMarkers(false);
        frame.setCrc(true);
        frame.setReject(false);
        frame.setEnhanced(false);
        frame.setReserved(0);
        frame.setRevision(1);
        return frame;
    }

    /** What becomes of a segment; null when it is as it was. */
    private byte[] segment(long sequence, byte[] data, boolean syn) {
        SegmentBuilder builder = new SegmentBuilder().payload(data);
        builder.tcp.setSequence(sequence & 0xffff_ffffL);
        builder.tcp.setSyn(syn);
        builder.tcp.setAck(!syn);
        byte[] frame = builder.build();
        byte[] before = frame.clone();
        assertThat(packet.read(ByteBuffer.wrap(frame), frame.length)).isTrue();
        boolean changed = streams.pass(packet, 0);
        assertThat(changed).isEqualTo(!Arrays.equals(frame, before));
        byte[] checked = frame.clone();
        packet.read(ByteBuffer.wrap(checked), checked.length);
        TransportChecksum.seal(packet);
        assertThat(frame).as("checksum").isEqualTo(checked);
        return changed ? Arrays.copyOfRange(frame, PAYLOAD, frame.length) : null;
    }

    private byte[] part(int from, int to) {
        return segment(FIRST + from, Arrays.copyOfRange(stream, from, to), false);
    }

    /** The CRC ends the FPDU; its last byte is turned over. */
    private byte[] flawed(int from, int to) {
        byte[] bytes = Arrays.copyOfRange(stream, from, to);
        bytes[second + FPDU - 1 - from] ^= (byte) 0xff;
        return bytes;
    }

    @Test
    void oneFpduIsChangedAndNoOther() {
        assertThat(part(0, second)).isNull();
        assertThat(part(second, second + FPDU)).isEqualTo(flawed(second, second + FPDU));
        assertThat(part(second + FPDU, stream.length)).isNull();
        assertThat(engine.exercised()).isTrue();
    }

    @Test
    void itIsChangedWhateverTheSegments() {
        int changes = 0;
        for (int at = 0; at < stream.length; at += 7) {
            changes += part(at, Math.min(at + 7, stream.length)) != null ? 1 : 0;
        }
        assertThat(changes).isEqualTo(1);
    }

    @Test
    void aSegmentSentAgainIsChangedAgain() {
        part(0, second);
        byte[] changed = part(second, second + FPDU);
        assertThat(part(second, second + FPDU)).isEqualTo(changed);
        assertThat(part(0, second)).isNull();
        // Cut otherwise, and with more behind it.
        int from = second + 100;
        assertThat(part(from, stream.length)).isEqualTo(flawed(from, stream.length));
        assertThat(engine.counts().get(0).fires()).isEqualTo(1);
    }

    @Test
    void whatCameAheadOfAGapStaysAsItWasAndIsCounted() {
        part(0, second - 10);
        assertThat(part(second, second + FPDU)).isNull();
        assertThat(part(second - 10, second)).isNull();
        // The third FPDU is the third, although the second one passed too early.
        assertThat(part(second + FPDU, stream.length)).isNull();
        assertThat(engine.counts().get(0).fires()).isZero();
    }

    @Test
    void anotherConnectionIsNoStream() {
        byte[] web = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThat(segment(FIRST, web, false)).isNull();
        for (int i = 0; i < 3; i++) {
            assertThat(part(second, second + FPDU)).isNull();
        }
        assertThat(engine.counts().get(0).fires()).isZero();
    }

    @Test
    void tooMuchAheadOfAGapEndsIt() {
        part(0, 100);
        byte[] piece = new byte[1 << 15];
        for (int i = 0; streams.lost() == 0 && i < 100; i++) {
            segment(FIRST + 200 + (long) i * piece.length, piece, false);
        }
        assertThat(streams.lost()).isEqualTo(1);
    }
}
