package io.qpscope.finding;

import java.util.List;

/**
 * One rule that fired.
 *
 * @param rule id, as {@code RC-LOSS-BEFORE-TAP}
 * @param session id, or 0 when it belongs to no session
 * @param frames at most 20, ascending, each once
 */
public record Finding(Rule rule, int session, List<Long> frames, String message) {
    public Finding {
        frames = frames.stream().distinct().sorted().toList();
    }
}
