package io.qpscope.bench;

import io.qpscope.capture.PcapWriter;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/** Builds RoCEv2 frames and writes them to a file: {@link #begin}, headers, {@link #send}. */
final class FrameWriter {
    static final int ROCE_PORT = 4791;

    private static final int ETHERNET_LENGTH = 14;
    private static final int IPV4_LENGTH = 20;
    private static final int IPV6_LENGTH = 40;
    private static final int UDP_LENGTH = 8;
    private static final int MOST_HEADERS = 128;
    private static final int MOST_PAYLOAD = 4096;

    /** Preamble, start of frame, frame check sequence and gap. */
    private static final int BETWEEN_FRAMES = 24;

    private static final int BITS_PER_NS = 100;

    /**
     * One direction between two hosts.
     *
     * @param pair tells the addresses; every fourth pair speaks IPv6
     * @param forth from the pair's first host to its second, or back
     */
    record Path(int pair, boolean forth, int sourcePort) {
        boolean ipv6() {
            return pair % 4 == 3;
        }

        int from() {
            return pair << 1 | (forth ? 0 : 1);
        }

        int to() {
            return pair << 1 | (forth ? 1 : 0);
        }
    }

    private final PcapWriter out;
    private final int snapLength;
    private final Icrc icrc = new Icrc();
    private final ByteBuffer frame = ByteBuffer.allocateDirect(MOST_HEADERS + MOST_PAYLOAD);
    /** Each packet shows another part of it, and a packet that is sent again the same. */
    private final byte[] noise = new byte[2 * MOST_PAYLOAD];

    private int ip;
    private int udp;
    private int psn;
    private long timeNs = 1_700_000_000_000_000_000L;
    private long frames;

    /**
     * @param snapLength bytes kept of each frame, 0 for all
     */
    FrameWriter(PcapWriter out, int snapLength) {
        this.out = out;
        this.snapLength = snapLength == 0 ? Integer.MAX_VALUE : snapLength;
        new Random(1).nextBytes(noise);
    }

    long frames() {
        return frames;
    }

    /** When the next frame begins. */
    long timeNs() {
        return timeNs;
    }

    /** Nothing is sent before. */
    void waitUntil(long timeNs) {
        this.timeNs = Math.max(this.timeNs, timeNs);
    }

    FrameWriter begin(Path path, int ipId) {
        ip = ETHERNET_LENGTH;
        frame.clear();
        mac(path.to());
        mac(path.from());
        if (path.ipv6()) {
            frame.putShort((short) 0x86dd).putInt(0x66a0_0000).putInt(17 << 8 | 64);
            address6(path.from());
            address6(path.to());
        } else {
            frame.putShort((short) 0x0800).putInt(0x456a_0000);
            frame.putShort((short) ipId).putShort((short) 0x4000).putInt(64 << 24 | 17 << 16);
            frame.putInt(0x0a09_0001 + path.from()).putInt(0x0a09_0001 + path.to());
        }
        udp = frame.position();
        frame.putShort((short) path.sourcePort()).putShort((short) ROCE_PORT).putInt(0);
        return this;
    }

    private void mac(int host) {
        frame.putShort((short) 0x0200).putInt(host + 1);
    }

    private void address6(int host) {
        frame.putLong(0xfd00_0000_0000_0000L).putLong(host + 1);
    }

    FrameWriter bth(int opcode, int destQp, int psn, boolean ackReq) {
        this.psn = psn;
        frame.putInt(opcode << 24 | 0xffff).putInt(destQp).putInt(ackReq ? psn | 1 << 31 : psn);
        return this;
    }

    FrameWriter reth(long address, int key, int length) {
        frame.putLong(address).putInt(key).putInt(length);
        return this;
    }

    FrameWriter aeth(int syndrome, int msn) {
        frame.putInt(syndrome << 24 | msn);
        return this;
    }

    FrameWriter atomicEth(long address, int key, long swapOrAdd, long compare) {
        frame.putLong(address).putInt(key).putLong(swapOrAdd).putLong(compare);
        return this;
    }

    FrameWriter word(int value) {
        frame.putInt(value);
        return this;
    }

    FrameWriter longWord(long value) {
        frame.putLong(value);
        return this;
    }

    /** Ends the frame with a payload, pad and ICRC. */
    void send(int payload) throws IOException {
        int pad = -payload & 3;
        if (pad != 0) {
            int flagsAt = udp + UDP_LENGTH + 1;
            frame.put(flagsAt, (byte) (pad << 4));
        }
        int end = frame.position() + payload + pad;
        int length = end + Icrc.LENGTH;
        frame.put(noise, psn * 8 % MOST_PAYLOAD, Math.min(payload, snapLength));
        frame.putShort(udp + 4, (short) (length - udp));
        if (udp - ip == IPV6_LENGTH) {
            frame.putShort(ip + 4, (short) (length - udp));
        } else {
            frame.putShort(ip + 2, (short) (length - ip));
            frame.putShort(ip + 10, (short) 0);
            frame.putShort(ip + 10, (short) checksum());
        }
        if (length <= snapLength) {
            frame.putInt(end - pad, 0);
            Icrc.store(frame, end, icrc.compute(frame, ip, udp, end));
        }
        frame.position(0).limit(Math.min(length, snapLength));
        out.write(timeNs, frame, length);
        timeNs += (length + BETWEEN_FRAMES) * 8L / BITS_PER_NS;
        frames++;
    }

    private int checksum() {
        int sum = 0;
        for (int at = ip; at < ip + IPV4_LENGTH; at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~(sum + (sum >>> 16)) & 0xffff;
    }

    /** Opcode of a SEND's or WRITE's packet, or of a READ response's, from those of its family. */
    static int opcode(int first, int only, int index, int count) {
        if (count == 1) {
            return only;
        }
        // FIRST, MIDDLE and LAST follow one another in all three families.
        return first + (index == 0 ? 0 : index < count - 1 ? 1 : 2);
    }

    static int onlyOf(int first) {
        return first == Opcode.READ_RESPONSE_FIRST ? Opcode.READ_RESPONSE_ONLY : first + 4;
    }
}
