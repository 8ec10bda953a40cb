package io.qpscope.recording;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.frame.Kind;
import io.qpscope.wire.Ethernet;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.MacAddress;

import java.nio.ByteBuffer;

/**
 * Makes what goes out of what was recorded. The checksums and the ICRC of a packet that changes are
 * computed anew as {@link Rewrite.Checksum} says. For one thread; allocates nothing per frame.
 */
public final class FrameRewriter {
    private static final int TYPE_ARP = 0x0806;
    private static final int ARP_LENGTH = 28;
    /** Ethernet and IPv4, with the lengths of their addresses. */
    private static final long ARP_IPV4 = 0x0001_0800_0604_0000L;

    private static final int TAG_LENGTH = 4;

    private final Rewrite rewrite;
    private final EthernetFrame frame;
    private final Dissector dissector;
    private final FrameView view = new FrameView();
    private final TransportRewriter transport;
    private final Checksums checksums = new Checksums();

    /**
     * @param rocePort UDP port of RoCEv2
     * @param ownMac source of frames that had none, as a number
     */
    public FrameRewriter(Rewrite rewrite, int rocePort, long ownMac) {
        this.rewrite = rewrite;
        frame = new EthernetFrame(rewrite, ownMac);
        dissector = new Dissector(rocePort, true);
        transport = new TransportRewriter(rewrite);
    }

    /** The frame that {@link #prepare} made, from byte 0 on; the next one is made in its place. */
    public byte[] bytes() {
        return frame.bytes();
    }

    /** Bytes of it, without frame check sequence. */
    public int length() {
        return frame.length();
    }

    /** Whether wrong checksums become good ones. */
    boolean mends() {
        return rewrite.checksums == Rewrite.Checksum.FIX;
    }

    boolean decapsulates() {
        return rewrite.decapsulate;
    }

    /** Makes the frame that goes out; it is not there where something stands in its way. */
    public Obstacle prepare(FrameView recorded) {
        Obstacle obstacle = frame.take(recorded);
        if (obstacle == Obstacle.NONE && rewrite.changesPackets()) {
            change();
        }
        return obstacle;
    }

    private void dissect() {
        ByteBuffer buffer = frame.buffer();
        view.wrap(buffer, 0, frame.length(), frame.length(), LinkType.ETHERNET);
        dissector.dissect(view);
    }

    private void change() {
        dissect();
        if (view.etherType() == TYPE_ARP) {
            arp(Ethernet.LENGTH + TAG_LENGTH * view.vlanTags());
            return;
        }
        if (view.ipVersion() == 0) {
            return;
        }
        boolean fix = rewrite.checksums == Rewrite.Checksum.FIX;
        boolean packet = view.kind().hasTransport();
        boolean checked = packet && view.icrc() != IcrcStatus.UNCHECKED;
        boolean global = view.kind() == Kind.ROCE_V1;
        // What a wrong ICRC is off by; it will be off by the same.
        int error = fix ? 0 : view.icrcStored() ^ view.icrcComputed();
        if (!global) {
            checksums.measure(view, frame.length());
        }
        boolean changed = packet && transport.change(view);
        changed |= addresses();
        if (!changed && !fix) {
            return;
        }
        if (checked) {
            dissect();
            Icrc.store(frame.buffer(), view.icrcOffset(), view.icrcComputed() ^ error);
        }
        if (!global) {
            checksums.seal(fix);
        }
    }

    private void arp(int at) {
        ByteBuffer b = frame.buffer();
        if (frame.length() - at < ARP_LENGTH || (b.getLong(at) & ~0xffffL) != ARP_IPV4) {
            return;
        }
        for (int i = at + 8; i < at + ARP_LENGTH; i += MacAddress.LENGTH + Integer.BYTES) {
            EthernetFrame.mac(b, i, rewrite.mac(MacAddress.at(b, i)));
            int ip = i + MacAddress.LENGTH;
            if (rewrite.addresses.find(0, TransportRewriter.mapped(b.getInt(ip)))) {
                b.putInt(ip, (int) rewrite.addresses.low());
            }
        }
    }

    private boolean addresses() {
        boolean v4 = view.ipVersion() == 4;
        int ip = view.ipOffset();
        int from = ip + (v4 ? Ipv4.SOURCE_OFFSET : Ipv6.SOURCE_OFFSET);
        int to = ip + (v4 ? Ipv4.DESTINATION_OFFSET : Ipv6.DESTINATION_OFFSET);
        boolean source = address(from, v4, view.sourceHigh(), view.sourceLow());
        return address(to, v4, view.destinationHigh(), view.destinationLow()) || source;
    }

    private boolean address(int at, boolean v4, long high, long low) {
        if (!rewrite.addresses.find(high, low)) {
            return false;
        }
        long newLow = rewrite.addresses.low();
        if (v4) {
            frame.buffer().putInt(at, (int) newLow);
        } else {
            frame.buffer().putLong(at, rewrite.addresses.high()).putLong(at + 8, newLow);
        }
        return true;
    }
}
