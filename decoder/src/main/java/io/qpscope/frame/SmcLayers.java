package io.qpscope.frame;

import io.qpscope.spec.SmcCdc;
import io.qpscope.spec.SmcClcAccept;
import io.qpscope.spec.SmcClcDecline;
import io.qpscope.spec.SmcClcProposal;
import io.qpscope.spec.SmcLlc;
import io.qpscope.spec.SmcLlcConfirmLink;

/** Fields of SMC-R: CLC over TCP, LLC and CDC over RC. */
final class SmcLayers {
    static final LayerSpec<SmcClcProposal> PROPOSAL = new LayerSpec<>(
                    "smc.proposal", SmcClcProposal::new)
            .number(32, "smc.eyecatcher", SmcClcProposal::eyecatcher, UpperMeaning::smcEyecatcher)
            .number(8, "smc.clc_msg", SmcClcProposal::messageType, UpperMeaning::smcClcType)
            .number(16, "smc.length", SmcClcProposal::length)
            .number(4, "smc.proposal.smc.version", SmcClcProposal::version)
            .number(2, "smc.proposal.smcv2.type", SmcClcProposal::typeV2)
            .number(2, "smc.proposal.smc.type", SmcClcProposal::typeV1)
            .number(64, "smc.proposal.sender.client.peer.id", SmcClcProposal::peerId)
            .bytes(16, "smc.proposal.client.preferred.gid", SmcClcProposal::gid, AddressText::ipv6)
            .bytes(6, "smc.proposal.client.preferred.mac", SmcClcProposal::mac, AddressText::mac)
            .number(16, "smc.proposal.smcv1_subnet_ext_offset", SmcClcProposal::areaOffset);

    static final LayerSpec<SmcClcAccept> ACCEPT = new LayerSpec<>("smc.accept", SmcClcAccept::new)
            .number(32, "smc.eyecatcher", SmcClcAccept::eyecatcher, UpperMeaning::smcEyecatcher)
            .number(8, "smc.clc_msg", SmcClcAccept::messageType, UpperMeaning::smcClcType)
            .number(16, "smc.length", SmcClcAccept::length)
            .number(4, "smc.accept.smc.version", SmcClcAccept::version)
            .flag("smc.accept.first.contact", SmcClcAccept::firstContact)
            .flag("smc.reserved", SmcClcAccept::reserved0)
            .number(2, "smc.accept.smc.type", SmcClcAccept::path)
            .number(64, "smc.accept.sender.server.peer.id", SmcClcAccept::peerId)
            .bytes(16, "smc.accept.server.preferred.gid", SmcClcAccept::gid, AddressText::ipv6)
            .bytes(6, "smc.accept.server.preferred.mac", SmcClcAccept::mac, AddressText::mac)
            .number(24, "smc.accept.server.qp.number", SmcClcAccept::qpn)
            .number(32, "smc.accept.server.rmb.rkey", SmcClcAccept::rkey)
            .number(8, "smc.accept.server.tcp.conn.index", SmcClcAccept::connectionIndex)
            .number(32, "smc.accept.server.rmb.element.alert.token", SmcClcAccept::alertToken)
            .number(
                    4,
                    "smc.accept.rmb.buffer.size",
                    SmcClcAccept::bufferSize,
                    UpperMeaning::smcBufferSize)
            .number(4, "smc.accept.qp.mtu.value", SmcClcAccept::mtu, Meaning::pathMtu)
            .number(8, "smc.reserved", SmcClcAccept::reserved1)
            .number(64, "smc.accept.server.rmb.virtual.address", SmcClcAccept::address)
            .number(8, "smc.reserved", SmcClcAccept::reserved2)
            .number(24, "smc.accept.initial.psn", SmcClcAccept::psn);

    static final LayerSpec<SmcClcDecline> DECLINE = new LayerSpec<>(
                    "smc.decline", SmcClcDecline::new)
            .number(32, "smc.eyecatcher", SmcClcDecline::eyecatcher, UpperMeaning::smcEyecatcher)
            .number(8, "smc.clc_msg", SmcClcDecline::messageType, UpperMeaning::smcClcType)
            .number(16, "smc.length", SmcClcDecline::length)
            .number(4, "smc.decline.smc.version", SmcClcDecline::version)
            .flag("smc.decline.osync", SmcClcDecline::outOfSync)
            .number(3, "smc.reserved", SmcClcDecline::reserved0)
            .number(64, "smc.sender.peer.id", SmcClcDecline::peerId)
            .number(32, "smc.peer.diag.info", SmcClcDecline::diagnosis)
            .bytes(4, "smc.reserved", SmcClcDecline::reserved1);

    static final LayerSpec<SmcLlcConfirmLink> CONFIRM_LINK = new LayerSpec<>(
                    "smc.confirm.link", SmcLlcConfirmLink::new)
            .number(8, "smc.llc_msg", SmcLlcConfirmLink::messageType, UpperMeaning::smcLlcType)
            .number(8, "smc.length", SmcLlcConfirmLink::length)
            .number(8, "smc.reserved", SmcLlcConfirmLink::reserved0)
            .number(
                    8,
                    "smc.confirm.link.flags",
                    SmcLlcConfirmLink::flags,
                    UpperMeaning::smcLlcFlags)
            .bytes(6, "smc.confirm.link.sender.mac", SmcLlcConfirmLink::mac, AddressText::mac)
            .bytes(16, "smc.sender.gid", SmcLlcConfirmLink::gid, AddressText::ipv6)
            .number(24, "smc.confirm.link.sender.qp.number", SmcLlcConfirmLink::qpn)
            .number(8, "smc.confirm.link.number", SmcLlcConfirmLink::linkNumber)
            .number(32, "smc.confirm.link.sender.link.userid", SmcLlcConfirmLink::linkUserId)
            .number(8, "smc.confirm.link.max.links", SmcLlcConfirmLink::maxLinks)
            .bytes(9, "smc.reserved", SmcLlcConfirmLink::reserved1);

    static final LayerSpec<SmcLlc> LLC = new LayerSpec<>("smc.llc", SmcLlc::new)
            .number(8, "smc.llc_msg", SmcLlc::messageType, UpperMeaning::smcLlcType)
            .number(8, "smc.length", SmcLlc::length)
            .number(8, "smc.reserved", SmcLlc::reserved)
            .number(8, "smc.llc.flags", SmcLlc::flags, UpperMeaning::smcLlcFlags)
            .bytes(40, "smc.llc.content", SmcLlc::content);

    static final LayerSpec<SmcCdc> CDC = new LayerSpec<>("smc.cdc", SmcCdc::new)
            .number(8, "smc.llc_msg", SmcCdc::messageType, UpperMeaning::smcLlcType)
            .number(8, "smc.length", SmcCdc::length)
            .number(16, "smc.rmbe.ctrl.seqno", SmcCdc::sequence)
            .number(32, "smc.rmbe.ctrl.alert.token", SmcCdc::token)
            .number(16, "smc.reserved", SmcCdc::reserved0)
            .number(16, "smc.rmbe.ctrl.prod.wrap.seq", SmcCdc::producerWrap)
            .number(32, "smc.rmbe.ctrl.peer.prod.curs", SmcCdc::producer)
            .number(16, "smc.reserved", SmcCdc::reserved1)
            .number(16, "smc.rmbe.ctrl.cons.wrap.seq", SmcCdc::consumerWrap)
            .number(32, "smc.rmbe.ctrl.peer.cons.curs", SmcCdc::consumer)
            .number(8, "smc.rmbe.ctrl.conn.rw.status.flags", SmcCdc::producerFlags)
            .number(8, "smc.rmbe.ctrl.peer.conn.state.flags", SmcCdc::connectionFlags)
            .bytes(18, "smc.reserved", SmcCdc::reserved2);

    private SmcLayers() {}
}
