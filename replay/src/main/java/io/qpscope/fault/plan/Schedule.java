package io.qpscope.fault.plan;

/**
 * When something happens by itself, since the start.
 *
 * @param atNs the first time
 * @param everyNs from one time to the next; 0 for once
 * @param untilNs ends before; {@link Long#MAX_VALUE} for no end
 * @param times happens at most so often
 */
public record Schedule(long atNs, long everyNs, long untilNs, long times) {}
