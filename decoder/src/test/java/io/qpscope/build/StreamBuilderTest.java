package io.qpscope.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.MpaCrcStatus;
import io.qpscope.frame.StreamUnit;
import io.qpscope.session.iwarp.StreamReader;
import io.qpscope.spec.IwarpDdpTagged;
import io.qpscope.spec.IwarpDdpUntagged;
import io.qpscope.spec.IwarpMpaFrame;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

class StreamBuilderTest {
    private static final int SEGMENT = 1400;

    private static IwarpMpaFrame frame(String key, boolean markers, boolean crc) {
        IwarpMpaFrame frame = new IwarpMpaFrame();
        frame.setKey(key.getBytes(StandardCharsets.US_ASCII));
        frame.setMarkers(markers);
        frame.setCrc(crc);
        frame.setReject(false);
        frame.setEnhanced(false);
        frame.setReserved(0);
        frame.setRevision(1);
        return frame;
    }

    private static StreamBuilder asking(boolean markers, boolean crc) {
        return new StreamBuilder(markers, crc)
                .mpa(frame("MPA ID Req Frame", false, crc), new byte[0]);
    }

    private static IwarpDdpUntagged send(int msn) {
        IwarpDdpUntagged header = new IwarpDdpUntagged();
        header.setTagged(false);
        header.setLast(true);
        header.setReserved(0);
        header.setDdpVersion(1);
        header.setRdmapVersion(1);
        header.setRdmapReserved(0);
        header.setOpcode(3);
        header.setUlp(0);
        header.setQueue(0);
        header.setMsn(msn);
        header.setMessageOffset(0);
        return header;
    }

    private static IwarpDdpTagged write() {
        IwarpDdpTagged header = new IwarpDdpTagged();
        header.setTagged(true);
        header.setLast(true);
        header.setReserved(0);
        header.setDdpVersion(1);
        header.setRdmapVersion(1);
        header.setRdmapReserved(0);
        header.setOpcode(0);
        header.setStag(7);
        header.setTaggedOffset(0x1000);
        return header;
    }

    /** The units that a reader finds when the peer has answered, asking for markers or not. */
    private static List<StreamUnit> read(StreamBuilder asked, boolean markers) {
        StreamReader reader = new StreamReader();
        byte[] stream = asked.bytes();
        List<StreamUnit> units = new ArrayList<>();
        units.addAll(reader.unitsOf(view(segment(true, 0, new byte[0], true))));
        units.addAll(reader.unitsOf(view(segment(false, 0, new byte[0], true))));
        byte[] request = Arrays.copyOf(stream, 20);
        units.addAll(reader.unitsOf(view(segment(true, 1, request, false))));
        byte[] reply = new StreamBuilder(false, false)
                .mpa(frame("MPA ID Rep Frame", markers, false), new byte[0])
                .bytes();
        units.addAll(reader.unitsOf(view(segment(false, 1, reply, false))));
        for (int at = 20; at < stream.length; at += SEGMENT) {
            byte[] part = Arrays.copyOfRange(stream, at, Math.min(stream.length, at + SEGMENT));
            FrameView view = view(segment(true, 1 + at, part, false));
            List<StreamUnit> found = reader.unitsOf(view);
            assertThat(FieldTree.of(view, found).errors()).isEmpty();
            units.addAll(found);
        }
        return units;
    }

    private static byte[] segment(boolean forth, int sequence, byte[] data, boolean syn) {
        SegmentBuilder segment = new SegmentBuilder();
        if (!forth) {
            segment.ipv4.setSource(0x0a09_0002);
            segment.ipv4.setDestination(0x0a09_0001);
            segment.tcp.setSourcePort(20_000);
            segment.tcp.setDestinationPort(49_152);
        }
        segment.tcp.setSequence(sequence);
        segment.tcp.setSyn(syn);
        segment.tcp.setAck(!forth || !syn);
        return segment.payload(data).build();
    }

    private static FrameView view(byte[] frame) {
        FrameView view = new FrameView()
                .wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.ETHERNET)
                .at(1, 0, 0, 0);
        new Dissector(4791, true).dissect(view);
        return view;
    }

    private static List<MpaCrcStatus> verdicts(List<StreamUnit> units) {
        return units.stream().skip(2).map(StreamUnit::crc).toList();
    }

    @Test
    void unitsOfAllLengthsAreFoundWithGoodCrcsThroughMarkers() {
        for (boolean markers : new boolean[] {false, true}) {
            StreamBuilder stream = asking(markers, true);
            for (int length = 0; length < 600; length += 7) {
                stream.fpdu(new byte[length], length % 2 == 0 ? send(length) : write());
            }
            List<StreamUnit> units = read(stream, markers);
            assertThat(units).hasSize(2 + 86);
            assertThat(verdicts(units)).containsOnly(MpaCrcStatus.GOOD);
        }
    }

    /** RFC 5044, 4.3: every 512 bytes, first in front of the first FPDU, with pointer 0. */
    @Test
    void markersStandEvery512BytesAndPointBack() {
        StreamBuilder stream = asking(true, false).fpdu(new byte[1000], send(1));
        byte[] bytes = Arrays.copyOfRange(stream.bytes(), 20, stream.length());
        ByteBuffer words = ByteBuffer.wrap(bytes);
        assertThat(words.getInt(0)).isZero();
        assertThat(words.getShort(4)).isEqualTo((short) 1018);
        assertThat(words.getInt(512)).isEqualTo(512 - 4);
        assertThat(words.getInt(1024)).isEqualTo(1024 - 4);
        // Length field and ULPDU are a multiple of four; markers and CRC, which is zero.
        assertThat(bytes).hasSize(1020 + 3 * 4 + 4);
        assertThat(words.getInt(bytes.length - 4)).isZero();
    }

    @Test
    void aToldCrcIsWrittenThoughItIsWrong() {
        StreamBuilder stream = asking(false, true);
        stream.fpdu(new byte[8], send(1)).nextCrc(0x1234).fpdu(new byte[8], send(2));
        stream.fpdu(new byte[8], send(3));
        assertThat(verdicts(read(stream, false)))
                .containsExactly(MpaCrcStatus.GOOD, MpaCrcStatus.BAD, MpaCrcStatus.GOOD);
    }

    /** One's complement arithmetic by hand over a segment without data: RFC 1071. */
    @Test
    void aSegmentsChecksumCoversThePseudoHeader() {
        SegmentBuilder segment = new SegmentBuilder();
        byte[] frame = segment.build();
        // 0a09 0001 0a09 0002 0006 0014 | c000 4e20 0 0 0 0 5010 ffff 0 0
        int sum = 0x0a09 + 1 + 0x0a09 + 2 + 6 + 0x14 + 0xc000 + 0x4e20 + 0x5010 + 0xffff;
        sum = (sum & 0xffff) + (sum >> 16);
        assertThat(ByteBuffer.wrap(frame).getShort(50)).isEqualTo((short) ~sum);
        frame = segment.checksum(0x4242).build();
        assertThat(ByteBuffer.wrap(frame).getShort(50)).isEqualTo((short) 0x4242);
    }

    /** 01 23 04 56 has the LPCRC 1c b3 by the rule of the VCRC; from memory, not verified. */
    @Test
    void aFlowControlPacketHasItsLpcrcOrTheOneTold() {
        assertThat(HexFormat.of().formatHex(LinkPackets.flowControl(0, 0x123, 0, 0x456)))
                .isEqualTo("012304561cb3");
        assertThat(HexFormat.of().formatHex(LinkPackets.flowControl(0, 0x123, 0, 0x456, 0x2211)))
                .isEqualTo("012304561122");
    }
}
