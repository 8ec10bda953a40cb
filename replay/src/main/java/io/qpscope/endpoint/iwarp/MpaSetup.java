package io.qpscope.endpoint.iwarp;

import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaEnhanced;
import io.qpscope.wire.MpaFrame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The exchange of an MPA request and a reply (RFC 5044, 7.1; RFC 6581, 4 to 9): makes our frame,
 * reads the peer's, and knows what both agree on.
 */
final class MpaSetup {
    static final int MOST_FRAME = MpaFrame.LENGTH + Mpa.MAX_PRIVATE_DATA;

    private static final byte[] REQUEST = "MPA ID Req Frame".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] REPLY = "MPA ID Rep Frame".getBytes(StandardCharsets.US_ASCII);
    private static final int MARKERS = 0x80;
    private static final int CRC = 0x40;
    private static final int REJECT = 0x20;
    private static final int ENHANCED = 0x10;
    private static final int PEER_TO_PEER = 0x8000_0000;
    private static final int RTR_BITS =
            RtrKind.WRITE.bit | RtrKind.READ.bit | RtrKind.EMPTY_FPDU.bit;
    private static final int ANY_DEPTH = 0x3fff;
    private static final byte[] NOTHING = {};

    private final StreamOptions options;
    private final ByteBuffer peer = ByteBuffer.allocate(MOST_FRAME);
    private final MpaFrame frame = new MpaFrame().wrap(peer, 0);
    private final MpaEnhanced enhanced = new MpaEnhanced().wrap(peer, MpaFrame.LENGTH);
    private int have;
    private int needed = MpaFrame.LENGTH;
    private boolean headerRead;

    /** Why the peer's frame can't be used; null while nothing is wrong. */
    String wrong;

    boolean initiator;
    private int revision;
    /** Agreed on: both directions. */
    boolean crc;
    /** The peer wants markers. */
    boolean sendMarkers;

    int ord;
    /** The message that opens the stream; null without peer-to-peer set-up. */
    RtrKind rtr;
    /** What our Terminate has to say when the reply does not fit; 0 when it does. */
    int fault;

    MpaSetup(StreamOptions options) {
        this.options = options;
        revision = options.revision;
        ord = options.ord;
    }

    /**
     * Takes bytes of the peer's frame.
     *
     * @return how many
     */
    int take(ByteBuffer in, int at, int length) {
        int taken = 0;
        while (taken < length && have < needed && wrong == null) {
            int count = Math.min(length - taken, needed - have);
            peer.put(have, in, at + taken, count);
            have += count;
            taken += count;
            if (have == needed && !headerRead) {
                header();
            }
        }
        return taken;
    }

    private void header() {
        headerRead = true;
        int data = frame.privateDataLength();
        boolean known = initiator ? Mpa.isReply(peer, 0) : Mpa.isRequest(peer, 0);
        if (!known) {
            wrong = "no MPA " + (initiator ? "reply" : "request");
        } else if (frame.revision() < 1 || frame.revision() > 2) {
            wrong = "MPA revision " + frame.revision() + ", known are 1 and 2";
        } else if (data > Mpa.MAX_PRIVATE_DATA) {
            wrong = data + " bytes of private data, at most " + Mpa.MAX_PRIVATE_DATA;
        } else if (isEnhanced() && data < MpaEnhanced.LENGTH) {
            wrong = "no room for IRD and ORD in " + data + " bytes of private data";
        } else if (initiator && (frame.revision() != revision || isEnhanced() != (revision == 2))) {
            wrong = "reply of revision " + frame.revision() + " to a request of " + revision;
        } else {
            needed = MpaFrame.LENGTH + data;
        }
    }

    boolean complete() {
        return headerRead && wrong == null && have == needed;
    }

    private boolean isEnhanced() {
        return frame.revision() == 2 && frame.enhanced();
    }

    boolean rejected() {
        return frame.reject();
    }

    /** The peer's, without IRD and ORD. */
    byte[] privateData() {
        int from = MpaFrame.LENGTH + (isEnhanced() ? MpaEnhanced.LENGTH : 0);
        return complete() ? Arrays.copyOfRange(peer.array(), from, needed) : NOTHING;
    }

    /** Settles what holds, once the peer's frame is complete. */
    void settle() {
        revision = frame.revision();
        sendMarkers = frame.markers();
        crc = options.crc || frame.crc();
        if (!isEnhanced()) {
            return;
        }
        int limit = enhanced.ird();
        ord = limit == ANY_DEPTH ? options.ord : Math.min(options.ord, limit);
        int bits = peer.getInt(MpaFrame.LENGTH);
        boolean agreed = (bits & PEER_TO_PEER) != 0 && !options.rtr.isEmpty();
        rtr = agreed ? first(bits) : null;
        if (!initiator) {
            return;
        }
        if (!options.rtr.isEmpty() && rtr == null) {
            fault = Fault.NO_MATCHING_RTR;
        } else if (enhanced.ord() > options.ird && enhanced.ord() != ANY_DEPTH) {
            fault = Fault.INSUFFICIENT_IRD;
        }
    }

    /** Of several that a reply names where it must choose, one. */
    private RtrKind first(int bits) {
        for (RtrKind kind : options.rtr) {
            if ((bits & kind.bit) != 0) {
                return kind;
            }
        }
        return null;
    }

    /**
     * Writes our frame: the request, or the reply to a request that has been settled.
     *
     * @throws IllegalArgumentException with more private data than {@link #room}
     */
    void write(ByteBuffer out, boolean reject, byte[] privateData) {
        boolean depths = initiator ? revision == 2 : isEnhanced();
        boolean check = initiator ? options.crc : crc;
        out.put(initiator ? REQUEST : REPLY);
        out.put((byte) ((options.markers ? MARKERS : 0)
                | (check ? CRC : 0)
                | (reject ? REJECT : 0)
                | (depths ? ENHANCED : 0)));
        out.put((byte) revision);
        out.putShort((short) (privateData.length + (depths ? MpaEnhanced.LENGTH : 0)));
        if (depths) {
            out.putInt(options.ird << 16 | (initiator ? options.ord : ord) | peerToPeerBits());
        }
        out.put(privateData);
    }

    private int peerToPeerBits() {
        boolean asked = initiator || (peer.getInt(MpaFrame.LENGTH) & PEER_TO_PEER) != 0;
        if (!asked || options.rtr.isEmpty()) {
            return 0;
        }
        if (!initiator && rtr != null) {
            return PEER_TO_PEER | rtr.bit;
        }
        // A reply to an offer of which nothing fits says what would.
        int bits = PEER_TO_PEER;
        for (RtrKind kind : options.rtr) {
            bits |= kind.bit;
        }
        return bits & (PEER_TO_PEER | RTR_BITS);
    }

    /** Private data that fits our frame, in bytes. */
    int room() {
        boolean depths = initiator ? revision == 2 : isEnhanced();
        return Mpa.MAX_PRIVATE_DATA - (depths ? MpaEnhanced.LENGTH : 0);
    }
}
