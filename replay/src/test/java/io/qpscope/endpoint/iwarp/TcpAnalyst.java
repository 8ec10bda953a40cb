package io.qpscope.endpoint.iwarp;

import io.qpscope.capture.LinkType;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import java.nio.ByteBuffer;
import java.util.List;

/** The analyzer between both ends: sees each FPDU in a TCP segment of its own. */
final class TcpAnalyst implements StreamPair.Tap {
    private static final int SYN = 0x02;
    private static final int FIN = 0x01;
    private static final int ACK = 0x10;
    private static final int HEADERS = 40;
    private static final int[] ADDRESSES = {0x0a09_0001, 0x0a09_0002};
    private static final int[] PORTS = {40_000, 20_000};

    private final Dissector dissector = new Dissector(4791, true);
    private final SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
    private final FrameView view = new FrameView();
    private final int[] next = {1_000, 0xffff_fff0};
    private long frames;

    TcpAnalyst() {
        segment(0, SYN, ByteBuffer.allocate(0), 0, 0);
        next[0]++;
        segment(1, SYN | ACK, ByteBuffer.allocate(0), 0, 0);
        next[1]++;
        segment(0, ACK, ByteBuffer.allocate(0), 0, 0);
    }

    @Override
    public void sent(boolean fromA, ByteBuffer bytes, int at, int length) {
        int from = fromA ? 0 : 1;
        segment(from, ACK, bytes, at, length);
        next[from] += length;
        // At once: what is delivered is acknowledged.
        segment(1 - from, ACK, bytes, at, 0);
    }

    /** Both close; then what was found. */
    TrackerResult finish() {
        for (int from = 0; from < 2; from++) {
            segment(from, FIN | ACK, ByteBuffer.allocate(0), 0, 0);
            next[from]++;
            segment(1 - from, ACK, ByteBuffer.allocate(0), 0, 0);
        }
        return tracker.finish();
    }

    static List<String> rules(TrackerResult result) {
        return Rules.judge(result).stream().map(f -> f.rule().id()).toList();
    }

    private void segment(int from, int flags, ByteBuffer bytes, int at, int length) {
        ByteBuffer packet = ByteBuffer.allocate(HEADERS + length);
        packet.putInt(0x4500_0000 | (HEADERS + length)).putInt(0x4000);
        packet.putInt(0x4006_0000).putInt(ADDRESSES[from]).putInt(ADDRESSES[1 - from]);
        packet.putShort((short) PORTS[from]).putShort((short) PORTS[1 - from]);
        packet.putInt(next[from]).putInt((flags & ACK) == 0 ? 0 : next[1 - from]);
        packet.put((byte) 0x50).put((byte) flags).putShort((short) 0x7fff).putInt(0);
        packet.put(packet.position(), bytes, at, length);
        packet.putShort(36, checksum(packet, length + 20));
        int size = packet.capacity();
        view.wrap(packet, 0, size, size, LinkType.RAW).at(++frames, frames * 1_000, 0, 0);
        dissector.dissect(view);
        tracker.onFrame(view);
    }

    private static short checksum(ByteBuffer packet, int length) {
        long sum = 6L + length;
        for (int i = 12; i < packet.capacity(); i++) {
            int value = packet.get(i) & 0xff;
            sum += i % 2 == 0 ? value << 8 : value;
        }
        while (sum > 0xffff) {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return (short) ~sum;
    }
}
