package io.qpscope.cli.truth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Reads the recordings without any code of the analyzer, so that both can be compared. It knows
 * just what these files hold: little-endian pcap and pcapng, Ethernet, at most 802.1Q.
 */
final class RawReader {
    private static final int NANOSECOND_PCAP = 0xa1b23c4d;
    private static final int PCAPNG = 0x0a0d0d0a;
    private static final int ENHANCED_PACKET = 6;
    private static final int ROCE_PORT = 4791;

    private final List<RawPacket> packets = new ArrayList<>();
    private long frames;

    private RawReader() {}

    static List<RawPacket> read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        RawReader reader = new RawReader();
        switch (bytes.getInt(0)) {
            case NANOSECOND_PCAP -> reader.pcap(bytes);
            case PCAPNG -> reader.pcapng(bytes);
            default -> throw new IOException(file + " is neither nanosecond pcap nor pcapng");
        }
        return reader.packets;
    }

    private void pcap(ByteBuffer bytes) {
        int at = 24;
        while (at < bytes.limit()) {
            int length = bytes.getInt(at + 8);
            frame(0, bytes.slice(at + 16, length));
            at += 16 + length;
        }
    }

    private void pcapng(ByteBuffer bytes) {
        int at = 0;
        while (at < bytes.limit()) {
            if (bytes.getInt(at) == ENHANCED_PACKET) {
                frame(bytes.getInt(at + 8), bytes.slice(at + 28, bytes.getInt(at + 20)));
            }
            at += bytes.getInt(at + 4);
        }
    }

    private void frame(int tap, ByteBuffer frame) {
        frames++;
        int ip = 14;
        int type = frame.getShort(12) & 0xffff;
        if (type == 0x8100) {
            type = frame.getShort(16) & 0xffff;
            ip = 18;
        }
        if (type == 0x0800 && frame.get(ip + 9) == 17) {
            roce(tap, frame, ip, (frame.get(ip) & 15) * 4, ip + 12, 4);
        } else if (type == 0x86dd && frame.get(ip + 6) == 17) {
            roce(tap, frame, ip, 40, ip + 8, 16);
        }
    }

    private void roce(int tap, ByteBuffer frame, int ip, int ipLength, int source, int width) {
        int udp = ip + ipLength;
        if ((frame.getShort(udp + 2) & 0xffff) != ROCE_PORT) {
            return;
        }
        int end = udp + (frame.getShort(udp + 4) & 0xffff);
        int bth = udp + 8;
        int opcode = frame.get(bth) & 0xff;
        boolean reliable = opcode >> 5 == 0;
        byte last = frame.get(source + width - 1);
        String identity = hex(frame, source, 2 * width)
                + (width == 4 ? hex(frame, ip + 4, 2) : "")
                + hex(frame, bth, 12)
                + hex(frame, end - 4, 4);
        packets.add(new RawPacket(
                frames,
                tap,
                Guest.A.owns(last) ? Guest.A : Guest.B.owns(last) ? Guest.B : null,
                identity,
                width == 4 ? frame.get(ip + 1) & 3 : frame.get(ip + 1) >> 4 & 3,
                opcode,
                frame.getInt(bth + 4) & 0xffffff,
                frame.getInt(bth + 8) & 0xffffff,
                reliable && (opcode & 0x1f) == 17 ? frame.get(bth + 12) & 0xff : -1,
                icrc(frame, ip, ipLength, end)
                        == frame.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(end - 4)));
    }

    private static String hex(ByteBuffer frame, int at, int length) {
        byte[] bytes = new byte[length];
        frame.get(at, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** CRC-32 behind eight bytes of ones, with ones for all that a router may change. */
    private static int icrc(ByteBuffer frame, int ip, int ipLength, int end) {
        byte[] covered = new byte[8 + end - 4 - ip];
        frame.get(ip, covered, 8, end - 4 - ip);
        for (int i = 0; i < 8; i++) {
            covered[i] = -1;
        }
        int[] masked = ipLength == 40 ? new int[] {1, 2, 3, 7} : new int[] {1, 8, 10, 11};
        for (int at : masked) {
            covered[8 + at] = -1;
        }
        if (ipLength == 40) {
            covered[8] |= 0x0f;
        }
        covered[8 + ipLength + 6] = -1;
        covered[8 + ipLength + 7] = -1;
        covered[8 + ipLength + 8 + 4] = -1;
        CRC32 crc = new CRC32();
        crc.update(covered);
        return (int) crc.getValue();
    }
}
