package io.qpscope.bench;

import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.MpaCrc;
import io.qpscope.wire.Vcrc;

import java.nio.ByteBuffer;

/**
 * Makes the checksums of a damaged frame right, so that what is behind them is reached: a packet
 * with a bad ICRC moves no state, and a segment with a bad checksum no stream.
 */
final class Repair {
    private static final int CHECKSUM = 16;
    private static final int LOWER = 0xffff;

    private final Dissector dissector;
    private final FrameView view = new FrameView();
    private final Icrc icrc = new Icrc();
    private final MpaCrc mpaCrc = new MpaCrc();

    Repair(int rocePort) {
        dissector = new Dissector(rocePort, false);
    }

    /** Whether there was anything to make right. */
    boolean of(ByteBuffer frame, int length, int linkType) {
        view.wrap(frame, 0, length, length, linkType).at(1, 0, 0, 0);
        dissector.dissect(view);
        if (view.kind() == Kind.TCP) {
            return segment(frame);
        }
        if (!view.kind().hasTransport() || !view.icrcCaptured()) {
            return false;
        }
        int at = view.icrcOffset();
        Icrc.store(frame, at, invariant(frame, at));
        int behind = at + Icrc.LENGTH;
        if (view.carrier().isNative() && length - behind >= Vcrc.LENGTH) {
            Vcrc.store(frame, behind, Vcrc.compute(frame, view.carrier().start(), behind));
        }
        return true;
    }

    private int invariant(ByteBuffer frame, int at) {
        if (view.kind() == Kind.ROCE_V2) {
            return icrc.compute(frame, view.ipOffset(), view.transportOffset(), at);
        }
        boolean grh = view.bthOffset() - view.carrier().start() >= 48;
        return view.kind() == Kind.ROCE_V1 || grh
                ? icrc.computeGlobal(frame, view.bthOffset() - 40, at)
                : icrc.computeLocal(frame, view.carrier().start(), at);
    }

    /** FPDUs without markers from the payload's first byte on, then the segment's own sum. */
    private boolean segment(ByteBuffer frame) {
        if (view.transportPayloadCaptured() != view.transportPayloadLength()
                || view.ipVersion() != 4) {
            return false;
        }
        int at = view.transportPayloadOffset();
        int end = at + view.transportPayloadCaptured();
        while (end - at > Short.BYTES) {
            int crcAt = at + (((frame.getShort(at) & LOWER) + Short.BYTES + 3) & ~3);
            if (crcAt + 4 > end) {
                break;
            }
            MpaCrc.store(frame, crcAt, mpaCrc.compute(frame, at, crcAt));
            at = crcAt + 4;
        }
        int tcp = view.transportOffset();
        frame.putShort(tcp + CHECKSUM, (short) 0);
        long sum = 6L + end - tcp;
        for (int i = 12; i < 20; i += 2) {
            sum += frame.getShort(view.ipOffset() + i) & LOWER;
        }
        for (int i = tcp; i < end; i++) {
            int value = frame.get(i) & 0xff;
            sum += (i - tcp) % 2 == 0 ? value << 8 : value;
        }
        while (sum > LOWER) {
            sum = (sum & LOWER) + (sum >> 16);
        }
        frame.putShort(tcp + CHECKSUM, (short) ~sum);
        return true;
    }
}
