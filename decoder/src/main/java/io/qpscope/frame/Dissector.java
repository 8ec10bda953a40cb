package io.qpscope.frame;

import io.qpscope.capture.LinkType;

/**
 * Finds the layers of a frame. Never throws on any bytes; allocates nothing. Owns scratch space:
 * one object a thread.
 *
 * <p>Lengths are those of the headers: what follows an IP or UDP length is link padding, and what a
 * snap length cut off counts as sent.
 */
public final class Dissector {
    private static final int ETHERNET_LENGTH = 14;
    private static final int SLL_LENGTH = 16;
    private static final int SLL2_LENGTH = 20;
    private static final int VLAN_LENGTH = 4;
    private static final int MAC_LENGTH = 6;

    private static final int C_TAG = 0x8100;
    private static final int S_TAG = 0x88a8;
    /** QinQ of before 802.1ad. */
    private static final int OLD_S_TAG = 0x9100;

    /** More is noise, not a network. */
    private static final int MAX_TAGS = 8;

    private static final int ROCE_V1 = 0x8915;

    private final IpDissector ip;
    private final TunnelDissector tunnels = new TunnelDissector(this);
    private final InfinibandDissector infiniband;
    private final ErfDissector erf;

    /**
     * @param rocePort UDP destination port of RoCEv2, 4791 by IANA
     * @param checkIcrc whether to compute the ICRC of whole packets
     */
    public Dissector(int rocePort, boolean checkIcrc) {
        ip = new IpDissector(new RoceDissector(rocePort, checkIcrc, tunnels));
        infiniband = new InfinibandDissector(checkIcrc);
        erf = new ErfDissector(this, ip, infiniband);
    }

    /** Fills in all fields from the bytes that {@link FrameView#wrap} named. */
    public void dissect(FrameView view) {
        view.reset();
        int start = view.offset;
        int end = start + Math.max(view.captured, view.original);
        if (end < start) {
            end = Integer.MAX_VALUE;
        }
        Kind kind = switch (view.linkType) {
            case LinkType.ETHERNET -> ethernet(view, start, end);
            case LinkType.LINUX_SLL -> sll(view, start, end);
            case LinkType.LINUX_SLL2 -> sll2(view, start, end);
            case LinkType.RAW, LinkType.RAW_BSD, LinkType.RAW_OPENBSD ->
                ip.either(view, start, end);
            case LinkType.IPV4 -> ip.v4(view, start, end);
            case LinkType.IPV6 -> ip.v6(view, start, end);
            case LinkType.INFINIBAND -> infiniband.local(view, start, end);
            case LinkType.ERF -> erf.record(view, start, end);
            case LinkType.INFINIBAND_MARKED -> infiniband.marked(view, start, end);
            default -> Kind.OTHER;
        };
        view.settle(kind);
    }

    Kind ethernet(FrameView view, int at, int end) {
        if (Math.min(end, view.offset + view.captured) - at < ETHERNET_LENGTH) {
            return view.tooShort(Layer.ETHERNET, at, ETHERNET_LENGTH, end);
        }
        view.sourceMacOffset = at + MAC_LENGTH;
        int type = view.buffer.getShort(at + 2 * MAC_LENGTH) & 0xffff;
        return behindLink(view, type, at + ETHERNET_LENGTH, end);
    }

    /** Packet type, ARPHRD, address length, address (8), protocol: as libpcap's sll.h. */
    private Kind sll(FrameView view, int at, int end) {
        if (view.captured < SLL_LENGTH) {
            return view.tooShort(Layer.SLL, at, SLL_LENGTH, end);
        }
        if (view.buffer.getShort(at + 4) == MAC_LENGTH) {
            view.sourceMacOffset = at + 6;
        }
        return behindLink(view, view.buffer.getShort(at + 14) & 0xffff, at + SLL_LENGTH, end);
    }

    /** Protocol, reserved, interface index, ARPHRD, packet type, address length, address (8). */
    private Kind sll2(FrameView view, int at, int end) {
        if (view.captured < SLL2_LENGTH) {
            return view.tooShort(Layer.SLL2, at, SLL2_LENGTH, end);
        }
        if (view.buffer.get(at + 11) == MAC_LENGTH) {
            view.sourceMacOffset = at + 12;
        }
        return behindLink(view, view.buffer.getShort(at) & 0xffff, at + SLL2_LENGTH, end);
    }

    /** An EtherType below 1536 is an 802.3 length and falls through with all we don't read. */
    Kind behindLink(FrameView view, int etherType, int offset, int end) {
        int type = etherType;
        int at = offset;
        if (isTag(type)) {
            do {
                if (Math.min(end, view.offset + view.captured) - at < VLAN_LENGTH) {
                    return view.tooShort(Layer.VLAN, at, VLAN_LENGTH, end);
                }
                int word = view.buffer.getInt(at);
                if (view.vlanTags++ == 0) {
                    view.vlanWord = word;
                }
                type = word & 0xffff;
                at += VLAN_LENGTH;
            } while (isTag(type) && view.vlanTags < MAX_TAGS);
        }
        view.etherType = type;
        if (type == 0x0800) {
            return ip.v4(view, at, end);
        }
        if (type == 0x86dd) {
            return ip.v6(view, at, end);
        }
        if (type == MacControlDissector.ETHER_TYPE) {
            return MacControlDissector.dissect(view, at, end);
        }
        return type == ROCE_V1
                ? infiniband.roceV1(view, at, end)
                : tunnels.behindLink(view, type, at, end);
    }

    private static boolean isTag(int type) {
        return type == C_TAG || type == S_TAG || type == OLD_S_TAG;
    }
}
