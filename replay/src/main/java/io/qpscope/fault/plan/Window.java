package io.qpscope.fault.plan;

/**
 * A time since the start.
 *
 * @param afterNs first that belongs to it
 * @param untilNs first that does not; {@link Long#MAX_VALUE} for no end
 */
public record Window(long afterNs, long untilNs) {
    public boolean contains(long sinceStartNs) {
        return sinceStartNs >= afterNs && sinceStartNs < untilNs;
    }
}
