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

    /** IPv4 as ::ffff:a.b.c.d. */
    private static final long MAPPED = 0xffff_0000_0000L;

    private static final long LOW_32 = 0xffff_ffffL;
    /** More-fragments flag and offset in the first eight bytes. */
    private static final long V4_FRAGMENT = 0x3fff;

    private final RoceDissector transport;

    IpDissector(RoceDissector transport) {
        this.transport = transport;
    }

    /** Raw IP: the version tells. */
    Kind either(FrameView view, int at, int end) {
        if (view.captured > 0 && (view.buffer.get(at) & 0xf0) == 0x60) {
            return v6(view, at, end);
        }
        return v4(view, at, end);
    }

    Kind v4(FrameView view, int at, int end) {
        int there = Math.min(end, view.offset + view.captured) - at;
        if (there < IPV4_LENGTH) {
            return view.tooShort(Layer.IPV4, at, IPV4_LENGTH, end);
        }
        ByteBuffer buffer = view.buffer;
        long first = buffer.getLong(at);
        int versionAndLength = (int) (first >>> 56);
        int headerLength = (versionAndLength & 0xf) * 4;
        if (versionAndLength < 0x45 || versionAndLength > 0x4f) {
            int available = versionAndLength >>> 4 == 4 ? headerLength : there;
            return view.malformed(Layer.IPV4, at, IPV4_LENGTH, available);
        }
        long second = buffer.getLong(at + 8);
        view.ipVersion = 4;
        view.ipOffset = at;
        view.ipId = (int) (first >>> 16) & 0xffff;
        view.ttl = (int) (second >>> 56);
        view.trafficClass = (int) (first >>> 48) & 0xff;
        view.ipProtocol = (int) (second >>> 48) & 0xff;
        view.sourceHigh = 0;
        view.sourceLow = MAPPED | (second & LOW_32);
        view.destinationHigh = 0;
        view.destinationLow = MAPPED | (buffer.getInt(at + 16) & LOW_32);

        int totalLength = (int) (first >>> 32) & 0xffff;
        // Zero: a large send that the adapter would have split.
        int length = totalLength == 0 ? end - at : totalLength;
        if (length < headerLength || length > end - at || there < headerLength) {
            return wrongV4(view, headerLength, length, end);
        }
        if ((first & V4_FRAGMENT) != 0) {
            view.fragment = true;
            return Kind.OTHER;
        }
        return transport.behindIp(view, at + headerLength, at + length);
    }

    private static Kind wrongV4(FrameView view, int headerLength, int length, int end) {
        int at = view.ipOffset;
        if (length < headerLength) {
            return view.malformed(Layer.IPV4, at, headerLength, length);
        }
        if (length > end - at) {
            return view.malformed(Layer.IPV4, at, length, end - at);
        }
        return view.tooShort(Layer.IPV4, at, headerLength, at + length);
    }

    Kind v6(FrameView view, int at, int end) {
        int there = Math.min(end, view.offset + view.captured) - at;
        if (there < IPV6_LENGTH) {
            return view.tooShort(Layer.IPV6, at, IPV6_LENGTH, end);
        }
        ByteBuffer buffer = view.buffer;
        long first = buffer.getLong(at);
        if (first >>> 60 != 6) {
            return view.malformed(Layer.IPV6, at, IPV6_LENGTH, there);
        }
        view.ipVersion = 6;
        view.ipOffset = at;
        view.ipId = 0;
        view.ttl = (int) first & 0xff;
        view.trafficClass = (int) (first >>> 52) & 0xff;
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
                return view.malformed(Layer.IPV6, at, IPV6_LENGTH + payloadLength, end - at);
            }
            ipEnd = at + IPV6_LENGTH + payloadLength;
        }
        return behindV6(view, at + IPV6_LENGTH, ipEnd);
    }

    /** Sets the last next header. */
    private Kind behindV6(FrameView view, int offset, int end) {
        int at = offset;
        for (int count = 0; count < MAX_EXTENSIONS && isExtension(view.ipProtocol); count++) {
            int there = Math.min(end, view.offset + view.captured) - at;
            if (there < 8) {
                return view.tooShort(Layer.IPV6, at, 8, end);
            }
            int word = view.buffer.getInt(at);
            int length = extensionLength(view.ipProtocol, (word >>> 16) & 0xff);
            if (there < length) {
                return view.tooShort(Layer.IPV6, at, length, end);
            }
            boolean fragment = view.ipProtocol == FRAGMENT;
            view.ipProtocol = word >>> 24;
            // Offset and the more flag; both zero is a packet in one piece (RFC 6946).
            if (fragment && (word & 0xfff9) != 0) {
                view.fragment = true;
                return Kind.OTHER;
            }
            at += length;
        }
        return transport.behindIp(view, at, end);
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
