package io.qpscope.frame;

import io.qpscope.capture.LinkType;
import io.qpscope.spec.EthernetIi;
import io.qpscope.spec.Ipv4Header;
import io.qpscope.spec.Ipv6Extension;
import io.qpscope.spec.Ipv6Fragment;
import io.qpscope.spec.Ipv6Header;
import io.qpscope.spec.LinuxSll;
import io.qpscope.spec.LinuxSll2;
import io.qpscope.spec.UdpHeader;
import io.qpscope.spec.VlanTag;
import io.qpscope.wire.Icrc;

import java.util.List;

/** One walk down one frame, from the link layer to UDP or TCP; {@link RoceWalk} goes on. */
final class FrameWalk {
    private static final int MAX_TAGS = 8;
    private static final int MAX_EXTENSIONS = 16;

    private final FrameView view;
    private final TreeCursor cursor;
    private boolean roceSeen;

    FrameWalk(FrameView view) {
        this.view = view;
        this.cursor = new TreeCursor(view);
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
            case LinkType.ETHERNET -> {
                EthernetIi header = cursor.next(LinkLayers.ETHERNET);
                if (header != null) {
                    behindLink(header.type());
                }
            }
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

    private void rawIp() {
        if (cursor.end > 0 && (view.buffer().get(view.offset()) & 0xf0) == 0x60) {
            ipv6();
        } else {
            ipv4();
        }
    }

    private void behindLink(int etherType) {
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
            cursor.next(IpLayers.TCP);
        } else if (protocol == 17) {
            udp();
        }
    }

    private void udp() {
        int start = cursor.at;
        UdpHeader header = cursor.next(IpLayers.UDP);
        if (header == null || header.length() < IpLayers.UDP.length()) {
            return;
        }
        if (isRoce()) {
            roce(start + header.length());
        }
    }

    private void roce(int limit) {
        roceSeen = true;
        new RoceWalk(view, cursor).walk(limit);
    }

    /** Which port RoCEv2 uses is the dissector's to know. */
    private boolean isRoce() {
        Layer stop = view.stopLayer();
        return view.kind() == Kind.ROCE_V2 || (stop != null && stop.compareTo(Layer.BTH) >= 0);
    }
}
