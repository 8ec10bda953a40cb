package io.qpscope.frame;

import io.qpscope.wire.LinkPacket;
import io.qpscope.wire.Lrh;

import java.nio.ByteBuffer;

/**
 * The part of a {@link FrameView} that few frames have: tunnels, and what native InfiniBand and
 * RoCEv1 put in place of IP and UDP. Reused with its view.
 */
public final class Carrier {
    static final int NONE = 0;
    static final int ROCE_V1 = 1;
    static final int NATIVE = 2;
    static final int LINK = 3;

    /** More is noise, not a network. */
    static final int MAX_TUNNELS = 4;

    private static final int BLOCK = 64;

    private final Lrh lrh = new Lrh();
    private final LinkPacket link = new LinkPacket();

    int form;
    int tunnels;
    private int vni;
    private boolean cut;
    /** Of an ERF record or a link marker. */
    int port = -1;

    int start;
    boolean crcChecked;
    int crcStored;
    int crcComputed;

    void reset() {
        form = NONE;
        tunnels = 0;
        port = -1;
    }

    void local(ByteBuffer buffer, int at) {
        form = NATIVE;
        start = at;
        crcChecked = false;
        lrh.wrap(buffer, at);
    }

    void link(ByteBuffer buffer, int at) {
        form = LINK;
        start = at;
        crcChecked = false;
        link.wrap(buffer, at);
    }

    void crc(int stored, int computed) {
        crcChecked = true;
        crcStored = stored;
        crcComputed = computed;
    }

    /**
     * One tunnel deeper.
     *
     * @param id network identifier, or -1 where the tunnel has none
     * @return false when there are too many
     */
    boolean enter(int id) {
        if (tunnels == 0) {
            cut = false;
            vni = -1;
        }
        if (vni < 0) {
            vni = id;
        }
        return tunnels++ < MAX_TUNNELS;
    }

    /** What is inside was cut when it was mirrored. */
    void cut() {
        cut = true;
    }

    /** Whether a mirror (ERSPAN) says that it cut the frame inside. */
    public boolean isCut() {
        return tunnels > 0 && cut;
    }

    /** RoCEv2 unless the frame is something else. */
    public Transport transport() {
        switch (form) {
            case ROCE_V1 -> {
                return Transport.ROCE_V1;
            }
            case NATIVE -> {
                return Transport.INFINIBAND;
            }
            default -> {
                return Transport.ROCE_V2;
            }
        }
    }

    /** How many tunnel headers were passed. */
    public int tunnels() {
        return tunnels;
    }

    /**
     * Network identifier of the outermost tunnel that has one: of VXLAN, GENEVE and NVGRE, or the
     * key of GRE; -1 without. ERSPAN session numbers are the mirror's and don't count.
     */
    public int vni() {
        return tunnels > 0 ? vni : -1;
    }

    /** Capture interface that an ERF record or a link marker names, 0 to 3; -1 elsewhere. */
    public int port() {
        return port;
    }

    /** Whether there is a local route header, readable by {@link #lrh}. */
    public boolean isNative() {
        return form == NATIVE;
    }

    /** Meaningful with {@link #isNative}. */
    public Lrh lrh() {
        return lrh;
    }

    /** Meaningful for {@link Kind#INFINIBAND_LINK}. */
    public LinkPacket link() {
        return link;
    }

    /** Where the LRH or the link packet begins; meaningful for native packets and link packets. */
    public int start() {
        return start;
    }

    /**
     * Flow-control blocks that a native packet takes: 64 bytes each, from the LRH through the VCRC
     * (IBA vol 1, 7.9.4; from memory, not verified).
     */
    public int blocks() {
        return (lrh.pktlen() * 4 + 2 + BLOCK - 1) / BLOCK;
    }

    /** Verdict on the VCRC of a native packet or the LPCRC of a link packet. */
    public IcrcStatus crc() {
        if (form < NATIVE || !crcChecked) {
            return IcrcStatus.UNCHECKED;
        }
        return crcStored == crcComputed ? IcrcStatus.GOOD : IcrcStatus.BAD;
    }

    public int crcStored() {
        return crcStored;
    }

    /** Meaningful unless unchecked. */
    public int crcComputed() {
        return crcComputed;
    }
}
