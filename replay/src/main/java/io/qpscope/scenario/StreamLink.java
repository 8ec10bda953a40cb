package io.qpscope.scenario;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.WorkQueues;
import io.qpscope.endpoint.iwarp.IwarpProfile;
import io.qpscope.endpoint.iwarp.RdmaStream;
import io.qpscope.endpoint.iwarp.StreamOptions;
import io.qpscope.endpoint.iwarp.StreamState;
import io.qpscope.endpoint.iwarp.TcpAction;
import io.qpscope.fabric.CableOptions;
import io.qpscope.fabric.Host;
import io.qpscope.fabric.Network;
import io.qpscope.fault.FaultyUnits;
import io.qpscope.fault.StreamFaults;
import io.qpscope.wire.Terminate;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The iWARP stream of a flow, from one host to the other in virtual time. TCP is as good as it gets:
 * nothing is lost, and a segment holds whole FPDUs (RFC 5044, 5). Faults act between the ends, which see
 * streams of their own: each port's tap shows what its host really sent, and what really reached it.
 */
final class StreamLink {
    /** Least port of a responder. */
    private static final int PORT = 20_000;

    private static final int WINDOW = 1 << 16;
    private static final int HEADERS = 78;
    private static final int LEAST_UNIT = 532;
    private static final long TIMEOUT_NS = 1_000_000_000L;
    private static final int SPARE_COMPLETIONS = 4;
    private static final byte[] NO_DATA = {};
    private static final String CLOSED = "closed";
    /** Behind a Terminate. */
    static final String UNHEARD = " unheard";

    /** What goes over the link; {@code arrives} may differ from what was sent. */
    private record Segment(int flags, int first, int end, int acknowledges, ByteBuffer arrives) {
        boolean isPlain() {
            return (flags & (TcpScribe.SYN | TcpScribe.FIN | TcpScribe.RST)) == 0;
        }
    }

    private final FlowPlan flow;
    private final Network network;
    private final CableOptions cable;
    private final StreamEnd a;
    private final StreamEnd b;
    private FlowRun run;
    private FaultyUnits faults;
    private boolean reset;

    /**
     * @param number of the flow, from 0: its connection has a port of its own
     * @param first sequence number of the one who asks
     */
    StreamLink(
            FlowPlan flow,
            Network network,
            CableOptions cable,
            List<Host> hosts,
            List<IwarpProfile> devices,
            int number,
            int first) {
        this.flow = flow;
        this.network = network;
        this.cable = cable;
        a = end(true, hosts.get(0), hosts.get(1), devices.get(0), number, first);
        b = end(false, hosts.get(1), hosts.get(0), devices.get(1), number, ~first);
        a.peer = b;
        b.peer = a;
    }

    private StreamEnd end(
            boolean asks, Host here, Host there, IwarpProfile device, int number, int first) {
        StreamPlan plan = flow.stream();
        int sends = asks ? flow.depth() : 1;
        int receives = asks ? 1 : flow.receives().depth();
        CompletionQueue queue = new CompletionQueue(sends + receives + SPARE_COMPLETIONS);
        StreamOptions options = new StreamOptions(queue, queue)
                .profile(device)
                .maxSends(sends)
                .maxReceives(receives)
                .revision(plan.revision())
                .crc(plan.crc())
                .markers(plan.markers())
                .depths(asks ? 0 : plan.ird(), asks ? plan.ord() : 0)
                .peerToPeer(plan.rtr())
                .mss(plan.mss())
                .timeout(TIMEOUT_NS);
        int mine = PORT + number;
        int peers = PORT + (1 << 14) + number;
        int mss = Math.max(LEAST_UNIT, plan.mss());
        int most = 2 * FaultyUnits.room(mss);
        TcpScribe scribe = new TcpScribe(
                flow, here, there, asks ? peers : mine, asks ? mine : peers, first, most);
        RdmaStream stream = new RdmaStream(here.endpoint().memory(), options);
        return new StreamEnd(here, stream, queue, scribe, mss, most);
    }

    WorkQueues requester() {
        return a.stream;
    }

    WorkQueues responder() {
        return b.stream;
    }

    /** TCP's port of the responder. */
    int port() {
        return b.scribe.port();
    }

    /** Opens the connection at the flow's time. */
    void start(FlowRun of, StreamFaults rules) {
        run = of;
        network.at(flow.startNs(), () -> {
            faults = rules.openUnits(Math.max(LEAST_UNIT, flow.stream().mss()));
            send(a, TcpScribe.SYN);
        });
    }

    /** Whether it was closed in order, so that all that was sent has been taken. */
    boolean isWhole() {
        return !reset && ending().equals(List.of(CLOSED));
    }

    /**
     * How the stream has ended: {@code closed} in order, {@code failed} in set-up or by a lost
     * connection, not yet: {@code open}; or by Terminates, as {@code b:1.2.3} for layer, type and code of
     * the responder's, with {@code open} behind when both ends did not close then, and {@code unheard}
     * when the other end went on as if there were none.
     */
    List<String> ending() {
        List<String> endings = new ArrayList<>();
        boolean shut = reset || (a.finished && b.finished);
        for (StreamEnd end : List.of(a, b)) {
            Terminate sent = end.stream.terminateSent();
            if (sent != null) {
                boolean heard = reset
                        || end.peer.stream.terminateReceived() != null
                        || end.peer.stream.terminateSent() != null;
                endings.add((end == a ? "a:" : "b:") + sent.layer() + "." + sent.type() + "."
                        + sent.code() + (!shut ? " open" : heard ? "" : UNHEARD));
            }
        }
        if (!endings.isEmpty()) {
            return endings;
        }
        boolean failed = reset || hasFailed(a) || hasFailed(b);
        boolean orderly = a.isOrderly() && b.isOrderly();
        return List.of(failed ? "failed" : orderly ? CLOSED : "open");
    }

    private static boolean hasFailed(StreamEnd end) {
        return end.stream.failure() != null || end.stream.state() == StreamState.REJECTED;
    }

    private void send(StreamEnd end, int flags) {
        send(end, flags, TcpScribe.nothing(), TcpScribe.nothing());
    }

    /**
     * Sends one segment.
     *
     * @param theirs what arrives in the place of {@code mine}
     */
    private void send(StreamEnd end, int flags, ByteBuffer mine, ByteBuffer theirs) {
        long now = network.now();
        int first = end.scribe.sent();
        end.scribe.leaves(flags, mine, now);
        end.owesAck = false;
        Segment segment = new Segment(flags, first, end.scribe.sent(), end.taken, theirs);
        long bits = (long) (HEADERS + mine.limit()) * Byte.SIZE;
        long takes = Math.max(1, bits * 1_000_000_000L / cable.bitsPerSecond());
        end.freeNs = Math.max(now, end.freeNs) + takes;
        network.at(end.freeNs + cable.delayNs(), () -> arrive(end.peer, segment));
    }

    private void arrive(StreamEnd end, Segment segment) {
        if (reset && (segment.flags() & TcpScribe.RST) == 0) {
            return;
        }
        boolean carries = segment.end() != segment.first();
        // What was lost on the way passes no port, but the sender's TCP knows of no loss.
        boolean seen = segment.arrives().limit() > 0 || !carries || !segment.isPlain();
        if (seen) {
            end.scribe.arrives(
                    segment.flags(),
                    segment.acknowledges(),
                    segment.first(),
                    segment.arrives(),
                    network.now());
        }
        end.taken = segment.end();
        end.acknowledged = segment.acknowledges();
        if ((segment.flags() & TcpScribe.RST) != 0) {
            end.stream.ended(true);
        } else if ((segment.flags() & TcpScribe.SYN) != 0) {
            opened(end);
            return;
        }
        end.owesAck |= carries;
        if (end == b && end.stream.state() == StreamState.IDLE) {
            end.stream.listen(network.now());
        }
        take(end, segment.arrives());
        if ((segment.flags() & TcpScribe.FIN) != 0) {
            end.stream.ended(false);
        }
        pump(end);
        if (end.owesAck && !reset) {
            send(end, TcpScribe.ACK);
        }
    }

    private void opened(StreamEnd end) {
        end.acknowledged = end.scribe.sent();
        if (end == b) {
            send(b, TcpScribe.SYN | TcpScribe.ACK);
        } else {
            send(a, TcpScribe.ACK);
            a.stream.connect(NO_DATA, network.now());
            pump(a);
        }
    }

    /** With a turn of the flow's whenever the stream wants receive requests. */
    private void take(StreamEnd end, ByteBuffer bytes) {
        int taken = 0;
        while (taken < bytes.limit()) {
            progressed(end);
            taken += end.stream.receive(bytes, taken, bytes.limit() - taken, network.now());
        }
        if (end.stream.state() == StreamState.REQUESTED) {
            end.stream.accept(NO_DATA);
        }
    }

    private void pump(StreamEnd end) {
        boolean more = true;
        while (more && !reset) {
            progressed(end);
            more = transmit(end) && end.inFlight() < WINDOW;
        }
        if (reset) {
            progressed(end);
            return;
        }
        boolean idle = end.inFlight() < WINDOW;
        if (idle && end.stream.tcp() != TcpAction.NONE && !end.finished) {
            end.finished = true;
            send(end, TcpScribe.FIN | TcpScribe.ACK);
        }
        schedule(end);
    }

    /** Sends what may be sent now; false when there is nothing. */
    private boolean transmit(StreamEnd end) {
        long now = network.now();
        boolean any = false;
        end.mine.clear();
        end.theirs.clear();
        while (end.inFlight() + end.mine.position() < WINDOW) {
            int length = end.stream.transmit(end.unit.clear(), now);
            if (length == 0) {
                break;
            }
            any = true;
            if (end.finished) {
                // Behind a FIN nothing can be said.
                continue;
            }
            if (length > end.mine.remaining()) {
                sendFilled(end);
            }
            end.mine.put(end.unit.flip());
            faults.pass(end == a, end.unit, 0, length, now, end.theirs);
            if (faults.isCut()) {
                cut();
                return false;
            }
        }
        faults.flush(end == a, now, end.theirs);
        if (end.mine.position() > 0) {
            sendFilled(end);
        }
        return any;
    }

    private void sendFilled(StreamEnd end) {
        send(end, TcpScribe.PSH | TcpScribe.ACK, copy(end.mine), copy(end.theirs));
        end.mine.clear();
        end.theirs.clear();
    }

    private static ByteBuffer copy(ByteBuffer filled) {
        ByteBuffer bytes = ByteBuffer.allocate(filled.position());
        return bytes.put(0, filled, 0, filled.position());
    }

    /** The connection is lost for both. */
    private void cut() {
        reset = true;
        for (StreamEnd end : List.of(a, b)) {
            Segment segment = new Segment(
                    TcpScribe.RST | TcpScribe.ACK,
                    end.taken,
                    end.taken,
                    end.acknowledged,
                    TcpScribe.nothing());
            network.at(network.now() + cable.delayNs(), () -> arrive(end, segment));
        }
    }

    private void progressed(StreamEnd end) {
        long now = network.now();
        StreamState state = end.stream.state();
        boolean ready = state.ordinal() >= StreamState.ESTABLISHED.ordinal();
        if (end == a && ready && !a.posted) {
            a.posted = true;
            run.post();
        }
        for (Completion each = end.completions.poll();
                each != null;
                each = end.completions.poll()) {
            if (!each.receive()) {
                run.completed(each, now);
            } else if (end == b) {
                received(each, now);
            }
        }
        if (end == a && run.isOver() && a.stream.state() == StreamState.ESTABLISHED) {
            a.stream.close(now);
        }
    }

    private void received(Completion completion, long now) {
        run.received(completion);
        long delay = flow.receives().delayNs();
        if (delay == 0) {
            run.refill();
        } else {
            network.at(now + delay, () -> {
                run.refill();
                pump(b);
            });
        }
    }

    private void schedule(StreamEnd end) {
        long deadline = end.stream.deadline();
        if (deadline != Long.MAX_VALUE && deadline != end.scheduledNs) {
            end.scheduledNs = deadline;
            network.at(deadline, () -> {
                if (deadline == end.stream.deadline()) {
                    end.stream.expire(network.now());
                    pump(end);
                }
            });
        }
    }
}
