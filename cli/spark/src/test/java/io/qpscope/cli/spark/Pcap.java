package io.qpscope.cli.spark;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** A pcap file's records, to be cut, shared out and changed. */
final class Pcap {
    private static final int HEADER = 24;
    private static final int RECORD_HEADER = 16;

    private final byte[] header;
    private final List<byte[]> records = new ArrayList<>();

    Pcap(Path path) throws IOException {
        byte[] all = Files.readAllBytes(path);
        ByteBuffer bytes = ByteBuffer.wrap(all);
        int magic = bytes.getInt(0);
        if (magic != 0xa1b2c3d4 && magic != 0xa1b23c4d) {
            bytes.order(ByteOrder.LITTLE_ENDIAN);
        }
        header = Arrays.copyOf(all, HEADER);
        for (int at = HEADER; at < all.length; ) {
            int end = at + RECORD_HEADER + bytes.getInt(at + 8);
            records.add(Arrays.copyOfRange(all, at, end));
            at = end;
        }
    }

    int size() {
        return records.size();
    }

    /** A record with its header of 16 bytes, to be changed in place. */
    byte[] record(int index) {
        return records.get(index);
    }

    /** Shares records out: each goes to the file that its index is mapped to. */
    List<Path> write(List<Path> files, IntUnaryOperator file) throws IOException {
        List<ByteArrayOutputStream> streams = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            streams.add(new ByteArrayOutputStream());
            streams.get(i).write(header);
        }
        for (int i = 0; i < records.size(); i++) {
            streams.get(file.applyAsInt(i)).write(records.get(i));
        }
        for (int i = 0; i < files.size(); i++) {
            Files.write(files.get(i), streams.get(i).toByteArray());
        }
        return files;
    }

    /** As a capture that is rotated after equal numbers of packets. */
    List<Path> rotate(List<Path> files) throws IOException {
        return write(files, index -> (int) ((long) index * files.size() / size()));
    }

    /** Takes addresses 10.9.0.x to another network, in headers and handshakes alike. */
    Pcap network(int second) {
        for (byte[] record : records) {
            replace(record, new byte[] {10, 9, 0}, new byte[] {10, (byte) second, 0});
            replace(record, ascii("0a:09:00"), ascii(String.format("0a:%02x:00", second)));
            replace(record, ascii("0a0900"), ascii(String.format("0a%02x00", second)));
        }
        return this;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void replace(byte[] in, byte[] old, byte[] with) {
        for (int at = RECORD_HEADER; at + old.length <= in.length; at++) {
            if (Arrays.equals(in, at, at + old.length, old, 0, old.length)) {
                System.arraycopy(with, 0, in, at, with.length);
            }
        }
    }
}
