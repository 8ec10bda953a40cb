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

    RoceDissector(int rocePort, boolean checkIcrc) {
        this.rocePort = rocePort;
        this.checkIcrc = checkIcrc;
    }

    /**
     * @param end of the IP payload by the IP header
     */
    void behindIp(FrameView view, int at, int end) {
        if (view.ipProtocol == UDP) {
            udp(view, at, end);
        } else if (view.ipProtocol == TCP) {
            tcp(view, at, end);
        }
    }

    private void udp(FrameView view, int at, int end) {
        if (Math.min(end, view.offset + view.captured) - at < UDP_LENGTH) {
            view.tooShort(Layer.UDP, at, UDP_LENGTH, end);
            return;
        }
        long header = view.buffer.getLong(at);
        int length = (int) (header >>> 16) & 0xffff;
        int payload = at + UDP_LENGTH;
        view.transportOffset = at;
        view.sourcePort = (int) (header >>> 48);
        view.destinationPort = (int) (header >>> 32) & 0xffff;
        view.transportPayloadOffset = payload;
        if (length < UDP_LENGTH || length > end - at) {
            boolean inside = length < UDP_LENGTH;
            view.transportPayloadLength = inside ? 0 : end - payload;
            view.malformed(Layer.UDP, at, inside ? UDP_LENGTH : length, inside ? length : end - at);
            return;
        }
        view.transportPayloadLength = length - UDP_LENGTH;
        if (view.destinationPort == rocePort) {
            roce(view, payload, at + length);
        }
    }

    private static void tcp(FrameView view, int at, int end) {
        int there = Math.min(end, view.offset + view.captured) - at;
        if (there < TCP_LENGTH) {
            view.tooShort(Layer.TCP, at, TCP_LENGTH, end);
            return;
        }
        int headerLength = (view.buffer.get(at + 12) >>> 2) & 0x3c;
        if (headerLength < TCP_LENGTH) {
            view.malformed(Layer.TCP, at, TCP_LENGTH, headerLength);
            return;
        }
        if (there < headerLength) {
            view.tooShort(Layer.TCP, at, headerLength, end);
            return;
        }
        int ports = view.buffer.getInt(at);
        view.kind = Kind.TCP;
        view.transportOffset = at;
        view.sourcePort = ports >>> 16;
        view.destinationPort = ports & 0xffff;
        view.transportPayloadOffset = at + headerLength;
        view.transportPayloadLength = end - at - headerLength;
    }

    /**
     * @param end of the UDP payload by the UDP header
     */
    private void roce(FrameView view, int at, int end) {
        ByteBuffer buffer = view.buffer;
        int capturedEnd = view.offset + view.captured;
        if (Math.min(end, capturedEnd) - at < Bth.LENGTH) {
            view.tooShort(Layer.BTH, at, Bth.LENGTH, end);
            return;
        }
        int opcodeWord = buffer.getInt(at);
        long qpAndPsn = buffer.getLong(at + 4);
        int opcode = opcodeWord >>> 24;
        int flags = (opcodeWord >>> 16) & 0xff;
        int extended = at + Bth.LENGTH;
        int payload = extended + Opcode.headerLength(opcode);
        int pad = (flags >> 4) & 3;
        int icrcOffset = end - Icrc.LENGTH;
        view.bthOffset = at;
        view.opcode = opcode;
        view.bthFlags = flags;
        view.destQp = (int) (qpAndPsn >>> 32) & 0xff_ffff;
        view.psn = (int) qpAndPsn & 0xff_ffff;
        view.ackReq = (int) qpAndPsn < 0;
        view.extendedOffset = extended;
        view.payloadOffset = payload;
        view.payloadLength = icrcOffset - pad - payload;
        view.icrcOffset = icrcOffset;
        if (view.payloadLength < 0 || payload > capturedEnd) {
            ExtendedHeaders.stop(view, end);
            return;
        }
        view.kind = Kind.ROCE_V2;
        if (icrcOffset + Icrc.LENGTH <= capturedEnd) {
            checkIcrc(view);
        } else {
            view.icrcStored = 0;
        }
    }

    private void checkIcrc(FrameView view) {
        int stored = Icrc.stored(view.buffer, view.icrcOffset);
        view.icrcStored = stored;
        if (checkIcrc) {
            int computed =
                    icrc.compute(view.buffer, view.ipOffset, view.transportOffset, view.icrcOffset);
            view.icrcComputed = computed;
            view.icrc = computed == stored ? IcrcStatus.GOOD : IcrcStatus.BAD;
        }
    }
}
