package io.qpscope.cli.report.plot;

import io.qpscope.session.PlotListener;
import io.qpscope.session.PlotTrack;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.wire.MacAddress;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps what plots show, for a bounded number of sessions. */
public final class Plots implements PlotListener {
    static final int MAX_TRACKS = 4096;
    static final int MAX_LANES = 64;
    /** 24 bytes each. */
    private static final long MAX_POINTS = 2_000_000;

    private static final long MAX_LADDERS = 1024;
    /** A track with no more points than that gives its place to a newer one. */
    private static final int FEW_POINTS = 4;

    private static final int LOOKED_AT = 8;

    private final Room room;
    private final Room ladders;
    private final List<Track> tracks = new ArrayList<>();
    private final Map<LaneKey, Lane> lanes = new LinkedHashMap<>();
    private final Map<Long, Track[]> assigned = new HashMap<>();
    private int hand;
    private long refused;
    private long refusedLanes;

    public Plots() {
        room = new Room(MAX_POINTS);
        ladders = new Room(MAX_LADDERS);
    }

    /** Of another tap, with one bound for both. */
    public Plots(Plots other) {
        room = other.room;
        ladders = other.ladders;
    }

    private record LaneKey(FrameSource where, long mac, int lane) {}

    @Override
    public PlotTrack begin() {
        if (tracks.size() < MAX_TRACKS) {
            Track track = new Track(room, ladders);
            tracks.add(track);
            return track;
        }
        refused++;
        for (int i = 0; i < LOOKED_AT; i++) {
            hand = (hand + 1) % MAX_TRACKS;
            if (tracks.get(hand).points() <= FEW_POINTS) {
                tracks.get(hand).release();
                Track track = new Track(room, ladders);
                tracks.set(hand, track);
                return track;
            }
        }
        return null;
    }

    @Override
    public void assign(PlotTrack track, long firstFrame, Side from) {
        Track[] sides = assigned.computeIfAbsent(firstFrame, frame -> new Track[2]);
        if (sides[from.ordinal()] == null && ((Track) track).points() > 0) {
            sides[from.ordinal()] = (Track) track;
        }
    }

    @Override
    public void pause(
            FrameSource where,
            long mac,
            int trafficClass,
            int quanta,
            long durationNs,
            long frame,
            long timeNs) {
        Lane lane = lane(
                new LaneKey(where, mac, trafficClass),
                () -> (trafficClass < 0 ? "PAUSE" : "PFC class " + trafficClass)
                        + (mac < 0 ? "" : " by " + MacAddress.text(mac)));
        if (lane == null) {
            return;
        }
        if (quanta == 0) {
            lane.go(timeNs);
        } else if (durationNs == 0) {
            lane.stopUntimed(frame, timeNs);
        } else {
            lane.stop(frame, timeNs, timeNs + durationNs);
        }
    }

    @Override
    public void creditWait(FrameSource where, int vl, long frame, long fromNs, long toNs) {
        Lane lane = lane(
                new LaneKey(where, -2, vl),
                () -> "no credits, interface " + where.port() + " VL " + vl);
        if (lane != null) {
            lane.stop(frame, fromNs, toNs);
        }
    }

    private Lane lane(LaneKey key, java.util.function.Supplier<String> label) {
        Lane lane = lanes.get(key);
        if (lane == null) {
            if (lanes.size() >= MAX_LANES) {
                refusedLanes++;
                return null;
            }
            lane = new Lane(label.get());
            lanes.put(key, lane);
        }
        return lane;
    }

    /** What a side of a session sent; null when nothing was kept of it. */
    public Track track(SessionSummary session, Side from) {
        Track[] sides = assigned.get(session.firstFrame());
        return sides == null ? null : sides[from.ordinal()];
    }

    /** Pauses and waits for credits, of all links. */
    public List<Lane> lanes() {
        return List.copyOf(lanes.values());
    }

    /** Sides of sessions beyond {@link #MAX_TRACKS}; each took the place of another or has no plot. */
    public long refused() {
        return refused;
    }

    /** Stops beyond {@link #MAX_LANES}. */
    public long refusedLanes() {
        return refusedLanes;
    }
}
