package io.qpscope.fuzz.target;

import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapngWriter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What passed on both sides of the faults of one case, from the IP header on: at our own side, and in
 * front of the peer. Bounded; frames are numbered from 1 through both.
 */
final class WireLog {
    /** Frames kept. */
    static final int MOST = 20_000;

    static final int OURS = 0;
    static final int PEERS = 1;
    private static final List<String> NAMES = List.of("ours", "peer");

    /** One packet. */
    static final class Packet {
        private final int tap;
        private final boolean sent;
        private final long timeNs;
        private final byte[] bytes;
        private final String comment;

        /**
         * Keeps the bytes.
         *
         * @param sent by us
         * @param comment null for none
         */
        Packet(int tap, boolean sent, long timeNs, byte[] bytes, String comment) {
            this.tap = tap;
            this.sent = sent;
            this.timeNs = timeNs;
            this.bytes = bytes;
            this.comment = comment;
        }

        int tap() {
            return tap;
        }

        boolean sent() {
            return sent;
        }

        long timeNs() {
            return timeNs;
        }

        byte[] bytes() {
            return bytes;
        }

        String comment() {
            return comment;
        }
    }

    private final List<Packet> packets = new ArrayList<>();
    private boolean overflowed;

    void add(int tap, boolean sent, long timeNs, byte[] bytes, String comment) {
        if (packets.size() < MOST) {
            packets.add(new Packet(tap, sent, timeNs, bytes, comment));
        } else {
            overflowed = true;
        }
    }

    List<Packet> packets() {
        return packets;
    }

    /** Whether more passed than was kept. */
    boolean overflowed() {
        return overflowed;
    }

    /**
     * Writes it as pcapng, an interface for each side.
     *
     * @param program that writes it
     * @param comment on the whole file
     * @param notes on frames, by their number
     * @param epochNs nanoseconds from 1970 to the zero of the log's clock
     */
    void write(Path file, String program, String comment, Map<Long, String> notes, long epochNs)
            throws IOException {
        try (PcapngWriter writer = PcapngWriter.create(file, program, comment)) {
            for (String name : NAMES) {
                writer.addInterface(CaptureInterface.of(LinkType.RAW).name(name));
            }
            long number = 0;
            for (Packet each : packets) {
                number++;
                List<String> comments = new ArrayList<>();
                if (each.comment() != null) {
                    comments.add(each.comment());
                }
                if (notes.containsKey(number)) {
                    comments.add(notes.get(number));
                }
                ByteBuffer bytes = ByteBuffer.wrap(each.bytes());
                writer.write(
                        each.tap(), epochNs + each.timeNs(), bytes, each.bytes().length, comments);
            }
        }
    }
}
