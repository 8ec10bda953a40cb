package io.qpscope.cli.report.plot;

import io.qpscope.session.PlotTrack;

import java.util.ArrayList;
import java.util.List;

/** What is kept of one side's requests and their answers. */
public final class Track implements PlotTrack {
    /** Packets from before a recovery that its diagram may begin with. */
    private static final int RECENT = 64;

    private static final int POINT_WORDS = 4;
    private static final int BEFORE = 2;
    private static final int WITHOUT_START = 8;
    static final int MAX_LADDERS = 32;
    private static final int MAX_DETAILS = 512;
    private static final Mark[] MARKS = Mark.values();
    private static final Level[] LEVELS = Level.values();

    private final Room room;
    private final Room ladderRoom;
    private final Series[] marks = new Series[MARKS.length];
    /** Of the time in which there is trouble: nothing is left out of these, as long as they last. */
    private final Series[] details = new Series[MARKS.length];

    private final Series[] levels = new Series[LEVELS.length];
    private final Rate rate = new Rate();
    private final List<Ladder> ladders = new ArrayList<>(0);
    /** The last packets. */
    private long[] recent;

    private long packets;
    /** The last points: kind, frame, time and position of each. */
    private long[] before;

    private long remembered;
    private Ladder open;
    private Ladder ended;
    private long stories;
    private int origin;
    private boolean bytes;
    private boolean released;
    private long points;

    Track(Room room, Room ladderRoom) {
        this.room = room;
        this.ladderRoom = ladderRoom;
    }

    @Override
    public void origin(int first, boolean ofBytes) {
        origin = first;
        bytes = ofBytes;
    }

    @Override
    public void mark(Mark mark, long frame, long timeNs, long position) {
        if (released) {
            return;
        }
        Series series = marks[mark.ordinal()];
        if (series == null) {
            series = new Series(room);
            marks[mark.ordinal()] = series;
        }
        points++;
        series.add(timeNs, frame, position);
        if (open != null || ended != null) {
            detail(mark.ordinal(), frame, timeNs, position);
        } else {
            remember(mark.ordinal(), frame, timeNs, position);
        }
    }

    private void remember(int mark, long frame, long timeNs, long position) {
        if (before == null) {
            before = new long[RECENT * POINT_WORDS];
        }
        int at = (int) (remembered++ % RECENT) * POINT_WORDS;
        before[at] = mark;
        before[at + 1] = frame;
        before[at + 2] = timeNs;
        before[at + 3] = position;
    }

    /** Points from shortly before the trouble show what it was about. */
    private void tellRemembered() {
        for (long i = Math.max(0, remembered - RECENT); i < remembered; i++) {
            int at = (int) (i % RECENT) * POINT_WORDS;
            detail((int) before[at], before[at + 1], before[at + 2], before[at + 3]);
        }
        remembered = 0;
    }

    private void detail(int mark, long frame, long timeNs, long position) {
        Series series = details[mark];
        if (series == null) {
            series = new Series(room);
            details[mark] = series;
        }
        if (series.size() < MAX_DETAILS) {
            series.add(timeNs, frame, position);
        }
    }

    @Override
    public void level(Level level, long timeNs, long value) {
        if (released) {
            return;
        }
        Series series = levels[level.ordinal()];
        if (series == null) {
            series = new Series(room);
            levels[level.ordinal()] = series;
        }
        series.add(timeNs, 0, value);
    }

    @Override
    public void traffic(long timeNs, int length, boolean again) {
        if (!released) {
            rate.add(timeNs, length, again);
        }
    }

    @Override
    public void packet(
            long frame,
            long timeNs,
            int opcode,
            int syndrome,
            int psn,
            boolean answer,
            boolean again) {
        if (released) {
            return;
        }
        long what = Ladder.pack(opcode, syndrome, psn, answer, again);
        if (recent == null) {
            recent = new long[RECENT * Ladder.WORDS];
        }
        int at = slot(packets++);
        recent[at] = frame;
        recent[at + 1] = timeNs;
        recent[at + 2] = what;
        if (open != null) {
            open.add(frame, timeNs, what);
        }
        if (ended != null && !ended.addAfter(frame, timeNs, what)) {
            ended = null;
        }
    }

    @Override
    public void storyBegins(long startFrame, int psn, long startNs) {
        if (released) {
            return;
        }
        stories++;
        tellRemembered();
        if (ladders.size() >= MAX_LADDERS || !ladderRoom.take(1)) {
            return;
        }
        open = new Ladder(startFrame, psn, startNs);
        ladders.add(open);
        long first = Math.max(0, packets - RECENT);
        long from = first;
        while (from < packets && frame(from) < startFrame) {
            from++;
        }
        boolean held = from < packets && frame(from) == startFrame;
        from = Math.min(held ? from : packets - WITHOUT_START, sentFirst(psn, first)) - BEFORE;
        for (long i = Math.max(first, from); i < packets; i++) {
            int at = slot(i);
            open.add(recent[at], recent[at + 1], recent[at + 2]);
        }
    }

    /** Where the packet with that PSN passed, if it did. */
    private long sentFirst(int psn, long first) {
        long at = first;
        while (at < packets && !Ladder.isRequest(recent[slot(at) + 2], psn)) {
            at++;
        }
        return at;
    }

    private static int slot(long packet) {
        return (int) (packet % RECENT) * Ladder.WORDS;
    }

    private long frame(long packet) {
        return recent[slot(packet)];
    }

    @Override
    public void storyEnds(long endNs) {
        if (open != null) {
            open.end(endNs);
            ended = open;
            open = null;
        }
    }

    /** Gives its place to another. */
    void release() {
        released = true;
        for (int i = 0; i < marks.length; i++) {
            release(marks, i);
            release(details, i);
        }
        for (int i = 0; i < levels.length; i++) {
            release(levels, i);
        }
        recent = null;
        before = null;
        remembered = 0;
        ladders.clear();
        open = null;
        ended = null;
    }

    private static void release(Series[] all, int index) {
        if (all[index] != null) {
            all[index].release();
            all[index] = null;
        }
    }

    /** Points there were. */
    long points() {
        return points;
    }

    /**
     * Points of one kind, null when there are none.
     *
     * @param most to be kept, beside those of the time in which there was trouble
     */
    public Series marks(Mark mark, int most) {
        Series series = marks[mark.ordinal()];
        if (series == null) {
            return null;
        }
        Series thin = series.thinned(most);
        Series detail = details[mark.ordinal()];
        return thin.size() == thin.added() || detail == null ? thin : thin.with(detail);
    }

    /** Null when there are none. */
    public Series levels(Level level, int most) {
        Series series = levels[level.ordinal()];
        return series == null ? null : series.thinned(most);
    }

    public Rate rate() {
        return rate;
    }

    /** Of the first recoveries. */
    public List<Ladder> ladders() {
        return List.copyOf(ladders);
    }

    /** Recoveries there were. */
    public long stories() {
        return stories;
    }

    /** The PSN at position 0. */
    public int origin() {
        return origin;
    }

    /** Whether positions are bytes of a stream, and not PSNs. */
    public boolean ofBytes() {
        return bytes;
    }
}
