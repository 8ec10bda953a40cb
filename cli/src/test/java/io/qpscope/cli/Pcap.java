package io.qpscope.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** Small captures for tests. */
final class Pcap {
    /** An acknowledgement that rdma_rxe sent; its ICRC is good. */
    static final byte[] ACK = HexFormat.of()
            .parseHex("5254000a09025254000a09010800"
                    + "45000030ad7f40004011" + "7929" + "0a0900010a090002"
                    + "da4412b7001c0000"
                    + "1100ffff0000005200ec7354" + "60000007" + "c9d1a761");

    private Pcap() {}

    /** Nanosecond pcap of Ethernet, frames a millisecond apart. */
    static Path write(Path file, byte[]... frames) throws IOException {
        return write(file, 1, frames);
    }

    static Path write(Path file, int linkType, byte[]... frames) throws IOException {
        int size = 24;
        for (byte[] frame : frames) {
            size += 16 + frame.length;
        }
        ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(0xa1b23c4d).putShort((short) 2).putShort((short) 4);
        out.putInt(0).putInt(0).putInt(65_535).putInt(linkType);
        int at = 0;
        for (byte[] frame : frames) {
            out.putInt(1_700_000_000).putInt(at++ * 1_000_000);
            out.putInt(frame.length).putInt(frame.length).put(frame);
        }
        return Files.write(file, out.array());
    }
}
