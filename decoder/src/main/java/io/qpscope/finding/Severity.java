package io.qpscope.finding;

/** How bad; in ascending order. */
public enum Severity {
    NOTE,
    WARNING,
    ERROR
}
