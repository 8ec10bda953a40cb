package io.qpscope.build;

import io.qpscope.spec.EthernetIi;
import io.qpscope.spec.InfinibandBth;
import io.qpscope.spec.InfinibandGrh;
import io.qpscope.spec.InfinibandLrh;
import io.qpscope.spec.Ipv4Header;
import io.qpscope.spec.Ipv6Header;
import io.qpscope.spec.TcpHeader;
import io.qpscope.spec.UdpHeader;

import java.util.HexFormat;

/** What headers hold until it is changed: each is whole and lawful. */
final class PacketDefaults {
    private static final int SOURCE_PORT = 49_152;
    private static final int ROCE_PORT = 4791;
    private static final int SOURCE = 0x0a09_0001;
    private static final int DESTINATION = 0x0a09_0002;

    private PacketDefaults() {}

    static void ethernet(EthernetIi header, int type) {
        header.setDestination(hex("020000000002"));
        header.setSource(hex("020000000001"));
        header.setType(type);
    }

    static void ipv4(Ipv4Header header) {
        header.setVersion(4);
        header.setIhl(5);
        header.setDscp(0);
        header.setEcn(0);
        header.setTotalLength(20);
        header.setIdentification(0);
        header.setReserved(false);
        header.setDontFragment(true);
        header.setMoreFragments(false);
        header.setFragmentOffset(0);
        header.setTtl(64);
        header.setProtocol(17);
        header.setChecksum(0);
        header.setSource(SOURCE);
        header.setDestination(DESTINATION);
        header.setOptions(new byte[0]);
    }

    static void ipv6(Ipv6Header header) {
        header.setVersion(6);
        header.setDscp(0);
        header.setEcn(0);
        header.setFlowLabel(0);
        header.setPayloadLength(0);
        header.setNextHeader(17);
        header.setHopLimit(64);
        header.setSource(hex("fd000000000000000000000000000001"));
        header.setDestination(hex("fd000000000000000000000000000002"));
    }

    static void udp(UdpHeader header) {
        header.setSourcePort(SOURCE_PORT);
        header.setDestinationPort(ROCE_PORT);
        header.setLength(8);
        header.setChecksum(0);
    }

    static void tcp(TcpHeader header) {
        header.setSourcePort(SOURCE_PORT);
        header.setDestinationPort(20_000);
        header.setSequence(0);
        header.setAcknowledgement(0);
        header.setDataOffset(5);
        header.setReserved(0);
        header.setCwr(false);
        header.setEce(false);
        header.setUrg(false);
        header.setAck(true);
        header.setPsh(false);
        header.setRst(false);
        header.setSyn(false);
        header.setFin(false);
        header.setWindow(0xffff);
        header.setChecksum(0);
        header.setUrgent(0);
        header.setOptions(new byte[0]);
    }

    static void lrh(InfinibandLrh header, int next) {
        header.setVl(0);
        header.setLver(0);
        header.setSl(0);
        header.setReserved2(0);
        header.setLnh(next);
        header.setDlid(4);
        header.setReserved5(0);
        header.setPktlen(0);
        header.setSlid(1);
    }

    static void grh(InfinibandGrh header, int next) {
        header.setIpver(6);
        header.setTclass(0);
        header.setFlowlabel(0);
        header.setPaylen(0);
        header.setNxthdr(next);
        header.setHoplmt(64);
        header.setSgid(hex("fe80000000000000000000000000000a"));
        header.setDgid(hex("fe80000000000000000000000000000b"));
    }

    static void bth(InfinibandBth header, int opcode) {
        header.setOpcode(opcode);
        header.setSe(false);
        header.setM(false);
        header.setPadcnt(0);
        header.setTver(0);
        header.setPKey(0xffff);
        header.setFecn(false);
        header.setBecn(false);
        header.setResv6(0);
        header.setDestqp(0x11);
        header.setA(false);
        header.setReserved7(0);
        header.setPsn(0);
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
