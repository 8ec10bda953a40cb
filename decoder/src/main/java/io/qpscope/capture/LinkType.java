package io.qpscope.capture;

/** Link types of pcap and pcapng (LINKTYPE_ values) that are decoded or named. */
public final class LinkType {
    public static final int ETHERNET = 1;
    /** Raw IP, as LINKTYPE_RAW and as the two DLT_RAW values found in files. */
    public static final int RAW = 101;

    public static final int RAW_BSD = 12;
    public static final int RAW_OPENBSD = 14;
    public static final int LINUX_SLL = 113;
    public static final int ERF = 197;
    public static final int IPV4 = 228;
    public static final int IPV6 = 229;
    /**
     * LINKTYPE_USER15: packets of a native InfiniBand link, each behind a {@code LinkMarker}. pcap's
     * own types can't hold flow-control packets.
     */
    public static final int INFINIBAND_MARKED = 162;

    public static final int IPOIB = 242;
    public static final int INFINIBAND = 247;
    public static final int LINUX_SLL2 = 276;

    private LinkType() {}

    /** Name for people; {@code link type N} when it is none of ours. */
    public static String name(int linkType) {
        return switch (linkType) {
            case ETHERNET -> "Ethernet";
            case RAW, RAW_BSD, RAW_OPENBSD -> "raw IP";
            case LINUX_SLL -> "Linux SLL";
            case LINUX_SLL2 -> "Linux SLL2";
            case ERF -> "ERF";
            case IPV4 -> "raw IPv4";
            case IPV6 -> "raw IPv6";
            case IPOIB -> "IPoIB";
            case INFINIBAND -> "InfiniBand";
            case INFINIBAND_MARKED -> "InfiniBand with markers";
            default -> "link type " + linkType;
        };
    }
}
