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
    final int[] ipIds = {100, 900};
    private final List<byte[]> frames = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final List<Integer> cuts = new ArrayList<>();
    private AtomicCodes codes = AtomicCodes.DEFAULT;
    private PlotListener plots;
    long nowNs = 1_000_000;
    boolean breakNextChecksum;
    int tos;
    int ttl = 64;
    boolean v6;
    /** The tag behind the addresses; -1 without one. */
    int vlan = -1;
    /** Of the next segment; a multiple of four bytes. */
    byte[] options = {};
    /** So many bytes at the end of the next frame the capture does not keep. */
    int cutNext;

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

    /** An acknowledgement with SACK blocks: positions in pairs. */
    Wire sack(int from, int acknowledged, int... blocks) {
        ByteBuffer option = ByteBuffer.allocate(4 + 4 * blocks.length);
        option.put((byte) 1).put((byte) 1).put((byte) 5).put((byte) (2 + 4 * blocks.length));
        for (int block : blocks) {
            option.putInt(startSequence[1 - from] + block);
        }
        options = option.array();
        return ack(from, acknowledged);
    }

    Wire segment(int from, int position, byte[] data, int flags, int acknowledged) {
        return segment(from, position, data, flags, acknowledged, ipIds[from]++);
    }

    Wire segment(int from, int position, byte[] data, int flags, int acknowledged, int ipId) {
        int tcpLength = 20 + options.length + data.length;
        ByteBuffer frame = ByteBuffer.allocate(18 + 40 + tcpLength);
        frame.put(HexFormat.of().parseHex("020000000002020000000001"));
        if (vlan >= 0) {
            frame.putShort((short) 0x8100).putShort((short) vlan);
        }
        int pseudoHeader = v6 ? ipv6(frame, from, tcpLength) : ipv4(frame, from, tcpLength, ipId);
        int tcp = frame.position();
        frame.putShort((short) ports[from]).putShort((short) ports[1 - from]);
        frame.putInt(startSequence[from] + position);
        frame.putInt(acknowledged < 0 ? 0 : startSequence[1 - from] + acknowledged);
        frame.put((byte) (0x50 + options.length / 4 * 16))
                .put((byte) flags)
                .putShort((short) 0xffff)
                .putInt(0)
                .put(options)
                .put(data);
        frame.putShort(tcp + 16, checksum(frame, pseudoHeader, tcp));
        frames.add(java.util.Arrays.copyOf(frame.array(), frame.position()));
        times.add(nowNs);
        cuts.add(cutNext);
        cutNext = 0;
        options = new byte[0];
        nowNs += 1_000;
        return this;
    }

    /** Returns where the addresses begin. */
    private int ipv4(ByteBuffer frame, int from, int length, int ipId) {
        frame.putShort((short) 0x0800).put((byte) 0x45).put((byte) tos);
        frame.putShort((short) (20 + length)).putShort((short) ipId);
        frame.putShort((short) 0x4000).put((byte) ttl).put((byte) 6).putShort((short) 0);
        frame.putInt(0x0a090001 + from).putInt(0x0a090002 - from);
        return frame.position() - 8;
    }

    private int ipv6(ByteBuffer frame, int from, int length) {
        frame.putShort((short) 0x86dd).putInt(0x6000_0000 | (tos << 20));
        frame.putShort((short) length).put((byte) 6).put((byte) ttl);
        frame.putLong(0x2001_0db8_0000_0001L + from).putLong(0xfedc_0000_8000_0001L + from);
        frame.putLong(0x2001_0db8_0000_0002L - from).putLong(0xfedc_0000_8000_0002L - from);
        return frame.position() - 32;
    }

    private short checksum(ByteBuffer frame, int addresses, int tcp) {
        int length = frame.position() - tcp;
        long sum = 6L + length;
        for (int at = addresses; at < tcp; at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        for (int i = 0; i < length; i++) {
            int b = frame.get(tcp + i) & 0xff;
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
            int kept = frame.length - cuts.get(i);
            view.wrap(ByteBuffer.wrap(frame, 0, kept), 0, kept, frame.length, LinkType.ETHERNET)
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
