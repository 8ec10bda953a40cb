package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.session.Observation.Kind;

import java.util.EnumSet;
import java.util.Locale;
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
     * @param what is wrong about it, for people; behind the packet's PSN
     */
    void add(ObservationLog log, Kind kind, FrameView frame, String what) {
        add(log, kind, frame, what, 0, 0);
    }

    /** The same with two figures, of which {@code what} is the format. */
    void add(ObservationLog log, Kind kind, FrameView frame, String what, long one, long other) {
        if (frame.icrc() == IcrcStatus.UNCHECKED && isFirst(kind)) {
            return;
        }
        boolean told = log.count(kind) > 0;
        String text =
                told ? "" : "PSN " + frame.psn() + String.format(Locale.ROOT, what, one, other);
        log.add(kind, frame.number(), 0, text);
    }

    private boolean isFirst(Kind kind) {
        if (doubted == null) {
            doubted = EnumSet.noneOf(Kind.class);
        }
        return doubted.add(kind);
    }
}
