package io.qpscope.frame;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Icrc;

import java.nio.ByteBuffer;

/**
 * Layers of one frame, reused for the next: nothing is allocated and nothing may be kept. Offsets
 * are into {@link #buffer} and absolute. Which fields hold depends on how far decoding came: those
 * of IP with an {@link #ipVersion}, ports and transport payload with a {@link #transportOffset},
 * those of the BTH with a {@link #bthOffset}, and everything behind where {@link
 * Kind#hasTransport}. A GRH counts as IPv6; of a tunnel only the innermost frame is told.
 * What does not hold may be left from an earlier frame. Where decoding stopped early, {@link
 * #stopLayer} is set and the rest tells where and for how many bytes.
 */
public final class FrameView {
    private static final int MAC_LENGTH = 6;

    final Carrier carrier = new Carrier();
    ByteBuffer buffer;
    int offset;
    int captured;
    int original;
    long number;
    long timeNs;
    int interfaceId;
    int captureIndex;
    int linkType;
    Kind kind = Kind.OTHER;
    int sourceMacOffset;
    int vlanTags;
    /** TCI and type of the outermost tag. */
    int vlanWord;

    int etherType;
    int ipVersion;
    int ipOffset;
    int ipId;
    int ttl;
    int trafficClass;

    int ipProtocol;
    boolean fragment;
    long sourceHigh;
    long sourceLow;
    long destinationHigh;
    long destinationLow;
    int transportOffset;
    /** Source port in the upper half. */
    int ports;

    int transportPayloadOffset;
    int transportPayloadLength;
    int bthOffset;
    /** First four bytes of the BTH. */
    int bthWord;
    /** The other eight. */
    long qpAndPsn;

    int payloadOffset;
    int payloadLength;
    int icrcOffset;
    boolean icrcChecked;
    int icrcStored;
    int icrcComputed;
    /** Holds for {@link Kind#PFC} and {@link Kind#PAUSE} only. */
    int macControlOffset;

    long linkSpeed;
    Layer stopLayer;
    int stopOffset;
    int stopNeeded;
    int stopAvailable;

    /** The frame's place in the capture; the {@link Dissector} fills in the rest. */
    @SuppressWarnings("ReferenceEquality")
    public FrameView wrap(ByteBuffer buffer, int offset, int captured, int original, int linkType) {
        if (this.buffer != buffer) {
            this.buffer = buffer;
        }
        this.offset = offset;
        this.captured = captured;
        this.original = original;
        this.linkType = linkType;
        this.linkSpeed = 0;
        return this;
    }

    public FrameView at(long number, long timeNs, int captureIndex, int interfaceId) {
        this.number = number;
        this.timeNs = timeNs;
        this.captureIndex = captureIndex;
        this.interfaceId = interfaceId;
        return this;
    }

    /** Big-endian; absolute access only. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Where the frame begins in the buffer. */
    public int offset() {
        return offset;
    }

    /** Bytes of the frame that are there. */
    public int captured() {
        return captured;
    }

    /** Bytes of the frame on the wire. */
    public int original() {
        return original;
    }

    /** 1-based. */
    public long number() {
        return number;
    }

    /** Nanoseconds since 1970. */
    public long timeNs() {
        return timeNs;
    }

    public int interfaceId() {
        return interfaceId;
    }

    public int captureIndex() {
        return captureIndex;
    }

    /** See LinkType in capture. */
    public int linkType() {
        return linkType;
    }

    public Kind kind() {
        return kind;
    }

    /** Tunnels and native InfiniBand. */
    public Carrier carrier() {
        return carrier;
    }

    /** -1 where the link layer has none. */
    public int sourceMacOffset() {
        return sourceMacOffset;
    }

    /** -1 where the link layer has none. */
    public int destinationMacOffset() {
        boolean cooked = linkType == LinkType.LINUX_SLL || linkType == LinkType.LINUX_SLL2;
        boolean none = sourceMacOffset < 0 || (cooked && carrier.tunnels == 0);
        return none ? -1 : sourceMacOffset - MAC_LENGTH;
    }

    /** How many tags. */
    public int vlanTags() {
        return vlanTags;
    }

    /** Outermost tag's VID, or -1. */
    public int vlanId() {
        return vlanTags > 0 ? (vlanWord >>> 16) & 0xfff : -1;
    }

    /** Outermost tag's priority, or -1. */
    public int pcp() {
        return vlanTags > 0 ? vlanWord >>> 29 : -1;
    }

    /** Behind the EtherType of MAC control; holds for {@link Kind#PFC} and {@link Kind#PAUSE}. */
    public int macControlOffset() {
        return macControlOffset;
    }

    /**
     * Speed of the link that the frame was seen on, bits a second, which whoever knows it tells
     * behind {@link #wrap}; 0 when nobody does.
     */
    public long linkSpeed() {
        return linkSpeed;
    }

    public FrameView linkSpeed(long bitsPerSecond) {
        linkSpeed = bitsPerSecond;
        return this;
    }

    /** Behind the last tag; a length below 1536; 0 where the link layer has none. */
    public int etherType() {
        return etherType;
    }

    /** 4, 6, or 0 without a readable IP header. */
    public int ipVersion() {
        return ipVersion;
    }

    public int ipOffset() {
        return ipOffset;
    }

    /** IPv4 identification, 0 for IPv6. */
    public int ipId() {
        return ipId;
    }

    /** TTL or hop limit. */
    public int ttl() {
        return ttl;
    }

    /** TOS or traffic class: DSCP in the upper six bits, ECN in the lower two. */
    public int trafficClass() {
        return trafficClass;
    }

    /** Protocol or last next header. */
    public int ipProtocol() {
        return ipProtocol;
    }

    /** A fragment, first or later: nothing behind IP is read. */
    public boolean fragment() {
        return fragment;
    }

    /** Upper half of the IPv6 address; 0 for IPv4. */
    public long sourceHigh() {
        return sourceHigh;
    }

    /** Lower half; IPv4 as ::ffff:a.b.c.d. */
    public long sourceLow() {
        return sourceLow;
    }

    public long destinationHigh() {
        return destinationHigh;
    }

    public long destinationLow() {
        return destinationLow;
    }

    /** UDP or TCP header, or -1. */
    public int transportOffset() {
        return transportOffset;
    }

    public int sourcePort() {
        return ports >>> 16;
    }

    public int destinationPort() {
        return ports & 0xffff;
    }

    /** Behind the UDP or TCP header. */
    public int transportPayloadOffset() {
        return transportPayloadOffset;
    }

    /** By the headers' length fields; may reach behind the captured bytes. */
    public int transportPayloadLength() {
        return transportPayloadLength;
    }

    /** How much of it is there. */
    public int transportPayloadCaptured() {
        return Math.min(transportPayloadLength, offset + captured - transportPayloadOffset);
    }

    /** -1 without a BTH that is there whole. */
    public int bthOffset() {
        return bthOffset;
    }

    /** BTH opcode, 0 to 255. */
    public int opcode() {
        return bthWord >>> 24;
    }

    public int destQp() {
        return (int) (qpAndPsn >>> 32) & 0xff_ffff;
    }

    public int psn() {
        return (int) qpAndPsn & 0xff_ffff;
    }

    /** Second byte of the BTH: SE 0x80, MigReq 0x40, PadCnt 0x30, TVer 0x0f. */
    public int bthFlags() {
        return (bthWord >>> 16) & 0xff;
    }

    public boolean ackReq() {
        return (int) qpAndPsn < 0;
    }

    /** First byte behind the BTH. */
    public int extendedOffset() {
        return bthOffset + Bth.LENGTH;
    }

    public int payloadOffset() {
        return payloadOffset;
    }

    /** Data without pad and ICRC, by the length fields. */
    public int payloadLength() {
        return payloadLength;
    }

    /** How much of it is there. */
    public int payloadCaptured() {
        return Math.min(payloadLength, offset + captured - payloadOffset);
    }

    /** Behind the captured bytes if the payload is cut. */
    public int icrcOffset() {
        return icrcOffset;
    }

    public IcrcStatus icrc() {
        if (!icrcChecked) {
            return IcrcStatus.UNCHECKED;
        }
        return icrcStored == icrcComputed ? IcrcStatus.GOOD : IcrcStatus.BAD;
    }

    /** Whether the four bytes are there, checked or not. */
    public boolean icrcCaptured() {
        return offset + captured - icrcOffset >= Icrc.LENGTH;
    }

    /** As the wire's four bytes read least significant first; 0 if not captured. */
    public int icrcStored() {
        return icrcStored;
    }

    /** Same form; meaningful unless unchecked. */
    public int icrcComputed() {
        return icrcComputed;
    }

    /** After dissection: what an earlier one computed from bytes that are no longer there. */
    public FrameView icrcComputed(int computed) {
        icrcChecked = true;
        icrcComputed = computed;
        return this;
    }

    public int dscp() {
        return trafficClass() >>> 2;
    }

    /** ECN field: 0 not capable, 1 ECT(1), 2 ECT(0), 3 CE. */
    public int ecn() {
        return trafficClass() & 3;
    }

    /** By the capture, or by the mirror that the frame came through. */
    public boolean truncated() {
        return captured < original || carrier.isCut();
    }

    /** Where decoding stopped early, or null. */
    public Layer stopLayer() {
        return stopLayer;
    }

    /** Absolute offset of the header that is too short or wrong. */
    public int stopOffset() {
        return stopOffset;
    }

    /** Bytes that the layer needs from {@link #stopOffset} on. */
    public int stopNeeded() {
        return stopNeeded;
    }

    /** Bytes it has; not fewer than needed if a field's value is what is wrong. */
    public int stopAvailable() {
        return stopAvailable;
    }

    /** Into a tunnel: what is known of the outer frame is forgotten; false when too deep. */
    boolean enter(int id) {
        resetHeaders();
        return carrier.enter(id);
    }

    /** Nothing known but the bytes. What holds only along with these is left as it is. */
    void reset() {
        resetHeaders();
        carrier.reset();
        stopLayer = null;
    }

    private void resetHeaders() {
        sourceMacOffset = -1;
        vlanTags = 0;
        etherType = 0;
        ipVersion = 0;
        fragment = false;
        transportOffset = -1;
        bthOffset = -1;
        icrcChecked = false;
    }

    /** A header says what can't be. */
    Kind malformed(Layer layer, int at, int needed, int available) {
        stopLayer = layer;
        stopOffset = at;
        stopNeeded = needed;
        stopAvailable = available;
        return Kind.MALFORMED;
    }

    /**
     * Too few bytes for a header.
     *
     * @param end of what the headers outside this one promise: reaching behind it is the packet's
     *     fault, reaching behind the captured bytes only is the capture's
     */
    Kind tooShort(Layer layer, int at, int needed, int end) {
        boolean promised = end - at >= needed;
        Kind malformed = malformed(layer, at, needed, (promised ? offset + captured : end) - at);
        return promised ? Kind.CUT : malformed;
    }

    /**
     * Called once a frame, and stores only a change: with most collectors a reference stored into
     * an old object may cost more than the rest of a header.
     */
    void settle(Kind kind) {
        if (this.kind != kind) {
            this.kind = kind;
        }
    }
}
