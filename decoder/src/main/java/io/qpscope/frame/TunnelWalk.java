package io.qpscope.frame;

import io.qpscope.spec.ErspanIii;
import io.qpscope.spec.GeneveHeader;
import io.qpscope.spec.GreHeader;
import io.qpscope.spec.MplsLabel;
import io.qpscope.spec.PppoeSession;
import io.qpscope.spec.VxlanHeader;

/** Through tunnels; {@link FrameWalk} goes on with the frame inside. */
final class TunnelWalk {
    private static final int VXLAN_VNI_VALID = 0x0800;

    private final FrameWalk frames;
    private final TreeCursor cursor;
    private int depth;

    TunnelWalk(FrameWalk frames, TreeCursor cursor) {
        this.frames = frames;
        this.cursor = cursor;
    }

    private boolean enter() {
        return depth++ < Carrier.MAX_TUNNELS;
    }

    void behindUdp(int port) {
        if (port == TunnelDissector.VXLAN_PORT) {
            VxlanHeader header = cursor.next(TunnelLayers.VXLAN);
            if (header != null && (header.flags() & VXLAN_VNI_VALID) != 0 && enter()) {
                frames.ethernet();
            }
        } else if (port == TunnelDissector.GENEVE_PORT) {
            GeneveHeader header = cursor.next(TunnelLayers.GENEVE);
            if (header != null && header.version() == 0) {
                inside(header.protocol());
            }
        }
    }

    void behindLink(int type) {
        if (type == TunnelDissector.MPLS || type == TunnelDissector.MPLS_MULTICAST) {
            mpls();
        } else if (type == TunnelDissector.PPPOE) {
            pppoe();
        }
    }

    private void inside(int type) {
        if (enter()) {
            if (type == TunnelDissector.ETHERNET) {
                frames.ethernet();
            } else {
                frames.behindLink(type);
            }
        }
    }

    void gre() {
        GreHeader header = cursor.next(TunnelLayers.GRE);
        if (header == null || header.hasRouting() || header.version() != 0) {
            return;
        }
        boolean whole = (!header.hasChecksum() || cursor.next(TunnelLayers.GRE_CHECKSUM) != null)
                && (!header.hasKey() || cursor.next(TunnelLayers.GRE_KEY) != null)
                && (!header.hasSequence() || cursor.next(TunnelLayers.GRE_SEQUENCE) != null);
        if (!whole) {
            return;
        }
        switch (header.protocol()) {
            case TunnelDissector.ERSPAN_II -> {
                if (!header.hasSequence() || cursor.next(TunnelLayers.ERSPAN_II) != null) {
                    inside(TunnelDissector.ETHERNET);
                }
            }
            case TunnelDissector.ERSPAN_III -> erspanIII();
            default -> inside(header.protocol());
        }
    }

    private void erspanIII() {
        ErspanIii header = cursor.next(TunnelLayers.ERSPAN_III);
        if (header == null) {
            return;
        }
        boolean whole = !header.hasSubheader() || cursor.next(TunnelLayers.ERSPAN_PLATFORM) != null;
        if (whole && header.frameType() == 0) {
            inside(TunnelDissector.ETHERNET);
        }
    }

    private void mpls() {
        for (int count = 0; count < TunnelDissector.MAX_LABELS; count++) {
            MplsLabel label = cursor.next(TunnelLayers.MPLS);
            if (label == null) {
                return;
            }
            if (label.bottom()) {
                behindLabels();
                return;
            }
        }
    }

    private void behindLabels() {
        if (cursor.end - cursor.at < 4) {
            return;
        }
        switch (cursor.buffer.get(cursor.base + cursor.at) >> 4 & 0xf) {
            case 0 -> {
                cursor.bytes("pwethcw", cursor.at + 4);
                inside(TunnelDissector.ETHERNET);
            }
            case 4 -> inside(0x0800);
            case 6 -> inside(0x86dd);
            default -> {}
        }
    }

    private void pppoe() {
        int start = cursor.at;
        PppoeSession header = cursor.next(TunnelLayers.PPPOE);
        if (header == null || header.length() < 2) {
            return;
        }
        cursor.end = Math.min(cursor.end, start + 6 + header.length());
        if (header.protocol() == TunnelDissector.PPP_IPV4) {
            inside(0x0800);
        } else if (header.protocol() == TunnelDissector.PPP_IPV6) {
            inside(0x86dd);
        }
    }
}
