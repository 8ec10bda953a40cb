package io.qpscope.session.taps;

import java.util.ArrayList;
import java.util.List;

/** How far along its path each packet came. */
final class PathTally {
    /** Behind one tap of the path. */
    static final class Behind {
        final long[] lost = new long[PacketKind.values().length];
        final List<LostPacket> lostPackets = new ArrayList<>();
        /** Not seen here, but at a later tap. */
        long missed;

        final List<Long> missedFrames = new ArrayList<>();
        /** Copies that begin at the next tap. */
        long duplicated;

        final List<Long> duplicatedFrames = new ArrayList<>();
    }

    private final List<Integer> path;
    private final List<Behind> behind = new ArrayList<>();
    private long duplicatedBefore;
    private long undecided;

    PathTally(TapDirection direction, List<Integer> path) {
        this.path = path;
        path.forEach(tap -> behind.add(new Behind()));
        for (Tally tally : direction.tallies) {
            add(tally);
        }
    }

    private void add(Tally tally) {
        int first = -1;
        int last = -1;
        for (int at = 0; at < path.size(); at++) {
            if (has(tally.seen, at)) {
                first = first < 0 ? at : first;
                last = at;
            }
        }
        if (first < 0) {
            return;
        }
        if (tally.copies) {
            copies(tally, first);
            return;
        }
        for (int at = 0; at < last; at++) {
            if (!has(tally.seen | tally.early | tally.late, at) && !tally.pushedOut) {
                behind.get(at).missed += tally.count();
                frames(tally, behind.get(at).missedFrames);
            }
        }
        if (last + 1 < path.size()) {
            if (has(tally.early | tally.late, last + 1) || tally.pushedOut) {
                undecided += tally.count();
            } else {
                lost(tally, behind.get(last));
            }
        }
    }

    private void copies(Tally tally, int first) {
        if (first == 0) {
            duplicatedBefore += tally.count();
        } else if (!has(tally.early | tally.late, first - 1) && !tally.pushedOut) {
            behind.get(first - 1).duplicated += tally.count();
            frames(tally, behind.get(first - 1).duplicatedFrames);
        }
    }

    private static void lost(Tally tally, Behind here) {
        for (int kind = 0; kind < here.lost.length; kind++) {
            here.lost[kind] += tally.counts[kind];
        }
        for (LostPacket packet : tally.examples) {
            if (here.lostPackets.size() < TapPair.FRAMES) {
                here.lostPackets.add(packet);
            }
        }
    }

    private static void frames(Tally tally, List<Long> frames) {
        for (LostPacket packet : tally.examples) {
            if (frames.size() < TapPair.FRAMES) {
                frames.add(packet.frame());
            }
        }
    }

    private boolean has(int taps, int at) {
        return (taps & 1 << path.get(at)) != 0;
    }

    Behind behind(int at) {
        return behind.get(at);
    }

    long duplicatedBefore() {
        return duplicatedBefore;
    }

    long undecided() {
        return undecided;
    }
}
