package io.qpscope.fabric;

/**
 * The PFC watchdog found a storm, or its end.
 *
 * @param atNs since the start
 * @param storm else its end
 */
public record WatchdogEvent(long atNs, Port port, int priority, boolean storm) {}
