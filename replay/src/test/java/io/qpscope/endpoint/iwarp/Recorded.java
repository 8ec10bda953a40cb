package io.qpscope.endpoint.iwarp;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaFrame;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/** The two byte streams of a recorded iWARP connection, put together in the plainest way. */
final class Recorded {
    private static final int SYN = 2;
    private static final int FIRST_SIZE = 1 << 20;

    private final byte[] initiator;
    private final byte[] responder;

    private Recorded(byte[] initiator, byte[] responder) {
        this.initiator = initiator;
        this.responder = responder;
    }

    byte[] initiator() {
        return initiator;
    }

    byte[] responder() {
        return responder;
    }

    /** Who sends, and to whom. */
    private record Way(long from, int fromPort, long to, int toPort) {
        Way back() {
            return new Way(to, toPort, from, fromPort);
        }
    }

    /** One direction while segments come. */
    private static final class Half {
        private int base;
        private final byte[] bytes = new byte[FIRST_SIZE];
        private int length;

        void segment(FrameView view) {
            ByteBuffer buffer = view.buffer();
            int tcp = view.transportOffset();
            int sequence = buffer.getInt(tcp + 4);
            if ((buffer.get(tcp + 13) & SYN) != 0) {
                base = sequence + 1;
            }
            int count = view.transportPayloadLength();
            if (count > 0 && sequence - base >= 0) {
                buffer.get(view.transportPayloadOffset(), bytes, sequence - base, count);
                length = Math.max(length, sequence - base + count);
            }
        }

        byte[] whole() {
            return Arrays.copyOf(bytes, length);
        }
    }

    /** All iWARP connections of a recording, in their order. */
    static List<Recorded> of(String file) {
        Map<Way, Half> halves = new LinkedHashMap<>();
        Dissector dissector = new Dissector(4791, false);
        FrameView view = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(Path.of("..", "captures", file))) {
            while (cursor.next()) {
                view.wrap(
                        cursor.buffer(),
                        cursor.offset(),
                        cursor.capturedLength(),
                        cursor.originalLength(),
                        cursor.linkType());
                dissector.dissect(view);
                if (view.ipProtocol() == 6 && view.transportPayloadOffset() > 0) {
                    Way way = new Way(
                            view.sourceLow(),
                            view.sourcePort(),
                            view.destinationLow(),
                            view.destinationPort());
                    halves.computeIfAbsent(way, w -> new Half()).segment(view);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(file, e);
        }
        List<Recorded> all = new ArrayList<>();
        halves.forEach((way, half) -> {
            Half back = halves.get(way.back());
            byte[] bytes = half.whole();
            boolean begins =
                    bytes.length >= MpaFrame.LENGTH && Mpa.isRequest(ByteBuffer.wrap(bytes), 0);
            if (begins && back != null) {
                all.add(new Recorded(bytes, back.whole()));
            }
        });
        return all;
    }

    /** Where each unit of a stream without markers begins, and the end. */
    static List<Integer> units(byte[] stream) {
        ByteBuffer buffer = ByteBuffer.wrap(stream);
        List<Integer> starts = new ArrayList<>(List.of(0));
        int at = MpaFrame.LENGTH + (buffer.getShort(18) & 0xffff);
        while (at + 2 <= stream.length) {
            starts.add(at);
            at += Mpa.frameLength(buffer.getShort(at) & 0xffff);
        }
        starts.add(stream.length);
        return starts;
    }

    /**
     * The stream with zero in the pad bytes: siw leaves there what stood in its header buffer
     * before. A CRC that covered such bytes is computed anew, after it has been checked.
     */
    static byte[] withZeroPads(byte[] stream) {
        byte[] clean = stream.clone();
        ByteBuffer buffer = ByteBuffer.wrap(clean);
        List<Integer> units = units(stream);
        for (int i = 1; i + 1 < units.size(); i++) {
            int at = units.get(i);
            int field = units.get(i + 1) - Mpa.CRC_LENGTH;
            int pad = at + Mpa.LENGTH_FIELD + (buffer.getShort(at) & 0xffff);
            boolean checked = buffer.getInt(field) != 0;
            if (checked && buffer.getInt(field) != crc(clean, at, field)) {
                throw new IllegalStateException("bad CRC at " + field);
            }
            Arrays.fill(clean, pad, field, (byte) 0);
            if (checked) {
                buffer.putInt(field, crc(clean, at, field));
            }
        }
        return clean;
    }

    private static int crc(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return Integer.reverseBytes((int) crc.getValue());
    }
}
