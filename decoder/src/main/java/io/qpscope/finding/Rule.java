package io.qpscope.finding;

/**
 * One entry of the catalogue.
 *
 * @param title a line
 * @param explanation what it means, one paragraph
 * @param remedy what to look at or change, naming the counters that show the same
 * @param reference clause, RFC section or source
 */
public record Rule(
        String id,
        Severity severity,
        String title,
        String explanation,
        String remedy,
        String reference) {}
