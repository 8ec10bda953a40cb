package io.qpscope.frame;

/** Layers, to say where decoding stopped. */
public enum Layer {
    ETHERNET,
    VLAN,
    SLL,
    SLL2,
    MAC_CONTROL,
    IPV4,
    IPV6,
    UDP,
    TCP,
    BTH,
    RDETH,
    DETH,
    RETH,
    AETH,
    ATOMIC_ETH,
    ATOMIC_ACK_ETH,
    IMM_DT,
    IETH,
    XRCETH,
    FETH,
    CNP,
    PAYLOAD,
    ICRC
}
