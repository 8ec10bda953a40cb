package io.qpscope.frame;

import io.qpscope.capture.LinkType;
import io.qpscope.spec.ErfExtension;
import io.qpscope.spec.ErfHeader;
import io.qpscope.spec.EthernetIi;
import io.qpscope.spec.Ipv4Header;
import io.qpscope.spec.Ipv6Extension;
import io.qpscope.spec.Ipv6Fragment;
import io.qpscope.spec.Ipv6Header;
import io.qpscope.spec.LinuxSll;
import io.qpscope.spec.LinuxSll2;
import io.qpscope.spec.UdpHeader;
import io.qpscope.spec.VlanTag;
import io.qpscope.wire.Erf;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.MacPause;
import io.qpscope.wire.MacPfc;

import java.util.List;

/** One walk down one frame, from the link layer to UDP or TCP; {@link RoceWalk} goes on. */
final class FrameWalk {
    private static final int MAX_TAGS = 8;
    private static final int MAX_EXTENSIONS = 16;

    private final FrameView view;
    private final TreeCursor cursor;
    private final UpperWalk upper;
    private final TunnelWalk tunnels;
    private final InfinibandWalk infiniband;
    private boolean roceSeen;

    FrameWalk(FrameView view, UpperContext context) {
        this.view = view;
        this.cursor = new TreeCursor(view);
        this.upper = new UpperWalk(view, cursor, context);
        this.tunnels = new TunnelWalk(this, cursor);
        this.infiniband = new InfinibandWalk(view, cursor, upper);
    }

    FieldTree walk(List<StreamUnit> units) {
        cursor.layers.add(frameNode());
        link();
        if (!roceSeen && view.kind() == Kind.ROCE_V2) {
            // Behind a header that has no specification here, such as an authentication header.
            cursor.at = view.bthOffset() - view.offset();
            roce(view.icrcOffset() + Icrc.LENGTH - view.offset());
        }
        if (cursor.errors.isEmpty() && view.stopLayer() != null) {
            String layer = view.stopLayer().name();
            int at = view.stopOffset() - view.offset();
            cursor.errors.add(
                    TreeCursor.shortage(layer, at, view.stopNeeded(), view.stopAvailable()));
        }
        for (StreamUnit unit : units) {
            new IwarpWalk(unit, cursor.layers, cursor.errors).walk();
        }
        return new FieldTree(view.number(), view.timeNs(), cursor.layers, cursor.errors);
    }

    private LayerNode frameNode() {
        long ns = view.timeNs();
        String seconds = "%d.%09d s"
                .formatted(Math.floorDiv(ns, 1_000_000_000L), Math.floorMod(ns, 1_000_000_000L));
        return new LayerNode(
                "frame",
                0,
                view.captured(),
                List.of(
                        new Field("frame.number", view.number(), 0, 0, 0, null),
                        new Field("frame.time_epoch", ns, 0, 0, 0, seconds),
                        new Field("frame.len", (long) view.original(), 0, 0, 0, null),
                        new Field("frame.cap_len", (long) view.captured(), 0, 0, 0, null)));
    }

    private void link() {
        switch (view.linkType()) {
            case LinkType.ETHERNET -> ethernet();
            case LinkType.INFINIBAND -> infiniband.local();
            case LinkType.ERF -> erf();
            case LinkType.INFINIBAND_MARKED -> infiniband.marked();
            case LinkType.LINUX_SLL -> {
                LinuxSll header = cursor.next(LinkLayers.SLL);
                if (header != null) {
                    behindLink(header.protocol());
                }
            }
            case LinkType.LINUX_SLL2 -> {
                LinuxSll2 header = cursor.next(LinkLayers.SLL2);
                if (header != null) {
                    behindLink(header.protocol());
                }
            }
            case LinkType.RAW, LinkType.RAW_BSD, LinkType.RAW_OPENBSD -> rawIp();
            case LinkType.IPV4 -> ipv4();
            case LinkType.IPV6 -> ipv6();
            default -> {}
        }
    }

    void ethernet() {
        EthernetIi header = cursor.next(LinkLayers.ETHERNET);
        if (header != null) {
            behindLink(header.type());
        }
    }

    private void erf() {
        ErfHeader header = cursor.next(InfinibandLayers.ERF);
        boolean more = header != null && header.hasExtensions();
        for (int count = 0; more; count++) {
            ErfExtension extension = count == ErfDissector.MAX_EXTENSIONS
                    ? null
                    : cursor.next(InfinibandLayers.ERF_EXTENSION);
            if (extension == null) {
                return;
            }
            more = extension.more();
        }
        if (header == null) {
            return;
        }
        int type = (int) header.type();
        boolean ethernet = Erf.isEthernet(type);
        if (ethernet) {
            cursor.bytes("erf.eth.pad", cursor.at + Erf.ETHERNET_PAD);
        }
        if (!cursor.errors.isEmpty()) {
            return;
        }
        cursor.end = Math.min(cursor.end, cursor.at + header.wlen());
        if (ethernet) {
            ethernet();
            return;
        }
        switch (type) {
            case Erf.TYPE_INFINIBAND -> infiniband.local();
            case Erf.TYPE_INFINIBAND_LINK -> infiniband.link();
            case Erf.TYPE_IPV4 -> ipv4();
            case Erf.TYPE_IPV6 -> ipv6();
            default -> {}
        }
    }

    private void rawIp() {
        if (cursor.end > 0 && (view.buffer().get(view.offset()) & 0xf0) == 0x60) {
            ipv6();
        } else {
            ipv4();
        }
    }

    void behindLink(int etherType) {
        int type = etherType;
        for (int tags = 0; isTag(type) && tags < MAX_TAGS; tags++) {
            VlanTag tag = cursor.next(LinkLayers.VLAN);
            if (tag == null) {
                return;
            }
            type = tag.type();
        }
        if (type == 0x0800) {
            ipv4();
        } else if (type == 0x86dd) {
            ipv6();
        } else if (type == MacControlDissector.ETHER_TYPE) {
            macControl();
        } else if (type == 0x8915) {
            infiniband.global(cursor.end);
        } else {
            tunnels.behindLink(type);
        }
    }

    /** The opcode says which; of one not known here, the opcode alone is shown. */
    private void macControl() {
        boolean there = cursor.end - cursor.at >= 2;
        int opcode = there ? view.buffer().getShort(view.offset() + cursor.at) & 0xffff : 0;
        switch (opcode) {
            case MacPfc.OPCODE -> cursor.next(MacControlLayers.PFC);
            case MacPause.OPCODE -> cursor.next(MacControlLayers.PAUSE);
            default -> cursor.next(MacControlLayers.ANY);
        }
        if (view.linkType() == LinkType.ETHERNET
                && view.original() < MacControlDissector.SHORTEST_FRAME) {
            cursor.errors.add(TreeCursor.shortage(
                            "eth", 0, MacControlDissector.SHORTEST_FRAME, view.original())
                    + " (short frame)");
        }
    }

    private static boolean isTag(int type) {
        return type == 0x8100 || type == 0x88a8 || type == 0x9100;
    }

    private void ipv4() {
        int start = cursor.at;
        Ipv4Header header = cursor.next(IpLayers.IPV4);
        if (header == null || header.version() != 4 || header.ihl() < 5) {
            return;
        }
        // Zero: a large send that the adapter would have split.
        if (header.totalLength() != 0) {
            cursor.end = Math.min(cursor.end, start + header.totalLength());
        }
        if (!header.moreFragments() && header.fragmentOffset() == 0) {
            transport(header.protocol());
        }
    }

    private void ipv6() {
        int start = cursor.at;
        Ipv6Header header = cursor.next(IpLayers.IPV6);
        if (header == null || header.version() != 6) {
            return;
        }
        if (header.payloadLength() != 0) {
            cursor.end =
                    Math.min(cursor.end, start + IpLayers.IPV6.length() + header.payloadLength());
        }
        int protocol = header.nextHeader();
        for (int count = 0; count < MAX_EXTENSIONS; count++) {
            switch (protocol) {
                case 0 -> protocol = extension(IpLayers.HOP_BY_HOP);
                case 43 -> protocol = extension(IpLayers.ROUTING);
                case 44 -> protocol = fragment();
                case 60 -> protocol = extension(IpLayers.DESTINATION_OPTIONS);
                default -> {
                    transport(protocol);
                    return;
                }
            }
        }
    }

    private int extension(LayerSpec<Ipv6Extension> spec) {
        Ipv6Extension header = cursor.next(spec);
        return header == null ? -1 : header.nextHeader();
    }

    private int fragment() {
        Ipv6Fragment header = cursor.next(IpLayers.FRAGMENT);
        boolean part = header == null || header.fragmentOffset() != 0 || header.moreFragments();
        return part ? -1 : header.nextHeader();
    }

    private void transport(int protocol) {
        if (protocol == 6) {
            if (cursor.next(IpLayers.TCP) != null) {
                upper.clc();
            }
        } else if (protocol == 17) {
            udp();
        } else if (protocol == TunnelDissector.GRE) {
            tunnels.gre();
        }
    }

    private void udp() {
        int start = cursor.at;
        UdpHeader header = cursor.next(IpLayers.UDP);
        if (header == null || header.length() < IpLayers.UDP.length()) {
            return;
        }
        if (isRoce(start)) {
            roce(start + header.length());
        } else {
            cursor.end = Math.min(cursor.end, start + header.length());
            tunnels.behindUdp(header.destinationPort());
        }
    }

    private void roce(int limit) {
        roceSeen = true;
        new RoceWalk(view, cursor, upper).walk(limit);
    }

    /** Which port RoCEv2 uses is the dissector's to know. */
    private boolean isRoce(int udp) {
        if (view.transportOffset() - view.offset() != udp) {
            return false;
        }
        Layer stop = view.stopLayer();
        return view.kind() == Kind.ROCE_V2 || (stop != null && stop.compareTo(Layer.BTH) >= 0);
    }
}
