package io.qpscope.frame;

import io.qpscope.spec.ErspanIi;
import io.qpscope.spec.ErspanIii;
import io.qpscope.spec.ErspanPlatform;
import io.qpscope.spec.GeneveHeader;
import io.qpscope.spec.GreChecksum;
import io.qpscope.spec.GreHeader;
import io.qpscope.spec.GreKey;
import io.qpscope.spec.GreSequence;
import io.qpscope.spec.MplsLabel;
import io.qpscope.spec.PppoeSession;
import io.qpscope.spec.VxlanHeader;

/** Fields of what wraps frames. */
final class TunnelLayers {
    static final LayerSpec<VxlanHeader> VXLAN = new LayerSpec<>("vxlan", VxlanHeader::new)
            .number(16, "vxlan.flags", VxlanHeader::flags)
            .number(16, "vxlan.gbp", VxlanHeader::policy)
            .number(24, "vxlan.vni", VxlanHeader::vni)
            .number(8, "vxlan.reserved8", VxlanHeader::reserved);

    static final LayerSpec<GeneveHeader> GENEVE = new LayerSpec<>("geneve", GeneveHeader::new)
            .number(2, "geneve.version", GeneveHeader::version)
            .number(6, "geneve.options_length", GeneveHeader::optionsWords, n -> n * 4 + " bytes")
            .flag("geneve.flags.oam", GeneveHeader::oam)
            .flag("geneve.flags.critical", GeneveHeader::critical)
            .number(6, "geneve.flags.reserved", GeneveHeader::reserved0)
            .number(16, "geneve.proto_type", GeneveHeader::protocol, Meaning::etherType)
            .number(24, "geneve.vni", GeneveHeader::vni)
            .number(8, "geneve.reserved", GeneveHeader::reserved1)
            .open("geneve.options", GeneveHeader::options);

    static final LayerSpec<GreHeader> GRE = new LayerSpec<>("gre", GreHeader::new)
            .flag("gre.flags.checksum", GreHeader::hasChecksum)
            .flag("gre.flags.routing", GreHeader::hasRouting)
            .flag("gre.flags.key", GreHeader::hasKey)
            .flag("gre.flags.sequence_number", GreHeader::hasSequence)
            .number(9, "gre.flags.reserved", GreHeader::reserved)
            .number(3, "gre.flags.version", GreHeader::version)
            .number(16, "gre.proto", GreHeader::protocol, Meaning::etherType);

    static final LayerSpec<GreChecksum> GRE_CHECKSUM = new LayerSpec<>("gre", GreChecksum::new)
            .number(16, "gre.checksum", GreChecksum::checksum)
            .number(16, "gre.offset", GreChecksum::reserved);

    static final LayerSpec<GreKey> GRE_KEY =
            new LayerSpec<>("gre", GreKey::new).number(32, "gre.key", GreKey::key);

    static final LayerSpec<GreSequence> GRE_SEQUENCE = new LayerSpec<>("gre", GreSequence::new)
            .number(32, "gre.sequence_number", GreSequence::sequence);

    static final LayerSpec<ErspanIi> ERSPAN_II = new LayerSpec<>("erspan", ErspanIi::new)
            .number(4, "erspan.version", ErspanIi::version)
            .number(12, "erspan.vlan", ErspanIi::vlan)
            .number(3, "erspan.cos", ErspanIi::cos)
            .number(2, "erspan.encap", ErspanIi::encapsulation)
            .flag("erspan.truncated", ErspanIi::truncated)
            .number(10, "erspan.spanid", ErspanIi::session)
            .number(12, "erspan.reserved", ErspanIi::reserved)
            .number(20, "erspan.index", ErspanIi::index);

    static final LayerSpec<ErspanIii> ERSPAN_III = new LayerSpec<>("erspan", ErspanIii::new)
            .number(4, "erspan.version", ErspanIii::version)
            .number(12, "erspan.vlan", ErspanIii::vlan)
            .number(3, "erspan.cos", ErspanIii::cos)
            .number(2, "erspan.bso", ErspanIii::badShortOversized)
            .flag("erspan.truncated", ErspanIii::truncated)
            .number(10, "erspan.spanid", ErspanIii::session)
            .number(32, "erspan.timestamp", ErspanIii::timestamp)
            .number(16, "erspan.sgt", ErspanIii::groupTag)
            .flag("erspan.p", ErspanIii::isEthernet)
            .number(5, "erspan.ft", ErspanIii::frameType)
            .number(6, "erspan.hw", ErspanIii::hardware)
            .flag("erspan.direction", ErspanIii::egress)
            .number(2, "erspan.gra", ErspanIii::granularity)
            .flag("erspan.o", ErspanIii::hasSubheader);

    static final LayerSpec<ErspanPlatform> ERSPAN_PLATFORM = new LayerSpec<>(
                    "erspan", ErspanPlatform::new)
            .number(6, "erspan.platid", ErspanPlatform::platform)
            .number(58, "erspan.pid.rsvd", ErspanPlatform::info);

    static final LayerSpec<MplsLabel> MPLS = new LayerSpec<>("mpls", MplsLabel::new)
            .number(20, "mpls.label", MplsLabel::label)
            .number(3, "mpls.exp", MplsLabel::exp)
            .flag("mpls.bottom", MplsLabel::bottom)
            .number(8, "mpls.ttl", MplsLabel::ttl);

    static final LayerSpec<PppoeSession> PPPOE = new LayerSpec<>("pppoes", PppoeSession::new)
            .number(4, "pppoe.version", PppoeSession::version)
            .number(4, "pppoe.type", PppoeSession::type)
            .number(8, "pppoe.code", PppoeSession::code)
            .number(16, "pppoe.session_id", PppoeSession::session)
            .number(16, "pppoe.payload_length", PppoeSession::length)
            .number(16, "ppp.protocol", PppoeSession::protocol);

    private TunnelLayers() {}
}
