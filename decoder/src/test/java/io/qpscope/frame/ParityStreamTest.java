package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.qpscope.build.SegmentBuilder;
import io.qpscope.build.StreamBuilder;
import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapWriter;
import io.qpscope.session.iwarp.StreamReader;
import io.qpscope.spec.IwarpDdpUntagged;
import io.qpscope.spec.IwarpMpaFrame;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** iWARP that tshark 4.0 reads wrongly or not at all, and no recording holds. */
class ParityStreamTest {
    private static final int SEND = 3;
    private static final int IMMEDIATE = 8;
    private static final int SEGMENT = 400;
    private static final String LENGTH = "iwarp_mpa.ulpdulength";
    private static final String OPCODE = "iwarp_rdma.opcode";
    private static final String STATUS = "iwarp_mpa.crc.status";

    @TempDir
    Path folder;

    private Tshark tshark;

    @BeforeEach
    void findTshark() throws IOException {
        tshark = new Tshark(Files.createDirectory(folder.resolve("configuration")));
        String version = tshark.version();
        assumeTrue(version != null, "tshark is not installed: nothing to compare with");
        assumeTrue(
                version.startsWith("TShark (Wireshark) 4.0."),
                "differences are known for 4.0 only: " + version);
    }

    private static StreamBuilder mpa(StreamBuilder stream, boolean request, boolean markers) {
        IwarpMpaFrame frame = new IwarpMpaFrame();
        String key = request ? "MPA ID Req Frame" : "MPA ID Rep Frame";
        frame.setKey(key.getBytes(StandardCharsets.US_ASCII));
        frame.setMarkers(markers);
        frame.setCrc(true);
        frame.setReject(false);
        frame.setEnhanced(false);
        frame.setReserved(0);
        frame.setRevision(1);
        return stream.mpa(frame, new byte[0]);
    }

    private static IwarpDdpUntagged untagged(int opcode, int msn) {
        IwarpDdpUntagged header = new IwarpDdpUntagged();
        header.setTagged(false);
        header.setLast(true);
        header.setReserved(0);
        header.setDdpVersion(1);
        header.setRdmapVersion(1);
        header.setRdmapReserved(0);
        header.setOpcode(opcode);
        header.setUlp(0);
        header.setQueue(0);
        header.setMsn(msn);
        header.setMessageOffset(0);
        return header;
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
        segment.tcp.setAcknowledgement(syn && forth ? 0 : 1);
        segment.tcp.setSyn(syn);
        segment.tcp.setAck(!forth || !syn);
        return segment.payload(data).build();
    }

    /** A connection whose initiator sends the stream. */
    private Path capture(StreamBuilder stream, boolean markers) throws IOException {
        byte[] bytes = stream.bytes();
        int request = 20;
        List<byte[]> frames = new ArrayList<>(List.of(
                segment(true, 0, new byte[0], true),
                segment(false, 0, new byte[0], true),
                segment(true, 1, Arrays.copyOf(bytes, request), false),
                segment(
                        false,
                        1,
                        mpa(new StreamBuilder(false, true), false, markers).bytes(),
                        false)));
        for (int at = request; at < bytes.length; at += SEGMENT) {
            int end = Math.min(bytes.length, at + SEGMENT);
            frames.add(segment(true, 1 + at, Arrays.copyOfRange(bytes, at, end), false));
        }
        Path file = folder.resolve("stream.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (byte[] frame : frames) {
                writer.write(1_700_000_000_000_000_000L, frame, frame.length);
            }
        }
        return file;
    }

    private static List<Object> ours(Path file, String name) throws IOException {
        List<Object> values = new ArrayList<>();
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        StreamContext streams = new StreamReader();
        try (FrameCursor cursor = CaptureFile.open(List.of(file))) {
            while (cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(cursor.number(), cursor.timeNs(), 0, cursor.interfaceId());
                dissector.dissect(view);
                FieldTree.of(view, streams.unitsOf(view)).layers().stream()
                        .flatMap(layer -> layer.fields().stream())
                        .filter(field -> field.name().equals(name))
                        .forEach(field -> values.add(field.value()));
            }
        }
        return values;
    }

    private List<String> theirs(Path file, String name) throws IOException {
        List<String> values = new ArrayList<>();
        tshark.frames(
                file,
                fields -> fields.stream()
                        .filter(field -> field.name().equals(name))
                        .forEach(field -> values.add(field.show())));
        return values;
    }

    private static StreamBuilder sends(boolean markers) {
        StreamBuilder stream = mpa(new StreamBuilder(markers, true), true, false);
        for (int i = 1; i <= 8; i++) {
            stream.fpdu(new byte[350], untagged(SEND, i));
        }
        return stream;
    }

    @Test
    void findsEveryFpduBetweenMarkersWhereTsharkFindsNone() throws IOException {
        Path plain = capture(sends(false), false);
        assertThat(ours(plain, LENGTH)).hasSize(8).containsOnly(368L);
        assertThat(theirs(plain, LENGTH)).hasSize(8).containsOnly("368");
        Path marked = capture(sends(true), true);
        assertThat(ours(marked, LENGTH)).hasSize(8).containsOnly(368L);
        assertThat(ours(marked, STATUS)).hasSize(8).containsOnly("good");
        assertThat(theirs(marked, LENGTH)).isEmpty();
    }

    /** RFC 7306, 6.2: eight bytes, which tshark names nothing. */
    @Test
    void readsImmediateDataThatTsharkLeavesUnread() throws IOException {
        StreamBuilder stream = mpa(new StreamBuilder(false, true), true, false);
        stream.fpdu(new byte[] {0, 0, 0, 0, 0, 0, 1, 2}, untagged(IMMEDIATE, 1));
        Path file = capture(stream, false);
        assertThat(ours(file, OPCODE)).containsExactly(8L);
        assertThat(ours(file, "iwarp_rdma.immediate")).containsExactly(0x102L);
        assertThat(theirs(file, OPCODE)).containsExactly("0x08");
        assertThat(tshark.names()).doesNotContain("iwarp_rdma.immediate");
    }
}
