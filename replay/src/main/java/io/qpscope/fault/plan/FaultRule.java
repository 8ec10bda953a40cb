package io.qpscope.fault.plan;

/**
 * One rule of a plan.
 *
 * @param number place in the plan, from 1
 * @param line of the file
 * @param text the rule as it was written, on one line
 * @param matcher the packets it means; null for a rule that acts by time
 * @param schedule its times; null for a rule that acts on packets
 * @param link name of the link whose packets it means; empty for those of the hosts' own ports
 * @param optional whether it may go without having fired
 */
public record FaultRule(
        int number,
        int line,
        String text,
        Action action,
        PacketMatcher matcher,
        Schedule schedule,
        String link,
        boolean optional) {}
