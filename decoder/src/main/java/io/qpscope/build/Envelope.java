package io.qpscope.build;

/** What stands in front of a base transport header. */
public enum Envelope {
    /** Ethernet, IPv4, UDP (RoCEv2, annex A17). */
    IPV4,
    /** Ethernet, IPv6, UDP. */
    IPV6,
    /** Ethernet and GRH: RoCEv1 (annex A16). */
    ROCE_V1,
    /** A local route header alone (IBA vol 1, 5.2.1), LNH 2; a VCRC ends the packet. */
    LOCAL,
    /** Local and global route header, LNH 3; a VCRC ends the packet. */
    GLOBAL;

    boolean isIp() {
        return this == IPV4 || this == IPV6;
    }

    boolean isNative() {
        return this == LOCAL || this == GLOBAL;
    }

    boolean hasGrh() {
        return this == ROCE_V1 || this == GLOBAL;
    }
}
