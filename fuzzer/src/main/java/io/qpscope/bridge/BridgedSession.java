package io.qpscope.bridge;

import io.qpscope.session.SessionSummary;

/**
 * A session that crossed the bridge.
 *
 * @param id from 1
 * @param view as one of the taps saw it: the first, where both did
 * @param first the end behind the first interface; null where its tap did not see the session
 *     or can't tell which end is its own
 * @param second likewise
 */
public record BridgedSession(int id, SessionSummary view, SideAccount first, SideAccount second) {
    /** Of an interface, 0 or 1. */
    public SideAccount side(int tap) {
        return tap == 0 ? first : second;
    }
}
