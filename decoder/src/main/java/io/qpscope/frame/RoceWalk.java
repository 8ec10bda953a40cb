package io.qpscope.frame;

import io.qpscope.spec.InfinibandBth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;
import java.util.List;

/** From the base transport header to the ICRC. */
final class RoceWalk {
    private final FrameView view;
    private final TreeCursor cursor;
    private final UpperWalk upper;

    /**
     * @param cursor at the first byte behind UDP
     */
    RoceWalk(FrameView view, TreeCursor cursor, UpperWalk upper) {
        this.view = view;
        this.cursor = cursor;
        this.upper = upper;
    }

    /**
     * @param limit end of the datagram by the UDP header; may lie behind the captured bytes
     */
    void walk(int limit) {
        cursor.end = Math.min(limit, cursor.end);
        InfinibandBth bth = cursor.next(TransportLayers.BTH);
        if (bth == null) {
            return;
        }
        for (LayerSpec<?> layer : TransportLayers.behindBth(bth.opcode())) {
            if (cursor.next(layer) == null) {
                return;
            }
        }
        int padEnd = limit - Icrc.LENGTH;
        int payloadEnd = (int) (padEnd - bth.padcnt());
        if (payloadEnd < cursor.at) {
            tooShort(limit - cursor.at, (int) bth.padcnt());
            return;
        }
        if (isManagement(bth)) {
            int behind = cursor.end;
            cursor.end = Math.min(behind, payloadEnd);
            new ManagementWalk(cursor, upper).walk();
            if (cursor.errors.isEmpty() && cursor.at < cursor.end) {
                cursor.bytes("infiniband.payload", cursor.end);
            }
            cursor.end = behind;
            cursor.at = payloadEnd;
        } else {
            upper.payload(payloadEnd);
            cursor.bytes("infiniband.payload", payloadEnd);
        }
        boolean cut = cursor.end < payloadEnd;
        if (!cut) {
            cursor.bytes("infiniband.pad", padEnd);
        }
        icrc(padEnd);
        if (cursor.errors.isEmpty() && cursor.end < limit) {
            cursor.error("infiniband.invariant.crc", Icrc.LENGTH, Math.max(0, cursor.end - padEnd));
        }
    }

    private void tooShort(int there, int pad) {
        if (there < Icrc.LENGTH) {
            cursor.error("infiniband.invariant.crc", Icrc.LENGTH, Math.max(0, there));
        } else {
            cursor.error("infiniband.pad", pad, there - Icrc.LENGTH);
        }
    }

    /** Queue pairs 0 and 1 take management datagrams only. */
    private static boolean isManagement(InfinibandBth bth) {
        int service = bth.opcode() & Opcode.SERVICE_MASK;
        return service == Opcode.UD && bth.destqp() <= 1;
    }

    private void icrc(int start) {
        ByteBuffer buffer = view.buffer();
        boolean there = start + Icrc.LENGTH <= cursor.end;
        Field status = new Field(
                "infiniband.invariant.crc.status", status(), start, 0, 0, statusText(there));
        if (there) {
            long asSent = buffer.getInt(view.offset() + start) & 0xffff_ffffL;
            Field value = new Field("infiniband.invariant.crc", asSent, start, 0, 32, null);
            cursor.layers.add(new LayerNode(
                    "infiniband.invariant.crc", start, Icrc.LENGTH, List.of(value, status)));
        } else {
            cursor.layers.add(new LayerNode("infiniband.invariant.crc", start, 0, List.of(status)));
        }
    }

    private String status() {
        return switch (view.icrc()) {
            case GOOD -> "good";
            case BAD -> "bad";
            case UNCHECKED -> "unchecked";
        };
    }

    /** Values in the order of the bytes on the wire, which is how captures show them. */
    private String statusText(boolean there) {
        if (view.icrc() == IcrcStatus.UNCHECKED) {
            return there ? null : "the packet is cut";
        }
        if (view.icrc() == IcrcStatus.GOOD) {
            return null;
        }
        int stored = view.icrcStored();
        int computed = view.icrcComputed();
        String text = "stored %08x, computed %08x"
                .formatted(Integer.reverseBytes(stored), Integer.reverseBytes(computed));
        return text + why(stored, computed);
    }

    private String why(int stored, int computed) {
        switch (Icrc.hint(stored, computed)) {
            case REVERSED -> {
                return ": the sender put the bytes in reverse order";
            }
            case NOT_COMPLEMENTED -> {
                return ": the sender left out the final complement";
            }
            case ZERO -> {
                return ": never filled in, or left to hardware behind the capture point";
            }
            default -> {
                return isOfRoceV1(stored) ? ": right for RoCEv1, the other RoCE" : "";
            }
        }
    }

    private boolean isOfRoceV1(int stored) {
        return view.kind() == Kind.ROCE_V2
                && stored
                        == new Icrc()
                                .computeAsRoceV1(
                                        view.buffer(),
                                        view.ipOffset(),
                                        view.transportOffset(),
                                        view.icrcOffset());
    }
}
