package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.Transport;
import io.qpscope.frame.UpperConnection;
import io.qpscope.frame.UpperProtocol;
import io.qpscope.wire.Opcode;

import org.agrona.collections.IntHashSet;

/** Packets to one destination queue pair from one source address, and what they count to. */
final class Flow {
    /** ECN field of a packet that met congestion (RFC 3168). */
    private static final int CE = 3;

    private static final int MAX_PORTS = 1024;

    final AddressPair pair;
    final int destQp;
    /** From the DETH; -1 for services that don't name it. */
    final int sourceQp;

    final Service service;
    final DuplicateFilter filter = new DuplicateFilter();
    final ObservationLog log = new ObservationLog();
    /** RC and XRC. */
    final Requester requester;
    /** UC, UD and RD. */
    final DatagramStream datagrams;

    Flow peer;
    Session session;
    /** A later life of the queue pair, until answers show that it is one. */
    Flow successor;
    /** Its address pair knows another flow by its key. */
    boolean replaced;

    /** Answers that fit more than one requester, so that none was chosen. */
    long ambiguous;

    long pairingHits;
    long pairingMisses;

    /** Service bits of the opcodes. */
    int serviceBits;

    /** What the packets may carry, or null; both directions of a session share one. */
    UpperConnection upper;
    /** Whether requests are looked at for {@link #upper}. */
    boolean watched;
    /** Of the first packet. */
    Transport transport = Transport.ROCE_V2;

    int destinationPort;
    long packets;
    long firstFrame;
    long firstNs;
    long lastFrame;
    long lastNs = Long.MIN_VALUE;
    long dscpBits;
    int pcpBits;
    long ceMarked;
    long firstCeFrame;
    long cnps;
    /** Null without marks and notifications. */
    FlowCongestion congestion;
    /** Of its requester; null until it is sent a CNP. */
    Slowdown slowdown;

    long badIcrc;
    long rnrNaks;
    /** Positive acknowledgements, and whether one granted end-to-end credits. */
    long acks;

    boolean credits;
    final long[] naks = new long[4];
    int srqn = -1;
    /** Bit 0: a packet with MigReq 0 was seen; bit 1: one with 1. */
    int migReq;

    /** Whether {@link #lane} was looked for; it is null where the link layer has no addresses. */
    boolean bound;

    Lane lane;
    int laneIndex;
    /** Pauses of the lane before the flow's first packet. */
    long pausedBeforeNs;
    /** From there to its last packet; of requesters {@link TimeLedger} knows. */
    long pausedNs;

    /** What its plot shows; null when there is none. */
    FlowPlot plot;
    /** Whether somebody was asked to listen. */
    boolean plotAsked;

    private int lastPort = -1;
    private int portCount;
    private IntHashSet ports;

    Flow(AddressPair pair, int destQp, int sourceQp, Service service) {
        this.pair = pair;
        this.destQp = destQp;
        this.sourceQp = sourceQp;
        this.service = service;
        serviceBits = bits(service);
        boolean reliable = service == Service.RC || service == Service.XRC;
        requester = reliable ? new Requester(log, pair.memory) : null;
        datagrams = reliable ? null : new DatagramStream(log, service);
        if (service == Service.UD) {
            // No handshake names it: the headers alone have to prove it, twice.
            upper = new UpperConnection(UpperProtocol.IPOIB, 2);
            watched = true;
        }
    }

    private static int bits(Service service) {
        switch (service) {
            case UC -> {
                return Opcode.UC;
            }
            case UD -> {
                return Opcode.UD;
            }
            case RD -> {
                return Opcode.RD;
            }
            case XRC -> {
                return Opcode.XRC;
            }
            default -> {
                return Opcode.RC;
            }
        }
    }

    /** Key within the address pair. */
    static long key(int destQp, int sourceQp) {
        return destQp | (sourceQp + 1L) << 24;
    }

    void count(FrameView frame) {
        if (packets++ == 0) {
            firstFrame = frame.number();
            firstNs = frame.timeNs();
            destinationPort = frame.destinationPort();
            transport = frame.carrier().transport();
        }
        lastFrame = frame.number();
        firstNs = Math.min(firstNs, frame.timeNs());
        lastNs = Math.max(lastNs, frame.timeNs());
        int trafficClass = frame.trafficClass();
        dscpBits |= 1L << (trafficClass >>> 2);
        if ((trafficClass & CE) == CE) {
            marked(frame);
        }
        if (frame.pcp() >= 0) {
            pcpBits |= 1 << frame.pcp();
        }
        if (frame.sourcePort() != lastPort) {
            countPort(frame.sourcePort());
        }
        migReq |= (frame.bthFlags() & 0x40) != 0 ? 2 : 1;
    }

    /** A request while it is not known what the flow carries. */
    void watch(FrameView frame) {
        boolean fromActive = requester == null || session == null || session.flows[0] == this;
        watched = !upper.onPacket(frame, fromActive);
    }

    /** A CNP calls for no CNP, and a GRH's traffic class has no ECN. */
    private void marked(FrameView frame) {
        boolean cnp = (frame.opcode() & Opcode.SERVICE_MASK) == Opcode.CNP_CLASS;
        if (cnp || transport != Transport.ROCE_V2) {
            return;
        }
        if (ceMarked++ == 0) {
            firstCeFrame = frame.number();
        }
        congestion().marked(frame.timeNs());
    }

    FlowCongestion congestion() {
        if (congestion == null) {
            congestion = new FlowCongestion();
        }
        return congestion;
    }

    private void countPort(int port) {
        if (lastPort < 0) {
            portCount = 1;
        } else {
            if (ports == null) {
                ports = new IntHashSet();
                ports.add(lastPort);
            }
            if (ports.size() < MAX_PORTS && ports.add(port)) {
                portCount++;
            }
        }
        lastPort = port;
    }

    int portCount() {
        return transport == Transport.ROCE_V2 ? portCount : 0;
    }

    /** Has the listener told of the flow's messages, under a number for the flow. */
    void listen(int number, MessageListener listener) {
        MessageLog messages = new MessageLog(number, listener);
        if (requester != null) {
            requester.messageLog = messages;
        } else {
            datagrams.messageLog = messages;
        }
    }

    /** Null unless someone listens. */
    MessageLog messageLog() {
        return requester != null ? requester.messageLog : datagrams.messageLog;
    }

    boolean empty() {
        return packets == 0 && cnps == 0;
    }
}
