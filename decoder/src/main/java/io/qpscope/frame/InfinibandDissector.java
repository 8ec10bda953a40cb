package io.qpscope.frame;

import io.qpscope.wire.Grh;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.IpAddress;
import io.qpscope.wire.LinkMarker;
import io.qpscope.wire.LinkPacket;
import io.qpscope.wire.Lrh;
import io.qpscope.wire.Vcrc;

/** Native InfiniBand, its link packets, and RoCEv1. */
final class InfinibandDissector {
    private static final int RWH_LENGTH = 4;

    private final boolean checkIcrc;
    private final Icrc icrc = new Icrc();
    private final Grh grh = new Grh();
    private final LinkMarker marker = new LinkMarker();

    /**
     * @param checkIcrc the ICRC alone: a VCRC is computed at the tap's end of the link and always
     *     means something
     */
    InfinibandDissector(boolean checkIcrc) {
        this.checkIcrc = checkIcrc;
    }

    /** A marker and the packet that it names; without the magic it is another program's record. */
    Kind marked(FrameView view, int at, int end) {
        if (view.captured < LinkMarker.LENGTH) {
            return view.tooShort(Layer.LINK_MARKER, at, LinkMarker.LENGTH, end);
        }
        marker.wrap(view.buffer, at);
        if (marker.magic() != LinkMarker.MAGIC || marker.version() != LinkMarker.VERSION) {
            return Kind.OTHER;
        }
        view.carrier.port = marker.port();
        return switch (marker.kind()) {
            case LinkMarker.KIND_DATA -> local(view, at + LinkMarker.LENGTH, end);
            case LinkMarker.KIND_LINK -> link(view, at + LinkMarker.LENGTH, end);
            default -> Kind.OTHER;
        };
    }

    /**
     * From the LRH on. Its length field tells whether the capture kept a VCRC behind the packet.
     *
     * @param end of what the capture says was on the wire
     */
    Kind local(FrameView view, int at, int end) {
        int there = Math.min(end, view.offset + view.captured) - at;
        if (there < Lrh.LENGTH) {
            return view.tooShort(Layer.LRH, at, Lrh.LENGTH, end);
        }
        Carrier carrier = view.carrier;
        carrier.local(view.buffer, at);
        Lrh lrh = carrier.lrh();
        int length = lrh.pktlen() * 4;
        if (length < Lrh.LENGTH || length > end - at) {
            return view.malformed(Layer.LRH, at, Math.max(length, Lrh.LENGTH), end - at);
        }
        int packetEnd = at + length;
        if (there >= length + Vcrc.LENGTH) {
            carrier.crc(
                    Vcrc.stored(view.buffer, packetEnd), Vcrc.compute(view.buffer, at, packetEnd));
        }
        addresses(view, lrh);
        int behind = at + Lrh.LENGTH;
        switch (lrh.lnh()) {
            case Lrh.LNH_RAW -> {
                return raw(view, behind, packetEnd);
            }
            case Lrh.LNH_IPV6 -> {
                return Kind.INFINIBAND_RAW;
            }
            case Lrh.LNH_LOCAL -> {
                return transport(view, behind, packetEnd, Kind.INFINIBAND);
            }
            default -> {
                return global(view, behind, packetEnd, Kind.INFINIBAND);
            }
        }
    }

    private static void addresses(FrameView view, Lrh lrh) {
        view.ipId = 0;
        view.ttl = 0;
        view.trafficClass = 0;
        view.ports = 0;
        view.sourceHigh = IpAddress.LID;
        view.sourceLow = lrh.slid();
        view.destinationHigh = IpAddress.LID;
        view.destinationLow = lrh.dlid();
    }

    private static Kind raw(FrameView view, int at, int end) {
        if (Math.min(end, view.offset + view.captured) - at < RWH_LENGTH) {
            return view.tooShort(Layer.RWH, at, RWH_LENGTH, end);
        }
        view.etherType = view.buffer.getShort(at + 2) & 0xffff;
        return Kind.INFINIBAND_RAW;
    }

    /** What EtherType 0x8915 announces. */
    Kind roceV1(FrameView view, int at, int end) {
        view.carrier.form = Carrier.ROCE_V1;
        view.ports = 0;
        return global(view, at, end, Kind.ROCE_V1);
    }

    private Kind global(FrameView view, int at, int end, Kind kind) {
        int there = Math.min(end, view.offset + view.captured) - at;
        if (there < Grh.LENGTH) {
            return view.tooShort(Layer.GRH, at, Grh.LENGTH, end);
        }
        grh.wrap(view.buffer, at);
        if (grh.ipver() != 6) {
            return view.malformed(Layer.GRH, at, Grh.LENGTH, there);
        }
        view.ipVersion = 6;
        view.ipOffset = at;
        view.ipId = 0;
        view.ttl = grh.hoplmt();
        view.trafficClass = grh.tclass();
        view.ipProtocol = grh.nxthdr();
        view.sourceHigh = grh.sgidHigh();
        view.sourceLow = grh.sgidLow();
        view.destinationHigh = grh.dgidHigh();
        view.destinationLow = grh.dgidLow();
        int length = Grh.LENGTH + grh.paylen();
        // Ethernet may be padded; the LRH counts to the byte.
        boolean exact = kind == Kind.INFINIBAND;
        if (length > end - at || (exact && length != end - at)) {
            return view.malformed(Layer.GRH, at, length, end - at);
        }
        if (grh.nxthdr() != Grh.NEXT_BTH) {
            return exact ? Kind.INFINIBAND_RAW : Kind.OTHER;
        }
        return transport(view, at + Grh.LENGTH, at + length, kind);
    }

    private Kind transport(FrameView view, int at, int end, Kind kind) {
        Kind stop = RoceDissector.transport(view, at, end);
        if (stop != null) {
            return stop;
        }
        if (!view.icrcCaptured()) {
            view.icrcStored = 0;
            return kind;
        }
        view.icrcStored = Icrc.stored(view.buffer, view.icrcOffset);
        if (checkIcrc) {
            view.icrcComputed = view.ipVersion == 6
                    ? icrc.computeGlobal(view.buffer, view.ipOffset, view.icrcOffset)
                    : icrc.computeLocal(view.buffer, view.carrier.start, view.icrcOffset);
            view.icrcChecked = true;
        }
        return kind;
    }

    /** A flow-control packet, all of it. */
    Kind link(FrameView view, int at, int end) {
        if (Math.min(end, view.offset + view.captured) - at < LinkPacket.LENGTH) {
            return view.tooShort(Layer.LINK, at, LinkPacket.LENGTH, end);
        }
        int crcAt = at + LinkPacket.LPCRC_OFFSET;
        view.carrier.link(view.buffer, at);
        view.carrier.crc(Vcrc.stored(view.buffer, crcAt), Vcrc.compute(view.buffer, at, crcAt));
        return Kind.INFINIBAND_LINK;
    }
}
