package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.session.Observation.Kind;

import java.util.EnumSet;
import java.util.Set;

/**
 * Notes packets that break a rule of the transport. One in a packet whose ICRC could not be checked
 * may be a flipped bit: it counts from the second of its kind on.
 */
final class Breaches {
    private Set<Kind> doubted;

    /**
     * A packet breaks a rule.
     *
     * @param log of the packet's sender
     * @param what is wrong about it, for people
     */
    void add(ObservationLog log, Kind kind, FrameView frame, String what) {
        if (frame.icrc() == IcrcStatus.UNCHECKED && doubtful(kind)) {
            return;
        }
        String text = log.count(kind) > 0 ? "" : "PSN " + frame.psn() + what;
        log.add(kind, frame.number(), 0, text);
    }

    /** The same with what was found and what was due. */
    void add(ObservationLog log, Kind kind, FrameView frame, String what, long found, long due) {
        boolean first = log.count(kind) == 0;
        add(log, kind, frame, first ? what + found + " where " + due + " was due" : "");
    }

    private boolean doubtful(Kind kind) {
        if (doubted == null) {
            doubted = EnumSet.noneOf(Kind.class);
        }
        return doubted.add(kind);
    }
}
