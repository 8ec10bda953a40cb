package io.qpscope.cli;

import io.qpscope.build.Envelope;
import io.qpscope.build.PacketBuilder;
import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapWriter;
import io.qpscope.wire.Opcode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Captures with more frames than recordings have. The same seed gives the same bytes. */
final class Traffic {
    private static final long START_NS = 1_700_000_000_000_000_000L;
    private static final int DAMAGED_HEAD = 100;

    private Traffic() {}

    /** All recordings, those in subfolders too. */
    static List<Path> recordings() throws IOException {
        // Maven runs tests in the folder of their module.
        try (Stream<Path> files = Files.walk(Path.of("..", "captures"))) {
            return files.filter(file -> file.toString().matches(".*\\.(pcap|pcapng|erf)(\\.gz)?"))
                    .sorted()
                    .toList();
        }
    }

    /** Many sessions' SENDs and their ACKs; some are lost, some corrupt, some come twice. */
    static Path sessions(Path file, int packets, int queuePairs, long seed) throws IOException {
        Random random = new Random(seed);
        PacketBuilder send = new PacketBuilder(Envelope.IPV4, Opcode.SEND_ONLY);
        PacketBuilder ack = new PacketBuilder(Envelope.IPV4, Opcode.ACKNOWLEDGE);
        ack.ipv4.setSource(send.ipv4.destination());
        ack.ipv4.setDestination(send.ipv4.source());
        int[] psns = new int[queuePairs];
        try (PcapWriter out = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (int i = 0; i < packets; i++) {
                int qp = random.nextInt(queuePairs);
                boolean asks = random.nextBoolean();
                PacketBuilder packet = asks ? send : ack;
                int fate = random.nextInt(100);
                psns[qp] += asks ? (fate == 0 ? 2 : fate == 1 ? 0 : 1) : 0;
                packet.bth.setDestqp((asks ? 0x1000 : 0x2000) + qp);
                packet.bth.setPsn(psns[qp]);
                packet.payload(asks ? new byte[random.nextInt(300)] : new byte[0]);
                byte[] frame = packet.build();
                if (fate == 2) {
                    frame[frame.length - 1] ^= 1;
                }
                out.write(START_NS + i * 1000L, frame, frame.length);
            }
        }
        return file;
    }

    /** All recordings of Ethernet behind each other, with bytes of their headers changed. */
    static Path damaged(Path file, long seed) throws IOException {
        Random random = new Random(seed);
        try (PcapWriter out = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (Path recording : recordings()) {
                try (FrameCursor cursor = CaptureFile.open(recording)) {
                    while (cursor.next()) {
                        if (cursor.linkType() == LinkType.ETHERNET) {
                            byte[] frame = damaged(cursor, random);
                            int original = Math.max(frame.length, cursor.originalLength());
                            out.write(cursor.timeNs(), frame, original);
                        }
                    }
                }
            }
        }
        return file;
    }

    private static byte[] damaged(FrameCursor cursor, Random random) {
        int cut = random.nextInt(8) == 0 ? random.nextInt(DAMAGED_HEAD) : Integer.MAX_VALUE;
        byte[] frame = new byte[Math.min(cut, cursor.capturedLength())];
        cursor.buffer().get(cursor.offset(), frame);
        for (int left = random.nextInt(3); left > 0 && frame.length > 0; left--) {
            int at = random.nextInt(Math.min(frame.length, DAMAGED_HEAD));
            frame[at] = (byte) random.nextInt();
        }
        return frame;
    }

    static Path gzip(Path from, Path to) throws IOException {
        try (InputStream in = Files.newInputStream(from);
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(to))) {
            in.transferTo(out);
        }
        return to;
    }
}
