package io.qpscope.cli.spark;

import io.qpscope.session.PauseOptions;
import io.qpscope.session.SessionTracker;
import io.qpscope.wire.AtomicCodes;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of {@code analyze} that a task needs, in a form that can be sent to it.
 *
 * @param icrc whether ICRCs are checked; null where each capture tells by itself
 */
record Settings(int rocePort, Boolean icrc, int maxSessions, Pauses pauses, Codes codes)
        implements Serializable {

    /** As {@link PauseOptions}. */
    record Pauses(long bitsPerSecond, List<Integer> classOfDscp, int cnpDscp)
            implements Serializable {}

    /** As {@link AtomicCodes}. */
    record Codes(int fetchAdd, int swap, int cmpSwap) implements Serializable {}

    static Settings of(
            int rocePort, Boolean icrc, int maxSessions, PauseOptions pauses, AtomicCodes codes) {
        return new Settings(
                rocePort,
                icrc,
                maxSessions,
                new Pauses(
                        pauses.bitsPerSecond(),
                        new ArrayList<>(pauses.classOfDscp()),
                        pauses.cnpDscp()),
                new Codes(codes.fetchAdd(), codes.swap(), codes.cmpSwap()));
    }

    SessionTracker tracker() {
        return new SessionTracker(new SessionTracker.Options(
                maxSessions,
                new PauseOptions(pauses.bitsPerSecond, pauses.classOfDscp, pauses.cnpDscp),
                new AtomicCodes(codes.fetchAdd, codes.swap, codes.cmpSwap)));
    }
}
