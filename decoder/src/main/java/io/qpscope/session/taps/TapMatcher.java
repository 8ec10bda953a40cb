package io.qpscope.session.taps;

import io.qpscope.frame.FrameView;
import io.qpscope.session.TrackerResult;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * Follows each transmission from tap to tap. Feeds on the frames of all taps, roughly in order of
 * their times less the shift of their captures ({@link ClockSearch}); {@link #finish} tells which
 * were lost, doubled, late or spoiled between which taps, and how long they took. Which tap comes
 * first is worked out at the end, for each direction by itself.
 *
 * <p>A transmission waits for the taps that have not seen it for {@link #PATIENCE_NS}, or until {@link
 * #MAX_SIGHTINGS} others came. Single threaded.
 */
public final class TapMatcher {
    /** Bits of an int, and columns that a reader can still follow. */
    public static final int MAX_TAPS = 8;

    /** No packet takes longer from one tap to another, clocks' drift included. */
    static final long PATIENCE_NS = 1_000_000_000L;

    static final int MAX_SIGHTINGS = 1 << 18;
    private static final int MAX_DIRECTIONS = 4096;
    /** Equal names that are looked through; they are few unless somebody means harm. */
    private static final int MAX_CHAIN = 64;

    /** Sooner than any NAK or timer brings a packet back: see DuplicateFilter. */
    private static final long AT_ONCE_NS = 8_000;

    private final long[] shifts;
    private final List<TapPoint> taps = new ArrayList<>();
    private final TapWindow window = new TapWindow(MAX_SIGHTINGS);
    private final Long2ObjectHashMap<TapDirection> directions = new Long2ObjectHashMap<>();
    private final List<TapDirection> inOrder = new ArrayList<>();
    private final Look look = new Look();
    private TapDirection lastDirection;
    private int lastTap;
    private boolean equalStamps = true;
    private long refusedFrames;
    private long refusedDirections;

    /**
     * @param shifts for each capture, ns to take from its times
     */
    public TapMatcher(long[] shifts) {
        this.shifts = shifts.clone();
    }

    /**
     * Takes the next frame.
     *
     * @param number of the frame in its own capture, from 1
     * @return index of its tap, from 0 in order of first frames; -1 if there are too many taps
     */
    public int onFrame(FrameView frame, long number) {
        int tap = tap(frame);
        if (tap < 0) {
            refusedFrames++;
            return -1;
        }
        TapPoint point = taps.get(tap);
        long timeNs = frame.timeNs() - shifts[frame.captureIndex()];
        if (point.span.awaited != 0 && timeNs > point.span.lastNs) {
            resume(point.span);
        }
        point.saw(timeNs);
        expire(timeNs - PATIENCE_NS);
        if (Transmission.isNamed(frame)) {
            point.named++;
            TapDirection direction = direction(frame);
            if (direction == null) {
                refusedDirections++;
            } else {
                direction.sawIpId(frame.ipId());
                look.at(frame, tap, timeNs, number);
                see(frame, direction);
            }
        }
        return tap;
    }

    private void resume(TapPoint.Span span) {
        for (int tap = 0; tap < taps.size(); tap++) {
            if ((span.awaited & 1 << tap) != 0) {
                for (TapDirection direction : inOrder) {
                    direction.resumed(tap);
                }
            }
        }
        span.awaited = 0;
    }

    private int tap(FrameView frame) {
        if (lastTap < taps.size() && taps.get(lastTap).isOf(frame)) {
            return lastTap;
        }
        for (int tap = 0; tap < taps.size(); tap++) {
            if (taps.get(tap).isOf(frame)) {
                lastTap = tap;
                return tap;
            }
        }
        if (taps.size() == MAX_TAPS) {
            return -1;
        }
        lastTap = taps.size();
        int capture = frame.captureIndex();
        TapPoint.Span span = taps.stream()
                .filter(tap -> tap.capture == capture)
                .map(tap -> tap.span)
                .findFirst()
                .orElseGet(TapPoint.Span::new);
        taps.add(new TapPoint(capture, frame.interfaceId(), span));
        return lastTap;
    }

    private TapDirection direction(FrameView frame) {
        if (lastDirection != null && lastDirection.isOf(frame)) {
            return lastDirection;
        }
        long hash = Transmission.ends(frame);
        if (Transmission.isTcp(frame)) {
            hash = Transmission.mix(hash ^ (frame.sourcePort() << 16 | frame.destinationPort()));
        }
        TapDirection first = directions.get(hash);
        TapDirection direction = first;
        while (direction != null && !direction.isOf(frame)) {
            direction = direction.chained;
        }
        if (direction == null && inOrder.size() < MAX_DIRECTIONS) {
            direction = new TapDirection(frame);
            direction.chained = first;
            directions.put(hash, direction);
            inOrder.add(direction);
        }
        if (direction != null) {
            lastDirection = direction;
        }
        return direction;
    }

    private void see(FrameView frame, TapDirection direction) {
        Sighting best = null;
        boolean copy = false;
        long ordinal = window.newest(look.key);
        for (int i = 0; ordinal >= 0 && i < MAX_CHAIN; i++, ordinal = window.older(ordinal)) {
            Sighting known = window.at(ordinal);
            if (!known.fits(look)) {
                continue;
            }
            if (!known.isSeenBy(look.tap)) {
                best = nearer(known, best, look.timeNs);
            } else if (known.place(look.tap) != look.place) {
                taps.get(look.tap).mirrored++;
                return;
            } else {
                boolean named = look.hasIpId && direction.ipIdVaries();
                copy |= named || look.timeNs - known.timeNs(look.tap) < AT_ONCE_NS;
            }
        }
        direction.packets[look.tap]++;
        if (best == null || Math.abs(look.timeNs - best.firstNs) > PATIENCE_NS) {
            best = begin(frame, direction);
            best.copy = copy;
        }
        for (int other = 0; other < taps.size(); other++) {
            if (best.isSeenBy(other)) {
                compare(best, other);
            }
        }
        best.see(look);
    }

    /** Originals before copies, then by time, the older first. */
    private static Sighting nearer(Sighting one, Sighting best, long timeNs) {
        if (best == null || best.copy != one.copy) {
            return best == null || best.copy ? one : best;
        }
        boolean near = Math.abs(timeNs - one.firstNs) <= Math.abs(timeNs - best.firstNs);
        return near ? one : best;
    }

    private Sighting begin(FrameView frame, TapDirection direction) {
        if (window.isFull()) {
            settle(window.oldest(), true);
            window.removeOldest();
        }
        direction.transmissions++;
        Sighting sighting = window.add(look.key, direction, look.timeNs);
        sighting.kind = Transmission.kind(frame);
        sighting.tcp = look.tcp;
        sighting.flow = look.tcp ? 0 : frame.destQp();
        sighting.psn = look.tcp ? Transmission.sequence(frame) : frame.psn();
        return sighting;
    }

    /** With another tap that has seen the transmission. */
    private void compare(Sighting sighting, int other) {
        boolean second = look.tap > other;
        TapPair pair =
                sighting.direction.pair(Math.min(look.tap, other), Math.max(look.tap, other));
        long difference = look.timeNs - sighting.timeNs(other);
        pair.times.add(second ? difference : -difference);
        long thatPlace = sighting.place(other);
        long shifted = shift(look.tap) - shift(other);
        equalStamps &= difference + shifted == 0 && look.place == thatPlace;
        int ttl = TapPoint.ttl(look.place) - TapPoint.ttl(thatPlace);
        pair.ttl(second ? ttl : -ttl);
        boolean badThere = (sighting.bad & 1 << other) != 0;
        long thatFrame = sighting.frame(other);
        if (look.bad != badThere) {
            pair.bad(look.bad != second, look.bad ? look.frame : thatFrame);
        }
        if (look.marked != ((sighting.marked & 1 << other) != 0)) {
            pair.marked(look.marked != second);
        }
        if (!look.tcp && !(look.withIcrc && sighting.withIcrc)) {
            pair.withoutIcrc++;
        }
        if (!sighting.copy) {
            long first = second ? thatFrame : look.frame;
            pair.ordered(sighting.flow, second, first, second ? look.frame : thatFrame);
        }
    }

    private long shift(int tap) {
        return shifts[taps.get(tap).capture];
    }

    private void expire(long beforeNs) {
        Sighting oldest = window.oldest();
        while (oldest != null && oldest.firstNs < beforeNs) {
            settle(oldest, false);
            window.removeOldest();
            oldest = window.oldest();
        }
    }

    /** No further tap will see it. */
    private void settle(Sighting sighting, boolean pushedOut) {
        int all = (1 << taps.size()) - 1;
        int missing = all & ~sighting.seen;
        if (missing == 0 && !sighting.copy) {
            return;
        }
        int early = 0;
        int late = 0;
        for (int tap = 0; tap < taps.size(); tap++) {
            if ((missing & 1 << tap) != 0) {
                TapPoint.Span span = taps.get(tap).span;
                if (sighting.firstNs < span.firstNs) {
                    early |= 1 << tap;
                } else if (sighting.firstNs + reach(sighting, tap) > span.lastNs) {
                    late |= 1 << tap;
                    span.awaited |= 1 << tap;
                }
            }
        }
        Tally tally = sighting.direction.tally(
                sighting.seen, early, late, sighting.copy, pushedOut && missing != 0);
        if (tally != null) {
            tally.counts[sighting.kind.ordinal()]++;
            if (tally.examples.size() < TapPair.FRAMES) {
                tally.examples.add(new LostPacket(
                        sighting.lastTap,
                        sighting.frame(sighting.lastTap),
                        sighting.kind,
                        sighting.tcp ? null : sighting.flow,
                        sighting.psn));
            }
        }
    }

    /** The longest that packets of this direction took to the tap. */
    private static long reach(Sighting sighting, int tap) {
        long reach = 0;
        for (int other = 0; other < MAX_TAPS; other++) {
            if (sighting.isSeenBy(other)) {
                TapPair pair = sighting.direction.pairs[Math.min(tap, other)][Math.max(tap, other)];
                if (pair != null) {
                    long most = other < tap ? pair.times.most() : -pair.times.least();
                    reach = Math.max(reach, most);
                }
            }
        }
        return Math.min(reach, PATIENCE_NS);
    }

    /**
     * Call once, after the last frame.
     *
     * @param results of a tracker at each tap, which tell what was lost outside all taps and what a
     *     tap's capture only missed
     */
    public TapReport finish(List<TrackerResult> results) {
        for (Sighting left = window.oldest(); left != null; left = window.oldest()) {
            settle(left, false);
            window.removeOldest();
        }
        List<String> limits = new ArrayList<>();
        if (refusedFrames > 0) {
            limits.add("Only " + MAX_TAPS + " taps are compared: " + refusedFrames
                    + " frames of other interfaces are left out.");
        }
        if (refusedDirections > 0) {
            limits.add("Only " + MAX_DIRECTIONS + " address pairs and connections are compared: "
                    + refusedDirections + " packets of others are left out.");
        }
        boolean same = equalStamps && inOrder.stream().anyMatch(d -> d.commonPackets() > 0);
        return new TapReportBuilder(taps, inOrder, shifts, results).build(same, limits);
    }
}
