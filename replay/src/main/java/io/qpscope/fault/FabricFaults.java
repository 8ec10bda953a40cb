package io.qpscope.fault;

import io.qpscope.fault.plan.Action;

/** What a simulated network does for the rules that need one. */
public interface FabricFaults {
    /**
     * What stands against a rule, as that there is no such port.
     *
     * @return null when nothing does
     */
    String objection(Action action);

    /**
     * A port sends one pause frame.
     *
     * @param priority 0 to 7 for PFC; -1 for PAUSE
     * @param quanta of 512 bit times
     */
    void pause(String port, int priority, int quanta, long now);

    /**
     * A link's credits stop, or come again.
     *
     * @param link empty for all links
     */
    void starve(String link, int vl, boolean begins, long now);

    /** A link carries nothing any more, or does again. */
    void cut(String link, boolean begins, long now);
}
