package io.qpscope.session.iwarp;

import io.qpscope.frame.FrameView;
import io.qpscope.session.MessageListener;
import io.qpscope.session.Observation;
import io.qpscope.session.PlotListener;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaCrc;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Finds iWARP among TCP connections, on any port: by the key that an MPA request or reply begins
 * with. Follows each such connection to its end. Memory is bounded, per stream and in total.
 */
public final class IwarpTracker {
    /**
     * Bounds and choices.
     *
     * @param maxSessions connections that are followed
     * @param maxBytes that all streams together may keep
     */
    public record Options(int maxSessions, long maxBytes, AtomicCodes atomicCodes) {
        public static final Options DEFAULT =
                new Options(1_000_000, 256L << 20, AtomicCodes.DEFAULT);
    }

    /** What iWARP adds to a report; session ids count from 1. */
    public record Result(List<SessionSummary> sessions, List<Observation> observations) {}

    /** Connections of which no data was seen yet; two generations of them. */
    private static final int MAX_PENDING = 1 << 13;

    private final Options options;
    private final Budget budget;
    private final MpaCrc crc = new MpaCrc();
    private final Long2ObjectHashMap<Connection> known = new Long2ObjectHashMap<>();
    private Long2ObjectHashMap<Connection> young = new Long2ObjectHashMap<>();
    private Long2ObjectHashMap<Connection> old = new Long2ObjectHashMap<>();
    private final List<Connection> all = new ArrayList<>();
    private Connection last;
    private long refused;
    private long frames;

    /** Null unless somebody wants to see the units. */
    UnitListener listener;
    /** Null unless plots are wanted. */
    private PlotListener plots;

    /** Null unless someone wants to hear of messages. */
    private MessageListener messages;

    private IntSupplier flows;

    public IwarpTracker(Options options) {
        this.options = options;
        this.budget = new Budget(options.maxBytes());
    }

    /** Tells a listener what plots show; null when nobody listens. */
    public void listenForPlots(PlotListener to) {
        plots = to;
    }

    /**
     * Has someone told of each message; before the first frame.
     *
     * @param numbers a new one for each side of each connection
     */
    public void listen(MessageListener to, IntSupplier numbers) {
        messages = to;
        flows = numbers;
    }

    /**
     * Says what the numbers stand for, when all is over.
     *
     * @param sessions numbers of the connections in the order of the result
     */
    public void tellFlows(int[] sessions) {
        for (int i = 0; i < sessions.length; i++) {
            for (Side side : Side.values()) {
                StreamLog log =
                        new IwarpReport(all.get(i), sessions[i]).direction(side).messages.sent.log;
                messages.onFlow(log.flow, sessions[i], side);
            }
        }
    }

    /** A frame of {@link io.qpscope.frame.Kind#TCP}. */
    public void onTcp(FrameView frame) {
        Connection connection = last;
        boolean syn = isSyn(frame);
        if (connection == null || syn || connection.closed() || !connection.ends.match(frame)) {
            connection = find(frame, syn);
            if (connection == null) {
                return;
            }
        }
        boolean before = connection.recognised;
        connection.onSegment(frame);
        if (connection.recognised) {
            frames += before ? 1 : connection.frames;
            last = connection;
            if (plots != null) {
                plot(connection, frame);
            }
            if (connection.closed()) {
                connection.rest();
            }
        } else if (connection.dead()) {
            forget(frame);
            connection.release();
        }
    }

    private void plot(Connection connection, FrameView frame) {
        if (connection.plot == null) {
            connection.plot = new StreamPlot(connection, plots);
        }
        connection.plot.onSegment(frame);
    }

    private static boolean isSyn(FrameView frame) {
        return (frame.buffer().get(frame.transportOffset() + 13) & 0x02) != 0;
    }

    private Connection find(FrameView frame, boolean syn) {
        long hash = Endpoints.hash(frame);
        Connection pending = young.get(hash);
        if (pending == null) {
            pending = old.get(hash);
        }
        // On the ports of one that was closed it is the newer.
        if (pending != null && pending.ends.match(frame) && !(syn && pending.closed())) {
            return pending;
        }
        for (Connection c = known.get(hash); c != null; c = c.chained) {
            if (c.ends.match(frame) && !(syn && c.closed())) {
                return c;
            }
        }
        if (!syn && !mayBegin(frame)) {
            return null;
        }
        if (all.size() >= options.maxSessions()) {
            refused++;
            return null;
        }
        if (pending != null) {
            pending.release();
        }
        return pending(hash, frame);
    }

    private Connection pending(long hash, FrameView frame) {
        if (young.size() >= MAX_PENDING) {
            old.values().forEach(Connection::release);
            old = young;
            young = new Long2ObjectHashMap<>();
        }
        Connection connection = new Connection(this, frame, budget, crc, options.atomicCodes());
        young.put(hash, connection);
        return connection;
    }

    private void forget(FrameView frame) {
        long hash = Endpoints.hash(frame);
        young.remove(hash);
        old.remove(hash);
    }

    /** Whether the payload begins as an MPA frame does, as far as it is there. */
    static boolean mayBegin(FrameView frame) {
        int length = frame.transportPayloadCaptured();
        return length > 0 && Mpa.beginsKey(frame.buffer(), frame.transportPayloadOffset(), length);
    }

    void recognised(Connection connection) {
        all.add(connection);
        if (messages != null) {
            for (Direction each : connection.directions) {
                each.messages.sent.log =
                        new StreamLog(flows.getAsInt(), messages, connection, budget);
            }
        }
        long hash = connection.ends.hash();
        connection.chained = known.get(hash);
        known.put(hash, connection);
        young.remove(hash);
        old.remove(hash);
    }

    /** How many frames so far belong to iWARP connections, from the SYN on. */
    public long frames() {
        return frames;
    }

    /** Call once, after the last frame. */
    public Result finish() {
        List<SessionSummary> sessions = new ArrayList<>();
        List<Observation> observations = new ArrayList<>();
        all.sort(Comparator.comparingLong((Connection each) -> each.firstFrame));
        for (Connection connection : all) {
            connection.finish();
            if (connection.plot != null) {
                connection.plot.finish(plots);
            }
            new IwarpReport(connection, sessions.size() + 1).add(sessions, observations);
        }
        if (refused > 0) {
            observations.add(limit(refused, "TCP connections beyond --max-sessions"));
        }
        if (budget.refused() > 0) {
            observations.add(limit(
                    budget.refused(),
                    "pieces of iWARP streams beyond " + options.maxBytes() + " bytes of memory"));
        }
        return new Result(sessions, observations);
    }

    private static Observation limit(long count, String what) {
        return new Observation(Observation.Kind.LIMIT_REACHED, 0, null, List.of(), 1, count, what);
    }
}
