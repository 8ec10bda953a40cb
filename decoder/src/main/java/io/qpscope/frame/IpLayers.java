package io.qpscope.frame;

import io.qpscope.spec.Ipv4Header;
import io.qpscope.spec.Ipv6Extension;
import io.qpscope.spec.Ipv6Fragment;
import io.qpscope.spec.Ipv6Header;
import io.qpscope.spec.TcpHeader;
import io.qpscope.spec.UdpHeader;

/** Fields of IP and what it carries. */
final class IpLayers {
    static final LayerSpec<Ipv4Header> IPV4 = new LayerSpec<>("ip", Ipv4Header::new)
            .number(4, "ip.version", Ipv4Header::version)
            .number(4, "ip.hdr_len", ip -> ip.ihl() * 4, Meaning::words)
            .number(6, "ip.dsfield.dscp", Ipv4Header::dscp, Meaning::dscp)
            .number(2, "ip.dsfield.ecn", Ipv4Header::ecn, Meaning::ecn)
            .number(16, "ip.len", Ipv4Header::totalLength)
            .number(16, "ip.id", Ipv4Header::identification)
            .flag("ip.flags.rb", Ipv4Header::reserved)
            .flag("ip.flags.df", Ipv4Header::dontFragment)
            .flag("ip.flags.mf", Ipv4Header::moreFragments)
            .number(13, "ip.frag_offset", Ipv4Header::fragmentOffset, Meaning::eights)
            .number(8, "ip.ttl", Ipv4Header::ttl)
            .number(8, "ip.proto", Ipv4Header::protocol, Meaning::ipProtocol)
            .number(16, "ip.checksum", Ipv4Header::checksum)
            .number(32, "ip.src", Ipv4Header::source, AddressText::ipv4)
            .number(32, "ip.dst", Ipv4Header::destination, AddressText::ipv4)
            .open("ip.options", Ipv4Header::options);

    static final LayerSpec<Ipv6Header> IPV6 = new LayerSpec<>("ipv6", Ipv6Header::new)
            .number(4, "ipv6.version", Ipv6Header::version)
            .number(6, "ipv6.tclass.dscp", Ipv6Header::dscp, Meaning::dscp)
            .number(2, "ipv6.tclass.ecn", Ipv6Header::ecn, Meaning::ecn)
            .number(20, "ipv6.flow", Ipv6Header::flowLabel)
            .number(16, "ipv6.plen", Ipv6Header::payloadLength)
            .number(8, "ipv6.nxt", Ipv6Header::nextHeader, Meaning::ipProtocol)
            .number(8, "ipv6.hlim", Ipv6Header::hopLimit)
            .bytes(16, "ipv6.src", Ipv6Header::source, AddressText::ipv6)
            .bytes(16, "ipv6.dst", Ipv6Header::destination, AddressText::ipv6);

    static final LayerSpec<Ipv6Extension> HOP_BY_HOP = extension("ipv6.hopopts");
    static final LayerSpec<Ipv6Extension> ROUTING = extension("ipv6.routing");
    static final LayerSpec<Ipv6Extension> DESTINATION_OPTIONS = extension("ipv6.dstopts");

    static final LayerSpec<Ipv6Fragment> FRAGMENT = new LayerSpec<>(
                    "ipv6.fraghdr", Ipv6Fragment::new)
            .number(8, "ipv6.fraghdr.nxt", Ipv6Fragment::nextHeader, Meaning::ipProtocol)
            .number(8, "ipv6.fraghdr.reserved_octet", Ipv6Fragment::reserved0)
            .number(13, "ipv6.fraghdr.offset", Ipv6Fragment::fragmentOffset, Meaning::eights)
            .number(2, "ipv6.fraghdr.reserved_bits", Ipv6Fragment::reserved1)
            .flag("ipv6.fraghdr.more", Ipv6Fragment::moreFragments)
            .number(32, "ipv6.fraghdr.ident", Ipv6Fragment::identification);

    static final LayerSpec<UdpHeader> UDP = new LayerSpec<>("udp", UdpHeader::new)
            .number(16, "udp.srcport", UdpHeader::sourcePort)
            .number(16, "udp.dstport", UdpHeader::destinationPort)
            .number(16, "udp.length", UdpHeader::length)
            .number(16, "udp.checksum", UdpHeader::checksum);

    static final LayerSpec<TcpHeader> TCP = new LayerSpec<>("tcp", TcpHeader::new)
            .number(16, "tcp.srcport", TcpHeader::sourcePort)
            .number(16, "tcp.dstport", TcpHeader::destinationPort)
            .number(32, "tcp.seq_raw", TcpHeader::sequence)
            .number(32, "tcp.ack_raw", TcpHeader::acknowledgement)
            .number(4, "tcp.hdr_len", tcp -> tcp.dataOffset() * 4, Meaning::words)
            .number(4, "tcp.flags.res", TcpHeader::reserved)
            .flag("tcp.flags.cwr", TcpHeader::cwr)
            .flag("tcp.flags.ece", TcpHeader::ece)
            .flag("tcp.flags.urg", TcpHeader::urg)
            .flag("tcp.flags.ack", TcpHeader::ack)
            .flag("tcp.flags.push", TcpHeader::psh)
            .flag("tcp.flags.reset", TcpHeader::rst)
            .flag("tcp.flags.syn", TcpHeader::syn)
            .flag("tcp.flags.fin", TcpHeader::fin)
            .number(16, "tcp.window_size_value", TcpHeader::window)
            .number(16, "tcp.checksum", TcpHeader::checksum)
            .number(16, "tcp.urgent_pointer", TcpHeader::urgent)
            .open("tcp.options", TcpHeader::options);

    private IpLayers() {}

    private static LayerSpec<Ipv6Extension> extension(String name) {
        return new LayerSpec<>(name, Ipv6Extension::new)
                .number(8, name + ".nxt", Ipv6Extension::nextHeader, Meaning::ipProtocol)
                .number(8, name + ".len", Ipv6Extension::length)
                .open(name + ".content", Ipv6Extension::content);
    }
}
