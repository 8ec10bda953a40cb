package io.qpscope.session.iwarp;

import io.qpscope.capture.LinkType;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PlotListener;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;
import io.qpscope.wire.AtomicCodes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** TCP segments between two ends, seen by a tracker. End 0 opens the connection. */
final class Wire {
    static final int SYN = 0x02;
    static final int ACK = 0x10;
    static final int FIN = 0x01;
    static final int RST = 0x04;

    private final int[] ports = {40_000, 20_000};
    final int[] startSequence = {1000, 5000};
    private final int[] ipIds = {100, 900};
    private final List<byte[]> frames = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private AtomicCodes codes = AtomicCodes.DEFAULT;
    private PlotListener plots;
    long nowNs = 1_000_000;
    boolean breakNextChecksum;

    Wire ports(int first, int second) {
        ports[0] = first;
        ports[1] = second;
        return this;
    }

    Wire codes(AtomicCodes atomicCodes) {
        codes = atomicCodes;
        return this;
    }

    Wire drawnBy(PlotListener listener) {
        plots = listener;
        return this;
    }

    Wire handshake() {
        segment(0, -1, new byte[0], SYN, -1);
        segment(1, -1, new byte[0], SYN | ACK, 0);
        return this;
    }

    /** Bytes of a stream from a position on; acknowledges nothing when the last is negative. */
    Wire data(int from, byte[] stream, int start, int end, int acknowledged) {
        byte[] part = java.util.Arrays.copyOfRange(stream, start, end);
        return segment(from, start, part, acknowledged < 0 ? 0 : ACK, acknowledged);
    }

    Wire all(int from, MpaStream stream) {
        return data(from, stream.bytes(), 0, stream.bytes().length, -1);
    }

    Wire ack(int from, int acknowledged) {
        return segment(from, 0, new byte[0], ACK, acknowledged);
    }

    Wire segment(int from, int position, byte[] data, int flags, int acknowledged) {
        return segment(from, position, data, flags, acknowledged, ipIds[from]++);
    }

    Wire segment(int from, int position, byte[] data, int flags, int acknowledged, int ipId) {
        int length = 40 + data.length;
        ByteBuffer frame = ByteBuffer.allocate(14 + length);
        frame.put(HexFormat.of().parseHex("0200000000020200000000010800"));
        frame.put((byte) 0x45).put((byte) 0).putShort((short) length).putShort((short) ipId);
        frame.putShort((short) 0x4000).put((byte) 64).put((byte) 6).putShort((short) 0);
        frame.putInt(0x0a090001 + from).putInt(0x0a090002 - from);
        frame.putShort((short) ports[from]).putShort((short) ports[1 - from]);
        frame.putInt(startSequence[from] + position);
        frame.putInt(acknowledged < 0 ? 0 : startSequence[1 - from] + acknowledged);
        frame.put((byte) 0x50)
                .put((byte) flags)
                .putShort((short) 0xffff)
                .putInt(0)
                .put(data);
        frame.putShort(14 + 36, checksum(frame, length - 20));
        frames.add(frame.array());
        times.add(nowNs);
        nowNs += 1_000;
        return this;
    }

    private short checksum(ByteBuffer frame, int length) {
        long sum = 6L + length;
        for (int at = 14 + 12; at < 14 + 20; at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        for (int i = 0; i < length; i++) {
            int b = frame.get(34 + i) & 0xff;
            long word = b;
            sum += i % 2 == 0 ? word << 8 : word;
        }
        while (sum > 0xffff) {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        int value = breakNextChecksum ? 0x1111 : 0;
        breakNextChecksum = false;
        return (short) (~sum ^ value);
    }

    int frames() {
        return frames.size();
    }

    byte[] frame(int index) {
        return frames.get(index);
    }

    Seen run() {
        SessionTracker tracker = new SessionTracker(
                new SessionTracker.Options(
                        1000, io.qpscope.session.PauseOptions.DEFAULT, 1 << 24, codes),
                plots);
        each(tracker::onFrame);
        return new Seen(tracker.finish());
    }

    void each(java.util.function.Consumer<FrameView> take) {
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        for (int i = 0; i < frames.size(); i++) {
            byte[] frame = frames.get(i);
            view.wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.ETHERNET)
                    .at(i + 1, times.get(i), 0, 0);
            dissector.dissect(view);
            take.accept(view);
        }
    }

    /** What came of it. */
    record Seen(TrackerResult result) {
        DirectionSummary from(Side side) {
            return result.sessions().get(0).direction(side);
        }

        List<String> rules() {
            return Rules.judge(result).stream().map(f -> f.rule().id()).toList();
        }

        String message(String rule) {
            return Rules.judge(result).stream()
                    .filter(f -> f.rule().id().equals(rule))
                    .map(Finding::message)
                    .findFirst()
                    .orElse(null);
        }
    }
}
