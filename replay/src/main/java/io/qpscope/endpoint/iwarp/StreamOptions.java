package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.ReceiveQueue;
import io.qpscope.wire.AtomicCodes;

import java.util.EnumSet;
import java.util.Set;

/** How a stream is made. Both ends say what they want; {@link MpaSetup} settles it. */
public final class StreamOptions {
    /** Largest IRD and ORD; 0x3fff stands for "not negotiated" (RFC 6581, from memory). */
    public static final int MOST_DEPTH = 0x3ffe;

    /** Smallest segment for which an FPDU holds 128 bytes with its marker (RFC 5044, 4.5). */
    public static final int LEAST_MSS = 144;

    private static final int ETHERNET_MSS = 1448;
    private static final long TIMEOUT_NS = 10_000_000_000L;

    final CompletionQueue sendCompletions;
    final CompletionQueue receiveCompletions;
    IwarpProfile profile = IwarpProfile.RFC;
    int qpn = 1;
    int maxSends = 128;
    int maxReceives = 128;
    ReceiveQueue shared;
    int revision = 2;
    boolean crc = true;
    boolean markers;
    int ird = 16;
    int ord = 16;
    final EnumSet<RtrKind> rtr = EnumSet.noneOf(RtrKind.class);
    int mss = ETHERNET_MSS;
    AtomicCodes atomicCodes = AtomicCodes.DEFAULT;
    long timeoutNs = TIMEOUT_NS;

    public StreamOptions(CompletionQueue sendCompletions, CompletionQueue receiveCompletions) {
        this.sendCompletions = sendCompletions;
        this.receiveCompletions = receiveCompletions;
    }

    public StreamOptions profile(IwarpProfile device) {
        profile = device;
        return this;
    }

    /** A number for completions; iWARP has none on the wire. */
    public StreamOptions qpn(int number) {
        qpn = number;
        return this;
    }

    /** Work requests posted and not complete, at most. */
    public StreamOptions maxSends(int count) {
        maxSends = count;
        return this;
    }

    /** Receive requests posted and not consumed, at most. */
    public StreamOptions maxReceives(int count) {
        maxReceives = count;
        return this;
    }

    /** Draws from a shared receive queue. */
    public StreamOptions shared(ReceiveQueue queue) {
        shared = queue;
        return this;
    }

    /**
     * Revision of MPA to ask for, 1 or 2; a responder takes the initiator's. Only revision 2
     * negotiates IRD, ORD and peer-to-peer set-up.
     */
    public StreamOptions revision(int number) {
        range("revision", number, 1, 2);
        revision = number;
        return this;
    }

    /** Asks for CRCs; they are used when either end asks. */
    public StreamOptions crc(boolean wanted) {
        crc = wanted;
        return this;
    }

    /** Asks the peer to send markers. */
    public StreamOptions markers(boolean wanted) {
        markers = wanted;
        return this;
    }

    /** READ and atomic requests of the peer's, and of ours, open at a time; 0 for none. */
    public StreamOptions depths(int inbound, int outbound) {
        range("IRD", inbound, 0, MOST_DEPTH);
        range("ORD", outbound, 0, MOST_DEPTH);
        ird = inbound;
        ord = outbound;
        return this;
    }

    /** READ and atomic requests of the peer's that are taken before one is answered. */
    int takenIrd() {
        return profile.has(StreamDefect.IRD_IGNORED)
                ? Math.max(ird, StreamDefect.IGNORED_IRD)
                : ird;
    }

    /**
     * Initiator: asks for a peer-to-peer set-up that one of these opens. Responder: agrees to one,
     * in {@link RtrKind}'s order. None: no peer-to-peer set-up.
     */
    public StreamOptions peerToPeer(Set<RtrKind> kinds) {
        rtr.clear();
        rtr.addAll(kinds);
        return this;
    }

    /** Bytes of a TCP segment: an FPDU fills one at most. */
    public StreamOptions mss(int bytes) {
        range("MSS", bytes, LEAST_MSS, Integer.MAX_VALUE);
        mss = bytes;
        return this;
    }

    public StreamOptions atomicCodes(AtomicCodes codes) {
        atomicCodes = codes;
        return this;
    }

    /** How long set-up may take, and how long the peer may take to close; siw: 10 s. */
    public StreamOptions timeout(long nanoseconds) {
        timeoutNs = nanoseconds;
        return this;
    }

    private static void range(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + " " + value + ", expected " + least + " to " + most);
        }
    }
}
