package io.qpscope.finding;

import java.util.List;

/**
 * One rule that fired.
 *
 * @param rule id, as {@code RC-LOSS-BEFORE-TAP}
 * @param session id, or 0 when it belongs to no session
 * @param frames at most 20, ascending, each once
 * @param tap whose capture's frames these are, as an index into the points of a {@link
 *     io.qpscope.session.taps.TapReport}; {@link #NO_TAP} where captures are numbered as one
 */
public record Finding(Rule rule, int session, List<Long> frames, String message, int tap) {
    public static final int NO_TAP = -1;

    public Finding(Rule rule, int session, List<Long> frames, String message) {
        this(rule, session, frames, message, NO_TAP);
    }

    public Finding {
        frames = frames.stream().distinct().sorted().toList();
    }
}
