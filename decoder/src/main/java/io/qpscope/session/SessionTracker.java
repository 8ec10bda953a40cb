package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.session.TrackerResult.IcrcCounts;
import io.qpscope.session.TrackerResult.ProtocolCounts;
import io.qpscope.session.iwarp.IwarpTracker;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.Opcode;

/**
 * Feeds on frames in the order of the capture; {@link #finish} tells what they meant. Single
 * threaded; no allocation per frame in the steady state.
 */
public final class SessionTracker {
    /**
     * Bounds and choices.
     *
     * @param maxStreamBytes that iWARP streams together may keep
     * @param atomicCodes of RDMAP, which sources give differently
     */
    public record Options(int maxSessions, long maxStreamBytes, AtomicCodes atomicCodes) {
        public static final Options DEFAULT = new Options(1_000_000);

        public Options(int maxSessions) {
            this(maxSessions, 256L << 20, AtomicCodes.DEFAULT);
        }
    }

    /** Packets of a new life that are enough without an answer, where the old one is silent. */
    private static final int SUCCESSOR_PACKETS = 16;

    private static final int NO_CREDITS = 31;
    private static final int TCP_FLAGS = 13;
    private static final int TCP_FIN_OR_RST = 0x05;

    private final Sessions sessions;
    private final CmTracker cm;
    private final OobTracker oob;
    private final Pairing pairing;
    private final IwarpTracker iwarp;
    private final CorruptFrames corrupt = new CorruptFrames();

    private long roce;
    private long cnps;
    private long mads;
    private long other;
    private long icrcChecked;
    private long icrcBad;
    private long icrcUnchecked;
    private final ObservationLog log = new ObservationLog();
    private long lastNs = Long.MIN_VALUE;

    public SessionTracker(Options options) {
        sessions = new Sessions(options.maxSessions());
        cm = new CmTracker(sessions);
        oob = new OobTracker(sessions);
        pairing = new Pairing(sessions);
        iwarp = new IwarpTracker(new IwarpTracker.Options(
                options.maxSessions(), options.maxStreamBytes(), options.atomicCodes()));
    }

    public void onFrame(FrameView frame) {
        if (frame.timeNs() > lastNs) {
            lastNs = frame.timeNs();
        }
        switch (frame.kind()) {
            case ROCE_V2 -> onRoce(frame);
            case TCP -> {
                other++;
                onTcp(frame);
            }
            case MALFORMED, CUT -> {
                if (frame.bthOffset() > 0) {
                    roce++;
                    icrcUnchecked++;
                } else {
                    other++;
                }
            }
            default -> other++;
        }
    }

    private void onTcp(FrameView frame) {
        int flagsAt = frame.transportOffset() + TCP_FLAGS;
        if (flagsAt < frame.offset() + frame.captured()
                && (frame.buffer().get(flagsAt) & TCP_FIN_OR_RST) != 0) {
            AddressPair pair = sessions.addresses.of(frame);
            pair.tcpCloseFrame = frame.number();
            pair.tcpCloseNs = frame.timeNs();
            AddressPair reverse = sessions.addresses.reverse(pair);
            reverse.tcpCloseFrame = frame.number();
            reverse.tcpCloseNs = frame.timeNs();
        }
        oob.onTcp(frame);
        iwarp.onTcp(frame);
    }

    private void onRoce(FrameView frame) {
        roce++;
        int opcode = frame.opcode();
        int traits = Opcode.traits(opcode);
        int service = opcode & Opcode.SERVICE_MASK;
        boolean cnp = service == Opcode.CNP_CLASS;
        boolean mad = service == Opcode.UD && frame.destQp() <= 1;
        if (cnp) {
            cnps++;
        } else if (mad) {
            mads++;
        }
        AddressPair pair = sessions.addresses.of(frame);
        if (frame.icrc() == IcrcStatus.BAD) {
            onBadIcrc(frame, pair);
            return;
        }
        if (frame.icrc() == IcrcStatus.UNCHECKED) {
            icrcUnchecked++;
        } else {
            icrcChecked++;
        }
        if (mad) {
            cm.onMad(frame, pair);
        } else if (cnp) {
            onCnp(frame, pair);
        } else if ((traits & Opcode.KNOWN) != 0) {
            onTransport(frame, pair, traits, service);
        }
    }

    private void onBadIcrc(FrameView frame, AddressPair pair) {
        icrcChecked++;
        icrcBad++;
        corrupt.add(frame.number());
        log.add(
                Observation.Kind.BAD_ICRC,
                frame.number(),
                ((long) frame.icrcComputed() << 32) | (frame.icrcStored() & 0xffff_ffffL));
        Flow flow = pair.flow(Flow.key(frame.destQp(), -1));
        if (flow != null) {
            flow.badIcrc++;
            flow.log.add(Observation.Kind.BAD_ICRC, frame.number(), 1);
        }
    }

    /** A CNP goes to the queue pair that shall slow down: it counts to its sender's direction. */
    private void onCnp(FrameView frame, AddressPair pair) {
        Flow flow = pair.flow(Flow.key(frame.destQp(), -1));
        if (flow == null) {
            flow = sessions.open(pair, frame.destQp(), -1, Service.RC);
            if (flow == null) {
                return;
            }
        }
        if (flow.filter.check(frame) != DuplicateFilter.CAPTURE) {
            flow.cnps++;
            flow.count(frame);
        }
    }

    private void onTransport(FrameView frame, AddressPair pair, int traits, int service) {
        int sourceQp = service == Opcode.UD ? sourceQp(frame) : -1;
        Flow flow = pair.flow(Flow.key(frame.destQp(), sourceQp));
        if (flow == null || flow.serviceBits != service) {
            flow = open(flow, frame, pair, sourceQp, service);
            if (flow == null) {
                return;
            }
        }
        int duplicate = flow.filter.check(frame);
        if (duplicate == DuplicateFilter.CAPTURE) {
            countCaptureDuplicate(flow, traits);
            return;
        }
        boolean network = duplicate == DuplicateFilter.NETWORK;
        if (flow.requester == null) {
            flow.count(frame);
            flow.datagrams.onRequest(frame, traits, network);
        } else if ((traits & Opcode.IS_REQUEST) != 0) {
            onRequest(flow, frame, traits, network);
        } else {
            onAnswer(flow, frame, traits, network);
        }
    }

    private static int sourceQp(FrameView frame) {
        return frame.buffer().getInt(frame.extendedOffset() + 4) & 0xff_ffff;
    }

    /** Another service on a known key is another life of the queue pair. */
    private Flow open(Flow old, FrameView frame, AddressPair pair, int sourceQp, int bits) {
        Service service = serviceOf(bits);
        if (old != null) {
            if (old.empty() && old.serviceBits == bits) {
                return old;
            }
            pair.unpaired.remove(old);
        }
        return sessions.open(pair, frame.destQp(), sourceQp, service);
    }

    private static Service serviceOf(int bits) {
        switch (bits) {
            case Opcode.RC -> {
                return Service.RC;
            }
            case Opcode.UC -> {
                return Service.UC;
            }
            case Opcode.RD -> {
                return Service.RD;
            }
            case Opcode.UD -> {
                return Service.UD;
            }
            default -> {
                return Service.XRC;
            }
        }
    }

    private static void countCaptureDuplicate(Flow flow, int traits) {
        if ((traits & Opcode.IS_REQUEST) != 0) {
            (flow.requester != null ? flow.requester.counts : flow.datagrams.counts)
                    .captureDuplicates++;
        } else if ((traits & Opcode.IS_RESPONSE) != 0 && flow.peer != null) {
            flow.peer.requester.responses.counts.captureDuplicates++;
        }
    }

    private void onRequest(Flow flow, FrameView frame, int traits, boolean network) {
        if (flow.successor != null || !flow.requester.plausible(frame.psn())) {
            flow = successor(flow, frame);
        }
        flow.count(frame);
        if ((traits & Opcode.HAS_XRCETH) != 0) {
            flow.srqn = frame.buffer().getInt(frame.extendedOffset()) & 0xff_ffff;
        }
        flow.requester.requests.onRequest(frame, traits, network, corrupt);
    }

    /**
     * A PSN far from all others is another life of the queue pair only when answers follow, or
     * when nothing else is sent any more.
     */
    private Flow successor(Flow flow, FrameView frame) {
        Flow next = flow.successor;
        if (next != null && next.requester.plausible(frame.psn())) {
            if (next.packets >= SUCCESSOR_PACKETS && next.firstFrame > flow.lastFrame) {
                sessions.replace(flow, next);
            }
            return next;
        }
        if (flow.requester.plausible(frame.psn())) {
            return flow;
        }
        next = new Flow(flow.pair, flow.destQp, flow.sourceQp, flow.service);
        flow.successor = next;
        return next;
    }

    private void onAnswer(Flow flow, FrameView frame, int traits, boolean network) {
        Flow asked = pairing.requesterOf(flow, frame);
        if (asked != null && asked.peer != flow) {
            // The queue pair begins another life; so does the flow of its answers.
            flow = asked.peer;
        }
        flow.count(frame);
        boolean response = (traits & Opcode.IS_RESPONSE) != 0;
        if (response) {
            if (asked != null) {
                asked.requester.answers.onResponse(frame, traits, network);
            }
            return;
        }
        if (network) {
            // The receiver answered once.
            return;
        }
        int syndrome = frame.buffer().get(frame.extendedOffset()) & 0xff;
        count(flow, frame, syndrome);
        if (asked != null) {
            answer(asked.requester, flow, frame, syndrome);
        }
    }

    private static void count(Flow flow, FrameView frame, int syndrome) {
        int type = Aeth.type(syndrome);
        int code = syndrome & 0x1f;
        if (type == Aeth.TYPE_ACK) {
            flow.acks++;
            flow.credits |= code != NO_CREDITS;
        } else if (type == Aeth.TYPE_RNR_NAK) {
            flow.rnrNaks++;
            flow.log.add(Observation.Kind.RNR_NAK, frame.number(), Aeth.rnrTimerNs(code));
        } else if (type == Aeth.TYPE_NAK && code < flow.naks.length) {
            flow.naks[code]++;
            if (code != Aeth.NAK_PSN_SEQUENCE_ERROR) {
                flow.log.add(NAK_KINDS[code], frame.number(), frame.psn());
            }
        }
    }

    private static final Observation.Kind[] NAK_KINDS = {
        Observation.Kind.PSN_SEQUENCE_NAK,
        Observation.Kind.INVALID_REQUEST_NAK,
        Observation.Kind.REMOTE_ACCESS_NAK,
        Observation.Kind.REMOTE_OPERATIONAL_NAK,
    };

    private static void answer(Requester requester, Flow from, FrameView frame, int syndrome) {
        int code = syndrome & 0x1f;
        switch (Aeth.type(syndrome)) {
            case Aeth.TYPE_ACK -> requester.answers.onAcknowledge(frame);
            case Aeth.TYPE_RNR_NAK -> {
                requester.answers.onRnrNak(Aeth.rnrTimerNs(code), frame);
                if (requester.rnr.plainWrite) {
                    from.log.add(Observation.Kind.RNR_NAK_ON_WRITE, frame.number(), 0);
                }
            }
            case Aeth.TYPE_NAK -> {
                if (code == Aeth.NAK_PSN_SEQUENCE_ERROR) {
                    if (requester.answers.onSequenceNak(frame)) {
                        from.log.add(NAK_KINDS[code], frame.number(), frame.psn());
                    }
                } else if (code <= Aeth.NAK_REMOTE_OPERATIONAL_ERROR) {
                    requester.answers.onFatalNak(code, frame);
                }
            }
            default -> {}
        }
    }

    /** Call once, after the last frame. */
    public TrackerResult finish() {
        sessions.settle();
        SummaryBuilder builder = new SummaryBuilder(lastNs);
        long streams = iwarp.frames();
        TrackerResult result = new TrackerResult(
                builder.sessions(sessions.all),
                new ProtocolCounts(roce, 0, 0, 0, streams, 0, 0, cnps, mads, other - streams),
                new IcrcCounts(icrcChecked, icrcBad, icrcUnchecked),
                new ObservationBuilder(lastNs).observations(sessions, cm, log));
        return result.with(iwarp.finish());
    }
}
