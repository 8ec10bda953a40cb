package io.qpscope.frame;

import io.qpscope.spec.InfinibandGrh;
import io.qpscope.spec.InfinibandLrh;
import io.qpscope.spec.InfinibandMarker;
import io.qpscope.wire.Grh;
import io.qpscope.wire.LinkMarker;
import io.qpscope.wire.LinkPacket;
import io.qpscope.wire.Lrh;
import io.qpscope.wire.Vcrc;

import java.util.List;

/** Native InfiniBand, its link packets, and RoCEv1 from the GRH on. */
final class InfinibandWalk {
    private final FrameView view;
    private final TreeCursor cursor;
    private final UpperWalk upper;

    InfinibandWalk(FrameView view, TreeCursor cursor, UpperWalk upper) {
        this.upper = upper;
        this.view = view;
        this.cursor = cursor;
    }

    void marked() {
        InfinibandMarker marker = cursor.next(InfinibandLayers.MARKER);
        if (marker == null
                || marker.magic() != LinkMarker.MAGIC
                || marker.version() != LinkMarker.VERSION) {
            return;
        }
        if (marker.kind() == LinkMarker.KIND_DATA) {
            local();
        } else if (marker.kind() == LinkMarker.KIND_LINK) {
            link();
        }
    }

    /** An LRH and what its fields announce, up to the VCRC. */
    void local() {
        int start = cursor.at;
        InfinibandLrh lrh = cursor.next(InfinibandLayers.LRH);
        if (lrh == null) {
            return;
        }
        int packetEnd = start + (int) lrh.pktlen() * 4;
        if (packetEnd < cursor.at) {
            return;
        }
        int behind = cursor.end;
        cursor.end = Math.min(behind, packetEnd);
        switch ((int) lrh.lnh()) {
            case Lrh.LNH_RAW -> {
                if (cursor.next(InfinibandLayers.RWH) != null) {
                    payload();
                }
            }
            case Lrh.LNH_IPV6 -> payload();
            case Lrh.LNH_LOCAL -> new RoceWalk(view, cursor, upper).walk(packetEnd);
            default -> global(packetEnd);
        }
        cursor.end = behind;
        if (view.stopLayer() == null) {
            cursor.at = packetEnd;
            variantCrc();
        }
    }

    private void payload() {
        if (cursor.at < cursor.end) {
            cursor.bytes("infiniband.payload", cursor.end);
        }
    }

    /**
     * A GRH and what is behind it.
     *
     * @param limit the last byte that the layers outside allow
     */
    void global(int limit) {
        InfinibandGrh grh = cursor.next(InfinibandLayers.GRH);
        if (grh == null || grh.ipver() != 6) {
            return;
        }
        int end = cursor.at + grh.paylen();
        if (end > limit) {
            return;
        }
        if (grh.nxthdr() == Grh.NEXT_BTH) {
            new RoceWalk(view, cursor, upper).walk(end);
        } else {
            payload();
        }
    }

    /** Only where the capture kept it. */
    private void variantCrc() {
        Carrier carrier = view.carrier();
        String status = status(carrier.crc());
        if (!carrier.crcChecked || cursor.at + Vcrc.LENGTH > cursor.end) {
            Field unknown = new Field(
                    "infiniband.variant.crc.status", status, cursor.at, 0, 0, "not captured");
            cursor.layers.add(
                    new LayerNode("infiniband.variant.crc", cursor.at, 0, List.of(unknown)));
            return;
        }
        long asSent = view.buffer().getShort(view.offset() + cursor.at) & 0xffffL;
        cursor.layers.add(new LayerNode(
                "infiniband.variant.crc",
                cursor.at,
                Vcrc.LENGTH,
                List.of(
                        new Field("infiniband.variant.crc", asSent, cursor.at, 0, 16, null),
                        new Field(
                                "infiniband.variant.crc.status",
                                status,
                                cursor.at,
                                0,
                                0,
                                text(carrier)))));
        cursor.at += Vcrc.LENGTH;
    }

    void link() {
        int start = cursor.at;
        if (cursor.next(InfinibandLayers.LINK) == null) {
            return;
        }
        Carrier carrier = view.carrier();
        int at = start + LinkPacket.LPCRC_OFFSET;
        Field verdict = new Field(
                "infiniband_link.lpcrc.status", status(carrier.crc()), at, 0, 0, text(carrier));
        cursor.layers.add(new LayerNode(
                "infiniband_link.lpcrc",
                at,
                LinkPacket.LENGTH - LinkPacket.LPCRC_OFFSET,
                List.of(verdict)));
    }

    private static String status(IcrcStatus status) {
        return switch (status) {
            case GOOD -> "good";
            case BAD -> "bad";
            case UNCHECKED -> "unchecked";
        };
    }

    /** Values in the order of the bytes on the wire. */
    private static String text(Carrier carrier) {
        if (carrier.crc() != IcrcStatus.BAD) {
            return null;
        }
        return "stored %04x, computed %04x"
                .formatted(
                        Short.reverseBytes((short) carrier.crcStored()) & 0xffff,
                        Short.reverseBytes((short) carrier.crcComputed()) & 0xffff);
    }
}
