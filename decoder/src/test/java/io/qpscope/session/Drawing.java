package io.qpscope.session;

import java.util.ArrayList;
import java.util.List;

/** Writes down all that a plot would show; times in microseconds from the tap's start. */
public final class Drawing implements PlotListener {
    public final List<Track> tracks = new ArrayList<>();
    public final List<String> assigned = new ArrayList<>();
    public final List<String> stops = new ArrayList<>();

    /** Declines every track. */
    public boolean closed;

    public int asked;

    @Override
    public PlotTrack begin() {
        asked++;
        if (closed) {
            return null;
        }
        tracks.add(new Track());
        return tracks.get(tracks.size() - 1);
    }

    @Override
    public void assign(PlotTrack track, long firstFrame, Side from) {
        assigned.add(tracks.indexOf((Track) track) + " " + firstFrame + " " + from);
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
        stops.add("class " + trafficClass + ", " + quanta + " quanta, " + durationNs + " ns");
    }

    @Override
    public void creditWait(FrameSource where, int vl, long frame, long fromNs, long toNs) {
        stops.add("port " + where.port() + " VL " + vl + ": " + fromNs + "-" + toNs);
    }

    /** One side's requests and their answers. */
    public static final class Track implements PlotTrack {
        public final List<String> marks = new ArrayList<>();
        public final List<Long> inFlight = new ArrayList<>();
        public final List<Long> credits = new ArrayList<>();
        public final List<String> stories = new ArrayList<>();
        public int origin = -1;
        public boolean bytes;
        public long first;
        public long again;

        @Override
        public void origin(int psn, boolean ofBytes) {
            origin = psn;
            bytes = ofBytes;
        }

        @Override
        public void mark(Mark mark, long frame, long timeNs, long position) {
            marks.add(mark + " " + position + " #" + frame);
        }

        @Override
        public void level(Level level, long timeNs, long value) {
            (level == Level.IN_FLIGHT ? inFlight : credits).add(value);
        }

        @Override
        public void traffic(long timeNs, int length, boolean repeated) {
            first += repeated ? 0 : length;
            again += repeated ? length : 0;
        }

        @Override
        public void packet(
                long frame,
                long timeNs,
                int opcode,
                int syndrome,
                int psn,
                boolean answer,
                boolean repeated) {
            stories.add((answer ? "< " : "> ") + psn + (repeated ? " again" : ""));
        }

        @Override
        public void storyBegins(long startFrame, int psn, long startNs) {
            stories.add("begins " + psn + " #" + startFrame);
        }

        @Override
        public void storyEnds(long endNs) {
            stories.add("ends");
        }
    }
}
