package io.qpscope.frame;

import io.qpscope.wire.Bth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;

/** UDP, TCP, and RoCEv2 in UDP. */
final class RoceDissector {
    private static final int UDP = 17;
    private static final int UDP_LENGTH = 8;
    private static final int TCP = 6;
    private static final int TCP_LENGTH = 20;

    private final int rocePort;
    private final boolean checkIcrc;
    private final Icrc icrc = new Icrc();
    private final TunnelDissector tunnels;

    RoceDissector(int rocePort, boolean checkIcrc, TunnelDissector tunnels) {
        this.rocePort = rocePort;
        this.checkIcrc = checkIcrc;
        this.tunnels = tunnels;
    }

    /**
     * @param end of the IP payload by the IP header
     */
    Kind behindIp(FrameView view, int at, int end) {
        if (view.ipProtocol == UDP) {
            return udp(view, at, end);
        }
        if (view.ipProtocol == TCP) {
            return tcp(view, at, end);
        }
        return view.ipProtocol == TunnelDissector.GRE ? tunnels.gre(view, at, end) : Kind.OTHER;
    }

    private Kind udp(FrameView view, int at, int end) {
        if (Math.min(end, view.offset + view.captured) - at < UDP_LENGTH) {
            return view.tooShort(Layer.UDP, at, UDP_LENGTH, end);
        }
        long header = view.buffer.getLong(at);
        int length = (int) (header >>> 16) & 0xffff;
        int payload = at + UDP_LENGTH;
        view.transportOffset = at;
        view.ports = (int) (header >>> 32);
        view.transportPayloadOffset = payload;
        if (length < UDP_LENGTH || length > end - at) {
            boolean inside = length < UDP_LENGTH;
            view.transportPayloadLength = inside ? 0 : end - payload;
            return view.malformed(
                    Layer.UDP, at, inside ? UDP_LENGTH : length, inside ? length : end - at);
        }
        view.transportPayloadLength = length - UDP_LENGTH;
        return view.destinationPort() == rocePort
                ? roce(view, payload, at + length)
                : tunnels.behindUdp(view, payload, at + length);
    }

    private static Kind tcp(FrameView view, int at, int end) {
        int there = Math.min(end, view.offset + view.captured) - at;
        if (there < TCP_LENGTH) {
            return view.tooShort(Layer.TCP, at, TCP_LENGTH, end);
        }
        int headerLength = (view.buffer.get(at + 12) >>> 2) & 0x3c;
        if (headerLength < TCP_LENGTH) {
            return view.malformed(Layer.TCP, at, TCP_LENGTH, headerLength);
        }
        if (there < headerLength) {
            return view.tooShort(Layer.TCP, at, headerLength, end);
        }
        view.transportOffset = at;
        view.ports = view.buffer.getInt(at);
        view.transportPayloadOffset = at + headerLength;
        view.transportPayloadLength = end - at - headerLength;
        return Kind.TCP;
    }

    private Kind roce(FrameView view, int at, int end) {
        Kind stop = transport(view, at, end);
        if (stop != null) {
            return stop;
        }
        if (view.icrcCaptured()) {
            checkIcrc(view);
        } else {
            view.icrcStored = 0;
        }
        return Kind.ROCE_V2;
    }

    /**
     * From the BTH to the ICRC, whatever carries it.
     *
     * @param end behind the ICRC by the headers outside
     * @return why decoding stopped, or null
     */
    static Kind transport(FrameView view, int at, int end) {
        ByteBuffer buffer = view.buffer;
        int capturedEnd = view.offset + view.captured;
        if (Math.min(end, capturedEnd) - at < Bth.LENGTH) {
            return view.tooShort(Layer.BTH, at, Bth.LENGTH, end);
        }
        int word = buffer.getInt(at);
        int payload = at + Bth.LENGTH + Opcode.headerLength(word >>> 24);
        int pad = (word >>> 20) & 3;
        int icrcOffset = end - Icrc.LENGTH;
        view.bthOffset = at;
        view.bthWord = word;
        view.qpAndPsn = buffer.getLong(at + 4);
        view.payloadOffset = payload;
        view.payloadLength = icrcOffset - pad - payload;
        view.icrcOffset = icrcOffset;
        if (view.payloadLength < 0 || payload > capturedEnd) {
            return ExtendedHeaders.stop(view, end);
        }
        return null;
    }

    private void checkIcrc(FrameView view) {
        int stored = Icrc.stored(view.buffer, view.icrcOffset);
        view.icrcStored = stored;
        if (checkIcrc) {
            int computed =
                    icrc.compute(view.buffer, view.ipOffset, view.transportOffset, view.icrcOffset);
            view.icrcComputed = computed;
            view.icrcChecked = true;
        }
    }
}
