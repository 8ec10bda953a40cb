package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.frame.Layer;
import io.qpscope.session.TrackerResult.IcrcCounts;
import io.qpscope.session.TrackerResult.ProtocolCounts;
import io.qpscope.session.iwarp.IwarpTracker;
import io.qpscope.session.taps.SharedTraffic;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Opcode;

import java.util.List;

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
    public record Options(
            int maxSessions, PauseOptions pauses, long maxStreamBytes, AtomicCodes atomicCodes) {
        public static final Options DEFAULT = new Options(100_000);
        private static final long MAX_STREAM_BYTES = 256L << 20;

        public Options(int maxSessions) {
            this(maxSessions, PauseOptions.DEFAULT, AtomicCodes.DEFAULT);
        }

        public Options(int maxSessions, PauseOptions pauses, AtomicCodes atomicCodes) {
            this(maxSessions, pauses, MAX_STREAM_BYTES, atomicCodes);
        }
    }

    /** Packets of a new life that are enough without an answer, where the old one is silent. */
    private static final int SUCCESSOR_PACKETS = 16;

    private static final int TCP_FLAGS = 13;
    private static final int TCP_FIN_OR_RST = 0x05;

    private final Sessions sessions;
    private final RecentFlows recent = new RecentFlows();
    private final CmTracker cm;
    private final OobTracker oob;
    private final SmcTracker smc;
    private final Pairing pairing;
    private final PauseTracker pauses;
    private final CnpTracker notifications;
    private final IwarpTracker iwarp;
    private final CorruptFrames corrupt = new CorruptFrames();
    /** Null unless plots are wanted. */
    private final FlowPlots plots;

    private final LinkTracker links = new LinkTracker();
    private final SharedTraffic shared = new SharedTraffic();

    private long roce;
    private long roceV1;
    private long infiniBand;
    private long cnps;
    private long mads;
    private long pfcs;
    private long plainPauses;
    private long other;
    private long icrcChecked;
    private long icrcBad;
    private long icrcUnchecked;
    private final ObservationLog log = new ObservationLog();
    private long lastNs = Long.MIN_VALUE;

    /** Null unless someone listens. */
    private MessageListener listener;

    public SessionTracker(Options options) {
        this(options, null);
    }

    /**
     * @param listener hears of what plots show; null when nobody does
     */
    public SessionTracker(Options options, PlotListener listener) {
        plots = listener == null ? null : new FlowPlots(listener);
        sessions = new Sessions(options.maxSessions(), new FlowMemory(FlowMemory.MAX_BYTES));
        cm = new CmTracker(sessions);
        oob = new OobTracker(sessions);
        smc = new SmcTracker(sessions);
        pairing = new Pairing(sessions);
        pauses = new PauseTracker(options.pauses());
        notifications = new CnpTracker(options.pauses().cnpDscp());
        iwarp = new IwarpTracker(new IwarpTracker.Options(
                options.maxSessions(), options.maxStreamBytes(), options.atomicCodes()));
        pauses.listener = listener;
        links.listener = listener;
        iwarp.listenForPlots(listener);
    }

    /** Has someone told of each message; before the first frame. */
    public void listen(MessageListener to) {
        listener = to;
        sessions.listen(to);
        iwarp.listen(to, sessions::nextNumber);
    }

    /**
     * Says how long the capture goes on, to a tracker that gets a part of it.
     *
     * @param timeNs of the last of all frames
     */
    public void until(long timeNs) {
        lastNs = Math.max(lastNs, timeNs);
    }

    /**
     * A frame with a bad ICRC that is not in this tracker's part of the capture and counted
     * elsewhere: the next gap of any flow that it stands in takes it as its cause.
     */
    public void corruptElsewhere(long frame) {
        corrupt.add(frame);
    }

    public void onFrame(FrameView frame) {
        if (frame.timeNs() > lastNs) {
            lastNs = frame.timeNs();
        }
        switch (frame.kind()) {
            case ROCE_V2 -> {
                roce++;
                onRoce(frame);
            }
            case ROCE_V1 -> {
                roceV1++;
                onRoce(frame);
            }
            case INFINIBAND -> {
                infiniBand++;
                links.onData(frame);
                onRoce(frame);
            }
            case INFINIBAND_RAW -> {
                infiniBand++;
                links.onData(frame);
            }
            case INFINIBAND_LINK -> links.onLink(frame);
            case PFC -> {
                pfcs++;
                pauses.onPause(frame);
            }
            case PAUSE -> {
                plainPauses++;
                pauses.onPause(frame);
            }
            case TCP -> {
                other++;
                onTcp(frame);
            }
            case MALFORMED, CUT -> onIncomplete(frame);
            default -> other++;
        }
    }

    private void onIncomplete(FrameView frame) {
        boolean bth = frame.bthOffset() >= 0;
        switch (frame.carrier().transport()) {
            case ROCE_V1 -> roceV1++;
            case INFINIBAND -> {
                infiniBand++;
                // With a length that can't be, it is for the next FCTBS to tell what was sent.
                if (frame.stopLayer() != Layer.LRH) {
                    links.onData(frame);
                }
            }
            case ROCE_V2 -> {
                if (bth) {
                    roce++;
                } else {
                    other++;
                }
            }
        }
        if (bth) {
            icrcUnchecked++;
        }
    }

    private void onTcp(FrameView frame) {
        AddressPair pair = sessions.addresses.isEmpty() ? null : sessions.addresses.find(frame);
        if (pair != null) {
            pair.heard(frame);
            int flagsAt = frame.transportOffset() + TCP_FLAGS;
            if (flagsAt < frame.offset() + frame.captured()
                    && (frame.buffer().get(flagsAt) & TCP_FIN_OR_RST) != 0) {
                sessions.addresses.reverse(pair);
                pair.finished(frame);
            }
        }
        oob.onTcp(frame);
        smc.onTcp(frame);
        long streams = iwarp.frames();
        iwarp.onTcp(frame);
        if (iwarp.frames() > streams) {
            shared.onPacket(frame);
        }
    }

    private void onRoce(FrameView frame) {
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
        if (frame.icrc() == IcrcStatus.BAD) {
            onBadIcrc(frame, sessions.addresses.find(frame));
            return;
        }
        if (frame.icrc() == IcrcStatus.UNCHECKED) {
            icrcUnchecked++;
        } else {
            icrcChecked++;
        }
        Flow flow = recent.get(frame);
        AddressPair pair = flow != null ? flow.pair : sessions.addresses.of(frame);
        if (pair == null) {
            sessions.refuse();
            return;
        }
        if ((frame.bthFlags() & Bth.TVER) != 0) {
            onOtherVersion(frame, pair);
        } else if (mad) {
            pair.heard(frame);
            cm.onMad(frame, pair);
        } else if (cnp) {
            onCnp(frame, pair);
        } else if ((traits & Opcode.KNOWN) != 0) {
            onTransport(frame, pair, flow, traits, service);
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
        Flow flow = pair == null ? null : pair.flow(Flow.key(frame.destQp(), -1));
        if (flow != null) {
            flow.badIcrc++;
            flow.log.add(Observation.Kind.BAD_ICRC, frame.number(), 1);
            if (plots != null) {
                plots.onCorrupt(flow, frame);
            }
        }
    }

    /** Dropped silently by its receiver, so that its PSN is missing there (IBA vol 1, 9.6.1.1). */
    private void onOtherVersion(FrameView frame, AddressPair pair) {
        corrupt.add(frame.number());
        Flow flow = pair.flow(Flow.key(frame.destQp(), -1));
        ObservationLog seen = flow == null ? log : flow.log;
        seen.add(Observation.Kind.OTHER_VERSION, frame.number(), frame.bthFlags() & Bth.TVER);
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
            notifications.onCnp(frame, flow);
            if (plots != null) {
                plots.onCnp(flow, frame);
            }
        }
    }

    private void onTransport(
            FrameView frame, AddressPair pair, Flow known, int traits, int service) {
        Flow flow = known;
        if (flow == null || flow.serviceBits != service || service == Opcode.UD) {
            flow = find(frame, pair, service);
            if (flow == null) {
                return;
            }
        }
        if (service != Opcode.UD) {
            shared.onPacket(frame);
        }
        int duplicate = flow.filter.check(frame);
        if (duplicate == DuplicateFilter.CAPTURE) {
            countCaptureDuplicate(flow, traits);
            return;
        }
        if (!flow.bound) {
            pauses.bind(flow, frame);
        }
        if (pauses.active()) {
            pauses.sent(flow, frame);
        }
        boolean network = duplicate == DuplicateFilter.NETWORK;
        if (flow.requester == null) {
            flow.count(frame);
            if (flow.watched) {
                flow.watch(frame);
            }
            flow.datagrams.onRequest(frame, traits, network);
            if (plots != null) {
                plots.onDatagram(flow, frame, network);
            }
        } else if ((traits & Opcode.IS_REQUEST) != 0) {
            onRequest(flow, frame, traits, network);
        } else {
            onAnswer(flow, frame, traits, network);
        }
    }

    private Flow find(FrameView frame, AddressPair pair, int service) {
        int sourceQp = service == Opcode.UD ? sourceQp(frame) : -1;
        Flow flow = pair.flow(Flow.key(frame.destQp(), sourceQp));
        if (flow == null || flow.serviceBits != service) {
            flow = open(flow, frame, pair, sourceQp, service);
        }
        if (flow != null) {
            recent.put(flow);
        }
        return flow;
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
        if (flow.watched) {
            flow.watch(frame);
        }
        if ((traits & Opcode.HAS_XRCETH) != 0) {
            flow.srqn = frame.buffer().getInt(frame.extendedOffset()) & 0xff_ffff;
        }
        if (flow.slowdown != null) {
            flow.slowdown.onRequest(flow.requester, frame, traits);
        }
        flow.requester.requests.onRequest(frame, traits, network, corrupt);
        if (plots != null) {
            plots.onRequest(flow, frame, traits, network);
        }
    }

    /**
     * A PSN far from all others is another life of the queue pair only when answers follow, or
     * when nothing else is sent any more.
     */
    private Flow successor(Flow flow, FrameView frame) {
        Flow next = flow.successor;
        if (next != null && next.requester.plausible(frame.psn())) {
            if (next.packets >= SUCCESSOR_PACKETS && next.firstFrame > flow.lastFrame) {
                if (sessions.full()) {
                    sessions.refuse();
                } else {
                    sessions.replace(flow, next);
                }
            }
            return next;
        }
        if (flow.requester.plausible(frame.psn())) {
            return flow;
        }
        next = sessions.flow(flow.pair, flow.destQp, flow.sourceQp, flow.service);
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
                if (!network) {
                    asked.requester.answerRules.onResponse(flow, frame, traits);
                }
                asked.requester.answers.onResponse(frame, traits, network, corrupt);
            }
        } else if (!network) {
            // Else the receiver answered once.
            AethReader.read(flow, asked == null ? null : asked.requester, frame);
        }
        if (plots != null) {
            plots.onAnswer(asked, frame, traits);
        }
    }

    /**
     * What those who ask for most have done so far, busiest first; changes nothing. RoCE and
     * InfiniBand only.
     */
    public List<LiveFlow> busiest(int most) {
        return sessions.busiest(most);
    }

    /** Call once, after the last frame. */
    public TrackerResult finish() {
        sessions.settle();
        limit(pauses.refused(), "PAUSE and PFC frames of further sources");
        limit(notifications.refused(), "CNPs, whose pace is not told,");
        limit(cm.refused(), "connection requests beyond " + CmTracker.MAX_CONNECTIONS);
        limit(oob.refused(), "announcements of queue pairs over TCP");
        limit(smc.refused(), "SMC-R handshakes");
        limit(
                sessions.memory.windowsCut(),
                "packets in flight, whose answers are not matched to them,");
        SummaryBuilder builder = new SummaryBuilder(lastNs);
        List<SessionSummary> summaries = builder.sessions(sessions.all);
        if (plots != null) {
            plots.finish(sessions.all);
        }
        List<Observation> seen = new ObservationBuilder(lastNs).observations(sessions, cm, log);
        seen.addAll(shared.observations());
        List<LinkSummary> lanes = links.finish(lastNs, seen);
        long linkPackets = links.packets();
        long streams = iwarp.frames();
        TrackerResult result = new TrackerResult(
                summaries,
                new ProtocolCounts(
                        roce,
                        roceV1,
                        infiniBand,
                        linkPackets,
                        streams,
                        pfcs,
                        plainPauses,
                        cnps,
                        mads,
                        other - streams),
                new IcrcCounts(icrcChecked, icrcBad, icrcUnchecked),
                seen,
                pauses.summaries(lastNs),
                notifications.gaps(),
                lanes);
        TrackerResult whole = result.with(iwarp.finish());
        if (listener != null) {
            tellFlows(whole);
        }
        return whole;
    }

    /** Sessions of iWARP come between, so that numbers change; the order stays. */
    private void tellFlows(TrackerResult whole) {
        int[] numbers = numbers(whole, false);
        iwarp.tellFlows(numbers(whole, true));
        for (Session session : sessions.all) {
            for (int side = 0; side < 2 && session.id > 0; side++) {
                Flow flow = session.flows[side];
                if (flow != null) {
                    Side from = side == session.a ? Side.A : Side.B;
                    listener.onFlow(flow.messageLog().flow(), numbers[session.id - 1], from);
                }
            }
        }
    }

    private static int[] numbers(TrackerResult whole, boolean ofStreams) {
        return whole.sessions().stream()
                .filter(session -> ofStreams == (session.service() == Service.RDMAP))
                .mapToInt(SessionSummary::id)
                .toArray();
    }

    private void limit(long count, String what) {
        if (count > 0) {
            log.add(Observation.Kind.LIMIT_REACHED, 0, count, what);
        }
    }
}
