package io.qpscope.frame;

import io.qpscope.spec.EthernetIi;
import io.qpscope.spec.LinuxSll;
import io.qpscope.spec.LinuxSll2;
import io.qpscope.spec.VlanTag;

/** Fields of the link layers. */
final class LinkLayers {
    static final LayerSpec<EthernetIi> ETHERNET = new LayerSpec<>("eth", EthernetIi::new)
            .bytes(6, "eth.dst", EthernetIi::destination, AddressText::mac)
            .bytes(6, "eth.src", EthernetIi::source, AddressText::mac)
            .number(16, "eth.type", EthernetIi::type, Meaning::etherType);

    static final LayerSpec<VlanTag> VLAN = new LayerSpec<>("vlan", VlanTag::new)
            .number(3, "vlan.priority", VlanTag::priority)
            .flag("vlan.dei", VlanTag::dei)
            .number(12, "vlan.id", VlanTag::id)
            .number(16, "vlan.etype", VlanTag::type, Meaning::etherType);

    static final LayerSpec<LinuxSll> SLL = new LayerSpec<>("sll", LinuxSll::new)
            .number(16, "sll.pkttype", LinuxSll::packetType, Meaning::packetType)
            .number(16, "sll.hatype", LinuxSll::hardwareType)
            .number(16, "sll.halen", LinuxSll::addressLength)
            .bytes(6, "sll.src.eth", LinuxSll::address, AddressText::mac)
            .bytes(2, "sll.unused", LinuxSll::addressRest)
            .number(16, "sll.etype", LinuxSll::protocol, Meaning::etherType);

    static final LayerSpec<LinuxSll2> SLL2 = new LayerSpec<>("sll", LinuxSll2::new)
            .number(16, "sll.etype", LinuxSll2::protocol, Meaning::etherType)
            .number(16, "sll.reserved", LinuxSll2::reserved)
            .number(32, "sll.ifindex", LinuxSll2::interfaceIndex)
            .number(16, "sll.hatype", LinuxSll2::hardwareType)
            .number(8, "sll.pkttype", LinuxSll2::packetType, Meaning::packetType)
            .number(8, "sll.halen", LinuxSll2::addressLength)
            .bytes(6, "sll.src.eth", LinuxSll2::address, AddressText::mac)
            .bytes(2, "sll.unused", LinuxSll2::addressRest);

    private LinkLayers() {}
}
