package io.qpscope.frame;

import io.qpscope.spec.ErfExtension;
import io.qpscope.spec.ErfHeader;
import io.qpscope.spec.InfinibandGrh;
import io.qpscope.spec.InfinibandLink;
import io.qpscope.spec.InfinibandLrh;
import io.qpscope.spec.InfinibandMarker;
import io.qpscope.spec.InfinibandRwh;
import io.qpscope.wire.Erf;
import io.qpscope.wire.Grh;
import io.qpscope.wire.LinkMarker;
import io.qpscope.wire.LinkPacket;
import io.qpscope.wire.Lrh;

/** Fields of native InfiniBand in front of the BTH, and of the records that hold it. */
final class InfinibandLayers {
    private static final String[] NEXT = {"raw", "raw IPv6", "BTH", "GRH"};

    static final LayerSpec<ErfHeader> ERF = new LayerSpec<>("erf", ErfHeader::new)
            .number(64, "erf.ts", ErfHeader::timestamp)
            .flag("erf.types.ext_header", ErfHeader::hasExtensions)
            .number(7, "erf.types.type", ErfHeader::type, InfinibandLayers::recordType)
            .number(2, "erf.flags.res", ErfHeader::reserved)
            .flag("erf.flags.dse", ErfHeader::dsError)
            .flag("erf.flags.rxe", ErfHeader::rxError)
            .flag("erf.flags.trunc", ErfHeader::truncated)
            .flag("erf.flags.vlen", ErfHeader::varyingLength)
            .number(2, "erf.flags.cap", ErfHeader::port)
            .number(16, "erf.rlen", ErfHeader::rlen)
            .number(16, "erf.lctr", ErfHeader::lctr)
            .number(16, "erf.wlen", ErfHeader::wlen);

    static final LayerSpec<ErfExtension> ERF_EXTENSION = new LayerSpec<>(
                    "erf.ehdr", ErfExtension::new)
            .flag("erf.ehdr.more", ErfExtension::more)
            .number(7, "erf.ehdr.types", ErfExtension::type)
            .bytes(7, "erf.ehdr.data", ErfExtension::data);

    static final LayerSpec<InfinibandMarker> MARKER = new LayerSpec<>(
                    "infiniband_marker", InfinibandMarker::new)
            .number(32, "infiniband_marker.magic", InfinibandMarker::magic)
            .number(8, "infiniband_marker.version", InfinibandMarker::version)
            .number(
                    8,
                    "infiniband_marker.kind",
                    InfinibandMarker::kind,
                    InfinibandLayers::markedKind)
            .number(6, "infiniband_marker.reserved", InfinibandMarker::reserved)
            .number(2, "infiniband_marker.port", InfinibandMarker::port)
            .number(8, "infiniband_marker.reserved7", InfinibandMarker::reserved7);

    static final LayerSpec<InfinibandLrh> LRH = new LayerSpec<>(
                    "infiniband.lrh", InfinibandLrh::new)
            .number(4, "infiniband.lrh.vl", InfinibandLrh::vl, InfinibandLayers::lane)
            .number(4, "infiniband.lrh.lver", InfinibandLrh::lver)
            .number(4, "infiniband.lrh.sl", InfinibandLrh::sl)
            .number(2, "infiniband.lrh.reserved2", InfinibandLrh::reserved2)
            .number(2, "infiniband.lrh.lnh", InfinibandLrh::lnh, code -> NEXT[(int) code & 3])
            .number(16, "infiniband.lrh.dlid", InfinibandLrh::dlid)
            .number(5, "infiniband.lrh.reserved5", InfinibandLrh::reserved5)
            .number(
                    11,
                    "infiniband.lrh.pktlen",
                    InfinibandLrh::pktlen,
                    words -> words * 4 + " bytes")
            .number(16, "infiniband.lrh.slid", InfinibandLrh::slid);

    static final LayerSpec<InfinibandGrh> GRH = new LayerSpec<>(
                    "infiniband.grh", InfinibandGrh::new)
            .number(4, "infiniband.grh.ipver", InfinibandGrh::ipver)
            .number(8, "infiniband.grh.tclass", InfinibandGrh::tclass)
            .number(20, "infiniband.grh.flowlabel", InfinibandGrh::flowlabel)
            .number(16, "infiniband.grh.paylen", InfinibandGrh::paylen)
            .number(
                    8,
                    "infiniband.grh.nxthdr",
                    InfinibandGrh::nxthdr,
                    code -> code == Grh.NEXT_BTH ? "BTH" : Meaning.ipProtocol(code))
            .number(8, "infiniband.grh.hoplmt", InfinibandGrh::hoplmt)
            .bytes(16, "infiniband.grh.sgid", InfinibandGrh::sgid, AddressText::ipv6)
            .bytes(16, "infiniband.grh.dgid", InfinibandGrh::dgid, AddressText::ipv6);

    static final LayerSpec<InfinibandRwh> RWH = new LayerSpec<>(
                    "infiniband.rwh", InfinibandRwh::new)
            .number(16, "infiniband.rwh.reserved", InfinibandRwh::reserved)
            .number(16, "infiniband.rwh.etype", InfinibandRwh::etype, Meaning::etherType);

    /** Wireshark shows the checksum as the number that its two bytes make. */
    static final LayerSpec<InfinibandLink> LINK = new LayerSpec<>(
                    "infiniband_link", InfinibandLink::new)
            .number(4, "infiniband_link.op", InfinibandLink::op, InfinibandLayers::operation)
            .number(12, "infiniband_link.fctbs", InfinibandLink::fctbs, InfinibandLayers::blocks)
            .number(4, "infiniband_link.vl", InfinibandLink::vl)
            .number(12, "infiniband_link.fccl", InfinibandLink::fccl, InfinibandLayers::blocks)
            .number(
                    16,
                    "infiniband_link.lpcrc",
                    link -> Short.reverseBytes((short) link.lpcrc()) & 0xffff);

    private InfinibandLayers() {}

    private static String recordType(long type) {
        return switch ((int) type) {
            case Erf.TYPE_ETHERNET -> "Ethernet";
            case Erf.TYPE_COLOR_ETHERNET,
                    Erf.TYPE_DSM_COLOR_ETHERNET,
                    Erf.TYPE_COLOR_HASH_ETHERNET -> "Ethernet with colour or hash";
            case Erf.TYPE_INFINIBAND -> "InfiniBand";
            case Erf.TYPE_IPV4 -> "IPv4";
            case Erf.TYPE_IPV6 -> "IPv6";
            case Erf.TYPE_INFINIBAND_LINK -> "InfiniBand link";
            default -> null;
        };
    }

    private static String markedKind(long kind) {
        if (kind == LinkMarker.KIND_LINK) {
            return "flow control";
        }
        return kind == LinkMarker.KIND_DATA ? "from the LRH on" : null;
    }

    private static String lane(long vl) {
        return vl == Lrh.MANAGEMENT_VL ? "subnet management" : null;
    }

    private static String operation(long op) {
        if (op == LinkPacket.OP_NORMAL) {
            return "normal";
        }
        return op == LinkPacket.OP_INIT ? "initialisation" : "reserved";
    }

    private static String blocks(long blocks) {
        return "block " + blocks + " of 4096";
    }
}
