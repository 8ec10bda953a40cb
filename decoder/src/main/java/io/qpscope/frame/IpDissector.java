package io.qpscope.frame;

import java.nio.ByteBuffer;

/** IPv4 and IPv6 with extension headers. */
final class IpDissector {
    private static final int IPV4_LENGTH = 20;
    private static final int IPV6_LENGTH = 40;

    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;
    private static final int DESTINATION_OPTIONS = 60;

    /** Of one packet; behind it the next header is taken for an unknown protocol. */
    private static final int MAX_EXTENSIONS = 16;

    private static final long MAPPED = 0xffff_0000_0000L;

    private final RoceDissector transport;

    IpDissector(RoceDissector transport) {
        this.transport = transport;
    }

    /** Raw IP: the version tells. */
    void either(FrameView view, int at, int end) {
        if (view.captured > 0 && (view.buffer.get(at) & 0xf0) == 0x60) {
            v6(view, at, end);
        } else {
            v4(view, at, end);
        }
    }

    void v4(FrameView view, int at, int end) {
        int there = view.offset + view.captured - at;
        if (there < IPV4_LENGTH) {
            view.tooShort(Layer.IPV4, at, IPV4_LENGTH, end);
            return;
        }
        ByteBuffer buffer = view.buffer;
        long first = buffer.getLong(at);
        int version = (int) (first >>> 60);
        int headerLength = (int) (first >>> 56 & 0xf) * 4;
        if (version != 4 || headerLength < IPV4_LENGTH) {
            view.malformed(Layer.IPV4, at, IPV4_LENGTH, version != 4 ? there : headerLength);
            return;
        }
        int ttlWord = buffer.getInt(at + 8);
        int fragmentWord = (int) first & 0xffff;
        view.ipVersion = 4;
        view.ipOffset = at;
        view.ipId = (int) (first >>> 16) & 0xffff;
        view.trafficClass = (int) (first >>> 48) & 0xff;
        view.ttl = ttlWord >>> 24;
        view.ipProtocol = (ttlWord >>> 16) & 0xff;
        view.sourceHigh = 0;
        view.sourceLow = MAPPED | (buffer.getInt(at + 12) & 0xffff_ffffL);
        view.destinationHigh = 0;
        view.destinationLow = MAPPED | (buffer.getInt(at + 16) & 0xffff_ffffL);
        view.fragment = (fragmentWord & 0x3fff) != 0;

        int totalLength = (int) (first >>> 32) & 0xffff;
        int ipEnd = end;
        if (totalLength != 0) {
            if (totalLength < headerLength || totalLength > end - at) {
                boolean inside = totalLength < headerLength;
                view.malformed(
                        Layer.IPV4,
                        at,
                        inside ? headerLength : totalLength,
                        inside ? totalLength : end - at);
                return;
            }
            ipEnd = at + totalLength;
        }
        if (there < headerLength) {
            view.tooShort(Layer.IPV4, at, headerLength, ipEnd);
            return;
        }
        if (!view.fragment) {
            transport.behindIp(view, at + headerLength, ipEnd);
        }
    }

    void v6(FrameView view, int at, int end) {
        int there = view.offset + view.captured - at;
        if (there < IPV6_LENGTH) {
            view.tooShort(Layer.IPV6, at, IPV6_LENGTH, end);
            return;
        }
        ByteBuffer buffer = view.buffer;
        long first = buffer.getLong(at);
        if (first >>> 60 != 6) {
            view.malformed(Layer.IPV6, at, IPV6_LENGTH, there);
            return;
        }
        view.ipVersion = 6;
        view.ipOffset = at;
        view.ipId = 0;
        view.trafficClass = (int) (first >>> 52) & 0xff;
        view.ttl = (int) first & 0xff;
        view.ipProtocol = (int) (first >>> 8) & 0xff;
        view.sourceHigh = buffer.getLong(at + 8);
        view.sourceLow = buffer.getLong(at + 16);
        view.destinationHigh = buffer.getLong(at + 24);
        view.destinationLow = buffer.getLong(at + 32);

        int payloadLength = (int) (first >>> 16) & 0xffff;
        int ipEnd = end;
        // Zero: a jumbogram, or a large send that the adapter would have split.
        if (payloadLength != 0) {
            if (payloadLength > end - at - IPV6_LENGTH) {
                view.malformed(Layer.IPV6, at, IPV6_LENGTH + payloadLength, end - at);
                return;
            }
            ipEnd = at + IPV6_LENGTH + payloadLength;
        }
        int behind = extensions(view, at + IPV6_LENGTH, ipEnd);
        if (behind >= 0) {
            transport.behindIp(view, behind, ipEnd);
        }
    }

    /** Sets the last next header; returns where it begins, or -1 when done with the packet. */
    private static int extensions(FrameView view, int offset, int end) {
        int at = offset;
        for (int count = 0; isExtension(view.ipProtocol); count++) {
            int there = Math.min(end, view.offset + view.captured) - at;
            if (there < 8) {
                view.tooShort(Layer.IPV6, at, 8, end);
                return -1;
            }
            if (count == MAX_EXTENSIONS) {
                return -1;
            }
            int word = view.buffer.getInt(at);
            int length = extensionLength(view.ipProtocol, (word >>> 16) & 0xff);
            if (there < length) {
                view.tooShort(Layer.IPV6, at, length, end);
                return -1;
            }
            boolean fragment = view.ipProtocol == FRAGMENT;
            view.ipProtocol = word >>> 24;
            // Offset and the more flag; both zero is a packet in one piece (RFC 6946).
            if (fragment && (word & 0xfff9) != 0) {
                view.fragment = true;
                return -1;
            }
            at += length;
        }
        return at;
    }

    private static boolean isExtension(int protocol) {
        return protocol == HOP_BY_HOP
                || protocol == ROUTING
                || protocol == FRAGMENT
                || protocol == AUTHENTICATION
                || protocol == DESTINATION_OPTIONS;
    }

    private static int extensionLength(int protocol, int lengthField) {
        if (protocol == FRAGMENT) {
            return 8;
        }
        return protocol == AUTHENTICATION ? lengthField * 4 + 8 : lengthField * 8 + 8;
    }
}
