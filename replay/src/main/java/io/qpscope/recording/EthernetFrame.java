package io.qpscope.recording;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.FrameView;
import io.qpscope.wire.Erf;
import io.qpscope.wire.Ethernet;
import io.qpscope.wire.MacAddress;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Makes an Ethernet frame of a recorded one, in a buffer that the next one takes over. */
final class EthernetFrame {
    /** Longest frame that is taken: an IP packet of 64 KiB, Ethernet and tags. */
    private static final int MOST = (1 << 16) + 64;

    private static final int FRAME_CHECK_SEQUENCE = 4;
    private static final int TYPE_IPV4 = 0x0800;
    private static final int TYPE_IPV6 = 0x86dd;

    private final Rewrite rewrite;
    private final long ownMac;
    private final byte[] bytes = new byte[MOST];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private final Erf erf = new Erf();
    private int length;

    /**
     * @param ownMac source of frames that have none
     */
    EthernetFrame(Rewrite rewrite, long ownMac) {
        this.rewrite = rewrite;
        this.ownMac = ownMac;
    }

    byte[] bytes() {
        return bytes;
    }

    ByteBuffer buffer() {
        return buffer;
    }

    int length() {
        return length;
    }

    /** Whether a frame gets a header that it did not have. */
    static boolean converts(FrameView frame) {
        return frame.linkType() != LinkType.ETHERNET;
    }

    Obstacle take(FrameView frame) {
        length = 0;
        if (rewrite.onlyInterface >= 0 && frame.interfaceId() != rewrite.onlyInterface) {
            return Obstacle.OTHER_INTERFACE;
        }
        if (frame.truncated()) {
            return Obstacle.CUT;
        }
        Obstacle obstacle = lay(frame);
        if (obstacle == Obstacle.NONE) {
            macs();
        }
        return obstacle;
    }

    private Obstacle lay(FrameView frame) {
        boolean inner = frame.carrier().tunnels() > 0 && rewrite.decapsulate;
        if (inner) {
            return inner(frame);
        }
        if (frame.carrier().tunnels() > 0 && rewrite.changesPackets()) {
            return Obstacle.IN_TUNNEL;
        }
        int end = frame.offset() + frame.captured();
        return switch (frame.linkType()) {
            case LinkType.ETHERNET -> copy(frame, frame.offset(), end);
            case LinkType.ERF -> recorded(frame);
            case LinkType.LINUX_SLL,
                    LinkType.LINUX_SLL2,
                    LinkType.RAW,
                    LinkType.RAW_BSD,
                    LinkType.RAW_OPENBSD,
                    LinkType.IPV4,
                    LinkType.IPV6 -> packet(frame, end);
            default -> Obstacle.NOT_FOR_ETHERNET;
        };
    }

    /** What a tunnel carries: Ethernet as it is, IP behind a header of its own. */
    private Obstacle inner(FrameView frame) {
        int end = frame.offset() + frame.captured();
        int ip = ipEnd(frame);
        int to = ip > 0 && ip <= end ? ip : end;
        return frame.destinationMacOffset() >= 0
                ? copy(frame, frame.destinationMacOffset(), to)
                : packet(frame, to);
    }

    /** Behind the IP packet by its own length; 0 when the innermost is none. */
    private static int ipEnd(FrameView frame) {
        int ip = frame.ipOffset();
        return switch (frame.ipVersion()) {
            case 4 -> ip + (frame.buffer().getShort(ip + 2) & 0xffff);
            case 6 -> ip + 40 + (frame.buffer().getShort(ip + 4) & 0xffff);
            default -> 0;
        };
    }

    /** An ERF record keeps the frame check sequence, and pads behind it. */
    private Obstacle recorded(FrameView frame) {
        if (frame.destinationMacOffset() < 0) {
            return frame.ipVersion() != 0 && frame.etherType() == 0 && isErfIp(frame)
                    ? packet(frame, ipEnd(frame))
                    : Obstacle.NOT_FOR_ETHERNET;
        }
        int start = frame.destinationMacOffset();
        int wire = erf.wrap(frame.buffer(), frame.offset()).wlen() - FRAME_CHECK_SEQUENCE;
        int there = frame.offset() + frame.captured() - start;
        return copy(frame, start, start + Math.min(wire, there));
    }

    private boolean isErfIp(FrameView frame) {
        int type = erf.wrap(frame.buffer(), frame.offset()).type();
        return type == Erf.TYPE_IPV4 || type == Erf.TYPE_IPV6;
    }

    private Obstacle copy(FrameView frame, int from, int to) {
        if (to - from < Ethernet.LENGTH) {
            return Obstacle.TOO_SHORT;
        }
        if (to - from > MOST) {
            return Obstacle.TOO_LONG;
        }
        length = to - from;
        frame.buffer().get(from, bytes, 0, length);
        return Obstacle.NONE;
    }

    /** An IP packet behind a header of our own; tags that the link layer had are left out. */
    private Obstacle packet(FrameView frame, int end) {
        if (frame.ipVersion() == 0) {
            return Obstacle.NOT_FOR_ETHERNET;
        }
        if (rewrite.destinationMac < 0) {
            return Obstacle.NO_DESTINATION;
        }
        int ip = frame.ipOffset();
        int rest = end - ip;
        if (rest > MOST - Ethernet.LENGTH) {
            return Obstacle.TOO_LONG;
        }
        Arrays.fill(bytes, 0, MacAddress.LENGTH, (byte) 0);
        mac(Ethernet.SOURCE_OFFSET, sourceOf(frame));
        buffer.putShort(12, (short) (frame.ipVersion() == 4 ? TYPE_IPV4 : TYPE_IPV6));
        frame.buffer().get(ip, bytes, Ethernet.LENGTH, rest);
        length = Ethernet.LENGTH + rest;
        return Obstacle.NONE;
    }

    private long sourceOf(FrameView frame) {
        int at = frame.sourceMacOffset();
        return at < 0 ? ownMac : MacAddress.at(frame.buffer(), at);
    }

    private void macs() {
        long to = MacAddress.at(buffer, Ethernet.DESTINATION_OFFSET);
        long from = MacAddress.at(buffer, Ethernet.SOURCE_OFFSET);
        to = rewrite.destinationMac >= 0 ? rewrite.destinationMac : rewrite.mac(to);
        from = rewrite.sourceMac >= 0 ? rewrite.sourceMac : rewrite.mac(from);
        mac(Ethernet.DESTINATION_OFFSET, to);
        mac(Ethernet.SOURCE_OFFSET, from);
    }

    private void mac(int at, long address) {
        mac(buffer, at, address);
    }

    static void mac(ByteBuffer to, int at, long address) {
        to.putShort(at, (short) (address >>> 32)).putInt(at + 2, (int) address);
    }
}
