package io.qpscope.session.taps;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.IpAddress;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What goes from one address to another: all RoCE or InfiniBand packets between them, or one
 * direction of one TCP connection.
 */
final class TapDirection {
    private static final int MAX_TALLIES = 256;

    private final long fromHigh;
    private final long fromLow;
    private final long toHigh;
    private final long toLow;
    /** 0 unless TCP. */
    private final int fromPort;

    private final int toPort;
    private final boolean tcp;

    /** Another of the same hash. */
    TapDirection chained;

    /** Null unless seen. */
    TapDirection reverse;

    /** By lower and higher tap; null without a packet in common. */
    final TapPair[][] pairs = new TapPair[TapMatcher.MAX_TAPS][TapMatcher.MAX_TAPS];

    final List<Tally> tallies = new ArrayList<>(2);
    /** Packets by tap. */
    final long[] packets = new long[TapMatcher.MAX_TAPS];
    /** Different packets, however many taps saw them. */
    long transmissions;
    /** Tallies that did not fit. */
    long untold;

    /** Bits that are set in any IP identification but 0, and in all of them. */
    private int anyIpId;

    private int everyIpId = -1;

    TapDirection(FrameView frame) {
        fromHigh = frame.sourceHigh();
        fromLow = frame.sourceLow();
        toHigh = frame.destinationHigh();
        toLow = frame.destinationLow();
        tcp = Transmission.isTcp(frame);
        fromPort = tcp ? frame.sourcePort() : 0;
        toPort = tcp ? frame.destinationPort() : 0;
    }

    boolean isOf(FrameView frame) {
        return frame.sourceLow() == fromLow
                && frame.destinationLow() == toLow
                && frame.sourceHigh() == fromHigh
                && frame.destinationHigh() == toHigh
                && Transmission.isTcp(frame) == tcp
                && (!tcp || (frame.sourcePort() == fromPort && frame.destinationPort() == toPort));
    }

    /** Names both ends; swapped, the name of the opposite direction. */
    String name(boolean swapped) {
        String from = from() + '/' + fromPort;
        String to = to() + '/' + toPort;
        return (tcp ? "tcp " : "") + (swapped ? to + ' ' + from : from + ' ' + to);
    }

    boolean tcp() {
        return tcp;
    }

    String from() {
        return IpAddress.text(fromHigh, fromLow);
    }

    String to() {
        return IpAddress.text(toHigh, toLow);
    }

    int fromPort() {
        return fromPort;
    }

    int toPort() {
        return toPort;
    }

    /** Whether IP identifications count, so that equal ones mean one transmission. */
    boolean ipIdVaries() {
        return (anyIpId & ~everyIpId) != 0;
    }

    void sawIpId(int ipId) {
        anyIpId |= ipId;
        if (ipId != 0) {
            everyIpId &= ipId;
        }
    }

    TapPair pair(int first, int second) {
        TapPair pair = pairs[first][second];
        if (pair == null) {
            pair = new TapPair();
            pairs[first][second] = pair;
        }
        return pair;
    }

    /** Seen by more than one tap, counted for each two. */
    long commonPackets() {
        long common = 0;
        for (TapPair[] row : pairs) {
            for (TapPair pair : row) {
                common += pair == null ? 0 : pair.times.count();
            }
        }
        return common;
    }

    /** Null when there are too many. */
    Tally tally(int seen, int early, int late, boolean copies, boolean pushedOut) {
        for (Tally tally : tallies) {
            if (tally.is(seen, early, late, copies, pushedOut)) {
                return tally;
            }
        }
        if (tallies.size() == MAX_TALLIES) {
            untold++;
            return null;
        }
        Tally tally = new Tally(seen, early, late, copies, pushedOut);
        tallies.add(tally);
        return tally;
    }

    /** A tap that had fallen silent goes on: it was there to see what it did not see. */
    void resumed(int tap) {
        List<Tally> waiting = new ArrayList<>();
        for (Iterator<Tally> all = tallies.iterator(); all.hasNext(); ) {
            Tally tally = all.next();
            if ((tally.late & 1 << tap) != 0) {
                waiting.add(tally);
                all.remove();
            }
        }
        for (Tally tally : waiting) {
            int late = tally.late & ~(1 << tap);
            Tally known = tally(tally.seen, tally.early, late, tally.copies, tally.pushedOut);
            if (known != null) {
                known.take(tally);
            }
        }
    }
}
