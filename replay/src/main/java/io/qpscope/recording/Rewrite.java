package io.qpscope.recording;

import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.Long2LongHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of frames on their way out. Nothing of it asked for: they leave as they were
 * recorded, byte for byte. What an application tells in its own payload (keys and addresses in the
 * SENDs of rping, the text of perftest) is not touched.
 */
public final class Rewrite {
    /** What to do with ICRCs and with the checksums of IPv4, UDP, TCP and ICMPv6. */
    public enum Checksum {
        /** Good ones stay good when their packet changes, and bad ones stay as wrong as they were. */
        KEEP,
        /** All become good. */
        FIX
    }

    private static final int NONE = -1;

    /** A queue pair of the owner of that address. */
    private record OwnedQpn(long high, long low, int from, int to) {}

    final AddressMap addresses = new AddressMap();
    final Long2LongHashMap macs = new Long2LongHashMap(NONE);
    private final Int2IntHashMap qpns = new Int2IntHashMap(NONE);
    private final List<OwnedQpn> ownedQpns = new ArrayList<>();
    private final Long2LongHashMap keys = new Long2LongHashMap(NONE);
    int psnOffset;
    long vaOffset;
    /** -1 for none. */
    long sourceMac = -1;

    long destinationMac = -1;
    boolean decapsulate;
    /** -1 for all. */
    int onlyInterface = -1;

    Checksum checksums = Checksum.KEEP;

    /** In Ethernet and ARP, whichever side. */
    public Rewrite mac(long from, long to) {
        macs.put(from, to);
        return this;
    }

    /**
     * In IP, GRH, ARP and the messages of connection management, whichever side.
     *
     * @param from of 4 bytes, or of 16 (an IPv6 address or a GID)
     * @param to as long as {@code from}
     * @param prefix bits that become others
     */
    public Rewrite address(byte[] from, byte[] to, int prefix) {
        addresses.add(from, to, prefix);
        return this;
    }

    /** In BTH, DETH and the messages of connection management. */
    public Rewrite qpn(int from, int to) {
        qpns.put(from, to);
        return this;
    }

    /** The same, of the one owner of that address, as recorded; goes before the other. */
    public Rewrite qpn(byte[] owner, int from, int to) {
        long[] address = AddressMap.halves(owner);
        ownedQpns.add(new OwnedQpn(address[0], address[1], from, to));
        return this;
    }

    /** In RETH, AtomicETH and IETH. */
    public Rewrite rkey(int from, int to) {
        keys.put(from & 0xffff_ffffL, to & 0xffff_ffffL);
        return this;
    }

    /** Added to every PSN of queue pairs beyond QP 1, modulo 2^24; CNPs are left alone. */
    public Rewrite psnOffset(int offset) {
        psnOffset = offset & 0xff_ffff;
        return this;
    }

    /** Added to virtual addresses in RETH and AtomicETH. */
    public Rewrite vaOffset(long offset) {
        vaOffset = offset;
        return this;
    }

    /** Of every frame, and of those that had none. */
    public Rewrite sourceMac(long address) {
        sourceMac = address;
        return this;
    }

    /** Of every frame, and of those that had none. */
    public Rewrite destinationMac(long address) {
        destinationMac = address;
        return this;
    }

    /** Of mirrored frames, those within are sent. */
    public Rewrite decapsulate(boolean wanted) {
        decapsulate = wanted;
        return this;
    }

    /** Only frames of this interface of a pcapng file, counted from 0; -1 for all. */
    public Rewrite onlyInterface(int id) {
        onlyInterface = id;
        return this;
    }

    public Rewrite checksums(Checksum wanted) {
        checksums = wanted;
        return this;
    }

    /** Whether anything behind the MAC addresses may change. */
    boolean changesPackets() {
        return !addresses.isEmpty()
                || !qpns.isEmpty()
                || !ownedQpns.isEmpty()
                || !keys.isEmpty()
                || psnOffset != 0
                || vaOffset != 0
                || checksums == Checksum.FIX;
    }

    /** The queue pair's new number; the owner's address is the recorded one. */
    int qpn(long ownerHigh, long ownerLow, int qpn) {
        for (int i = 0; i < ownedQpns.size(); i++) {
            OwnedQpn each = ownedQpns.get(i);
            if (each.from == qpn && each.high == ownerHigh && each.low == ownerLow) {
                return each.to;
            }
        }
        int known = qpns.get(qpn);
        return known == NONE ? qpn : known;
    }

    int key(int key) {
        long known = keys.get(key & 0xffff_ffffL);
        return known == NONE ? key : (int) known;
    }

    long mac(long mac) {
        long known = macs.get(mac);
        return known == NONE ? mac : known;
    }
}
