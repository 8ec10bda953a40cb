package io.qpscope.frame;

/**
 * What wraps frames on their way: VXLAN, GENEVE, GRE, ERSPAN I to III, MPLS and PPPoE. The frame
 * inside takes the place of the outer one in the view, so that a mirrored packet looks as if it had
 * been captured where it was mirrored.
 */
final class TunnelDissector {
    static final int VXLAN_PORT = 4789;
    static final int GENEVE_PORT = 6081;
    static final int GRE = 47;
    static final int MPLS = 0x8847;
    static final int MPLS_MULTICAST = 0x8848;
    static final int PPPOE = 0x8864;
    static final int ETHERNET = 0x6558;
    static final int ERSPAN_II = 0x88be;
    static final int ERSPAN_III = 0x22eb;
    static final int PPP_IPV4 = 0x21;
    static final int PPP_IPV6 = 0x57;

    /** More is noise, not a network. */
    static final int MAX_LABELS = 8;

    private static final int SHORT_HEADER = 4;
    private static final int LONG_HEADER = 8;
    private static final int ERSPAN_III_LENGTH = 12;
    /** The mirror cut the frame; in ERSPAN II and III alike, as tshark reads it. */
    private static final int ERSPAN_TRUNCATED = 0x400;

    /** Of IP, in Ethernet with tags. */
    private static final int LONGEST_FRAME = 0x10000 + 64;

    private static final int VXLAN_VNI_VALID = 0x0800_0000;

    private final Dissector frames;

    TunnelDissector(Dissector frames) {
        this.frames = frames;
    }

    /** A datagram that is no RoCEv2. */
    Kind behindUdp(FrameView view, int at, int end) {
        int port = view.destinationPort();
        if (port == VXLAN_PORT) {
            return vxlan(view, at, end);
        }
        return port == GENEVE_PORT ? geneve(view, at, end) : Kind.OTHER;
    }

    /** EtherTypes that are no IP. */
    Kind behindLink(FrameView view, int type, int at, int end) {
        if (type == MPLS || type == MPLS_MULTICAST) {
            return mpls(view, at, end);
        }
        return type == PPPOE ? pppoe(view, at, end) : Kind.OTHER;
    }

    private static boolean isShort(FrameView view, int at, int length, int end) {
        return Math.min(end, view.offset + view.captured) - at < length;
    }

    private Kind vxlan(FrameView view, int at, int end) {
        if (isShort(view, at, LONG_HEADER, end)) {
            return view.tooShort(Layer.VXLAN, at, LONG_HEADER, end);
        }
        if ((view.buffer.getInt(at) & VXLAN_VNI_VALID) == 0) {
            return Kind.OTHER;
        }
        int vni = view.buffer.getInt(at + 4) >>> 8;
        return view.enter(vni) ? frames.ethernet(view, at + LONG_HEADER, end) : Kind.OTHER;
    }

    private Kind geneve(FrameView view, int at, int end) {
        if (isShort(view, at, LONG_HEADER, end)) {
            return view.tooShort(Layer.GENEVE, at, LONG_HEADER, end);
        }
        int first = view.buffer.getInt(at);
        if (first >>> 30 != 0) {
            return Kind.OTHER;
        }
        int length = LONG_HEADER + (first >>> 24 & 0x3f) * 4;
        if (isShort(view, at, length, end)) {
            return view.tooShort(Layer.GENEVE, at, length, end);
        }
        int vni = view.buffer.getInt(at + 4) >>> 8;
        return inside(view, first & 0xffff, vni, at + length, end);
    }

    /** A frame or packet of an EtherType. */
    private Kind inside(FrameView view, int type, int id, int at, int end) {
        if (!view.enter(id)) {
            return Kind.OTHER;
        }
        return type == ETHERNET
                ? frames.ethernet(view, at, end)
                : frames.behindLink(view, type, at, end);
    }

    /** Version 0 of RFC 2784 and 2890; version 1 is PPTP's. */
    Kind gre(FrameView view, int at, int end) {
        if (isShort(view, at, SHORT_HEADER, end)) {
            return view.tooShort(Layer.GRE, at, SHORT_HEADER, end);
        }
        int first = view.buffer.getInt(at);
        boolean routing = (first & 0x4000_0000) != 0;
        if (routing || (first >>> 16 & 7) != 0) {
            return Kind.OTHER;
        }
        int type = first & 0xffff;
        int keyAt = at + SHORT_HEADER + (first < 0 ? SHORT_HEADER : 0);
        boolean keyed = (first & 0x2000_0000) != 0;
        boolean sequenced = (first & 0x1000_0000) != 0;
        int behind = keyAt + (keyed ? SHORT_HEADER : 0) + (sequenced ? SHORT_HEADER : 0);
        if (isShort(view, at, behind - at, end)) {
            return view.tooShort(Layer.GRE, at, behind - at, end);
        }
        if (type == ERSPAN_II) {
            return sequenced ? erspanII(view, behind, end) : mirrored(view, 0, behind, end);
        }
        if (type == ERSPAN_III) {
            return erspanIII(view, behind, end);
        }
        int key = keyed ? view.buffer.getInt(keyAt) : -1;
        // NVGRE: the network in the upper 24 bits, a flow number below (RFC 7637).
        return inside(view, type, keyed && type == ETHERNET ? key >>> 8 : key, behind, end);
    }

    private Kind erspanII(FrameView view, int at, int end) {
        if (isShort(view, at, LONG_HEADER, end)) {
            return view.tooShort(Layer.ERSPAN, at, LONG_HEADER, end);
        }
        return mirrored(view, view.buffer.getInt(at), at + LONG_HEADER, end);
    }

    private Kind erspanIII(FrameView view, int at, int end) {
        if (isShort(view, at, ERSPAN_III_LENGTH, end)) {
            return view.tooShort(Layer.ERSPAN, at, ERSPAN_III_LENGTH, end);
        }
        int last = view.buffer.getInt(at + LONG_HEADER);
        int length = ERSPAN_III_LENGTH + ((last & 1) != 0 ? LONG_HEADER : 0);
        if (isShort(view, at, length, end)) {
            return view.tooShort(Layer.ERSPAN, at, length, end);
        }
        int type = last >>> 10 & 0x1f;
        int word = view.buffer.getInt(at);
        return type == 0 ? mirrored(view, word, at + length, end) : Kind.OTHER;
    }

    /**
     * @param word first of the ERSPAN header, 0 without one
     */
    private Kind mirrored(FrameView view, int word, int at, int end) {
        if (!view.enter(-1)) {
            return Kind.OTHER;
        }
        if ((word & ERSPAN_TRUNCATED) == 0) {
            return frames.ethernet(view, at, end);
        }
        // The frame was longer, nobody knows by how much; behind the outer packet may be padding.
        view.carrier.cut();
        view.captured = Math.min(view.captured, end - view.offset);
        return frames.ethernet(view, at, at + LONGEST_FRAME);
    }

    /** Behind the last label IP is told by its version, and a control word by its zero. */
    private Kind mpls(FrameView view, int offset, int end) {
        int at = offset;
        for (int count = 0; count < MAX_LABELS; count++) {
            if (isShort(view, at, SHORT_HEADER, end)) {
                return view.tooShort(Layer.MPLS, at, SHORT_HEADER, end);
            }
            boolean bottom = (view.buffer.get(at + 2) & 1) != 0;
            at += SHORT_HEADER;
            if (bottom) {
                return behindLabels(view, at, end);
            }
        }
        return Kind.OTHER;
    }

    private Kind behindLabels(FrameView view, int at, int end) {
        if (isShort(view, at, SHORT_HEADER, end) || !view.enter(-1)) {
            return Kind.OTHER;
        }
        return switch (view.buffer.get(at) >> 4 & 0xf) {
            case 0 -> frames.ethernet(view, at + SHORT_HEADER, end);
            case 4 -> frames.behindLink(view, 0x0800, at, end);
            case 6 -> frames.behindLink(view, 0x86dd, at, end);
            default -> Kind.OTHER;
        };
    }

    private Kind pppoe(FrameView view, int at, int end) {
        if (isShort(view, at, LONG_HEADER, end)) {
            return view.tooShort(Layer.PPPOE, at, LONG_HEADER, end);
        }
        int length = view.buffer.getShort(at + 4) & 0xffff;
        if (length < 2 || length > end - at - 6) {
            return view.malformed(Layer.PPPOE, at, 6 + Math.max(2, length), end - at);
        }
        int protocol = view.buffer.getShort(at + 6) & 0xffff;
        boolean known = protocol == PPP_IPV4 || protocol == PPP_IPV6;
        if (!known || !view.enter(-1)) {
            return Kind.OTHER;
        }
        int type = protocol == PPP_IPV4 ? 0x0800 : 0x86dd;
        return frames.behindLink(view, type, at + LONG_HEADER, at + 6 + length);
    }
}
