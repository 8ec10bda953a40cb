package io.qpscope.fault.plan;

import io.qpscope.wire.Opcode;

import java.util.ArrayList;
import java.util.List;

/**
 * A field of a packet's transport headers, by Wireshark's name without {@code infiniband.}; where it
 * lies is what the specifications in {@code spec} say, and a test holds this table against them.
 */
public enum PacketField {
    BTH_OPCODE("bth.opcode", 0, 0, 8),
    BTH_SE("bth.se", 0, 8, 1),
    BTH_M("bth.m", 0, 9, 1),
    BTH_PADCNT("bth.padcnt", 0, 10, 2),
    BTH_TVER("bth.tver", 0, 12, 4),
    BTH_P_KEY("bth.p_key", 0, 16, 16),
    BTH_FECN("bth.fecn", 0, 32, 1),
    BTH_BECN("bth.becn", 0, 33, 1),
    BTH_RESV6("bth.resv6", 0, 34, 6),
    BTH_DESTQP("bth.destqp", 0, 40, 24),
    BTH_A("bth.a", 0, 64, 1),
    BTH_RESERVED7("bth.reserved7", 0, 65, 7),
    BTH_PSN("bth.psn", 0, 72, 24),
    DETH_Q_KEY("deth.q_key", Opcode.HAS_DETH, 0, 32),
    DETH_SRCQP("deth.srcqp", Opcode.HAS_DETH, 40, 24),
    XRCETH_SRQN("xrceth.srqn", Opcode.HAS_XRCETH, 8, 24),
    FETH_SEL("feth.sel", Opcode.HAS_FETH, 26, 2),
    FETH_PLT("feth.plt", Opcode.HAS_FETH, 28, 4),
    RETH_VA("reth.va", Opcode.HAS_RETH, 0, 64),
    RETH_R_KEY("reth.r_key", Opcode.HAS_RETH, 64, 32),
    RETH_DMALEN("reth.dmalen", Opcode.HAS_RETH, 96, 32),
    ATOMIC_VA("atomiceth.va", Opcode.HAS_ATOMIC_ETH, 0, 64),
    ATOMIC_R_KEY("atomiceth.r_key", Opcode.HAS_ATOMIC_ETH, 64, 32),
    ATOMIC_SWAPDT("atomiceth.swapdt", Opcode.HAS_ATOMIC_ETH, 96, 64),
    ATOMIC_CMPDT("atomiceth.cmpdt", Opcode.HAS_ATOMIC_ETH, 160, 64),
    AETH_SYNDROME("aeth.syndrome", Opcode.HAS_AETH, 0, 8),
    AETH_MSN("aeth.msn", Opcode.HAS_AETH, 8, 24),
    ATOMICACKETH("atomicacketh.origremdt", Opcode.HAS_ATOMIC_ACK_ETH, 0, 64),
    IMMDT("immdt", Opcode.HAS_IMM_DT, 0, 32),
    IETH("ieth", Opcode.HAS_IETH, 0, 32),
    /** What follows the headers; a byte of it by {@code offset}. */
    PAYLOAD("payload", 0, 0, 8),
    /** The four bytes of the ICRC as they are sent. */
    INVARIANT_CRC("invariant.crc", 0, 0, 32),
    /** The last four bytes of the IP header's source address; IPv4's checksum follows. */
    IP_SRC("ip.src", 0, 0, 32),
    /** IPv4's length of the whole packet, IPv6's of its payload; IPv4's checksum follows. */
    IP_LEN("ip.len", 0, 0, 16),
    /** Of the UDP header and what is behind it. */
    UDP_LENGTH("udp.length", 0, 0, 16);

    private static final String PREFIX = "infiniband.";

    private final String label;
    private final int trait;
    private final int bitOffset;
    private final int bits;

    PacketField(String label, int trait, int bitOffset, int bits) {
        this.label = label;
        this.trait = trait;
        this.bitOffset = bitOffset;
        this.bits = bits;
    }

    /** Null when there is none of this name; {@code infiniband.} in front may be left out. */
    public static PacketField of(String name) {
        String plain = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        for (PacketField field : values()) {
            if (field.label.equals(plain)) {
                return field;
            }
        }
        return null;
    }

    /** Of all fields there are. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (PacketField field : values()) {
            names.add(field.label);
        }
        return names;
    }

    public String label() {
        return label;
    }

    /** The bit of {@link Opcode#traits} that tells whether a packet has the header; 0 for all. */
    public int trait() {
        return trait;
    }

    /** From the header's first bit, the most significant of its first byte. */
    public int bitOffset() {
        return bitOffset;
    }

    public int bits() {
        return bits;
    }
}
