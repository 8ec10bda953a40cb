package io.qpscope.cli.spark;

import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.frame.Kind;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;

/**
 * Frames as bytes, without the payload of RoCE WRITEs and READ responses, of which the tracker knows
 * the length and the ICRC's verdict alone. That is most of what a fleet's captures hold. For one
 * thread.
 *
 * <pre>
 * 0..7    time           8..11   capture       12..15  interface   16..19  link type
 * 20..23  original       24..27  captured      28..35  link speed
 * 36      1 if the ICRC was checked            37..40  ICRC computed
 * 41..44  bytes in front of what is left out   45..48  bytes left out
 * 49      the bytes that are there
 * </pre>
 */
final class Parcel {
    private static final int HEADER = 49;
    /** Less is not worth it. */
    private static final int LEAST = 64;

    private final Dissector checking;
    private final Dissector trusting;
    private ByteBuffer whole = ByteBuffer.allocate(1 << 14);

    Parcel(int rocePort) {
        checking = new Dissector(rocePort, true);
        trusting = new Dissector(rocePort, false);
    }

    /**
     * @param linkSpeed of a pause's interface, else 0
     */
    static byte[] pack(FrameView view, long linkSpeed, boolean checked) {
        int left = spared(view);
        int front = left > 0 ? view.payloadOffset() - view.offset() : view.captured();
        int behind = view.captured() - front - left;
        ByteBuffer parcel = ByteBuffer.allocate(HEADER + front + behind);
        parcel.putLong(view.timeNs()).putInt(view.captureIndex()).putInt(view.interfaceId());
        parcel.putInt(view.linkType()).putInt(view.original()).putInt(view.captured());
        boolean verdict = left > 0 ? view.icrc() != IcrcStatus.UNCHECKED : checked;
        parcel.putLong(linkSpeed).put((byte) (verdict ? 1 : 0));
        parcel.putInt(view.icrcComputed()).putInt(front).putInt(left);
        parcel.put(HEADER, view.buffer(), view.offset(), front);
        parcel.put(HEADER + front, view.buffer(), view.offset() + front + left, behind);
        return parcel.array();
    }

    /** How many bytes of payload can be done without. */
    private static int spared(FrameView view) {
        if (view.kind() != Kind.ROCE_V2 && view.kind() != Kind.ROCE_V1) {
            return 0;
        }
        int data = Opcode.IS_WRITE | Opcode.IS_RESPONSE;
        int payload = view.payloadCaptured();
        return (Opcode.traits(view.opcode()) & data) != 0 && payload >= LEAST ? payload : 0;
    }

    /** Fills the view as it was when it was packed. */
    void unpack(byte[] bytes, long number, FrameView view) {
        ByteBuffer parcel = ByteBuffer.wrap(bytes);
        int captured = parcel.getInt(24);
        int front = parcel.getInt(41);
        int left = parcel.getInt(45);
        ByteBuffer frame = left == 0 ? parcel : filled(parcel, captured, front, left);
        view.wrap(frame, left == 0 ? HEADER : 0, captured, parcel.getInt(20), parcel.getInt(16));
        view.at(number, parcel.getLong(0), parcel.getInt(8), parcel.getInt(12));
        boolean verdict = parcel.get(36) != 0;
        if (left > 0) {
            trusting.dissect(view);
            if (verdict) {
                view.icrcComputed(parcel.getInt(37));
            }
        } else {
            (verdict ? checking : trusting).dissect(view);
        }
        if (view.kind() == Kind.PFC || view.kind() == Kind.PAUSE) {
            view.linkSpeed(parcel.getLong(28));
        }
    }

    private ByteBuffer filled(ByteBuffer parcel, int captured, int front, int left) {
        if (captured > whole.capacity()) {
            whole = ByteBuffer.allocate(captured);
        }
        whole.put(0, parcel, HEADER, front);
        for (int i = front; i < front + left; i++) {
            whole.put(i, (byte) 0);
        }
        whole.put(front + left, parcel, HEADER + front, captured - front - left);
        return whole;
    }
}
