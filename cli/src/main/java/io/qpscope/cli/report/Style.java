package io.qpscope.cli.report;

import io.qpscope.finding.Severity;

/** Colours of the terminal, or none. */
public enum Style {
    PLAIN,
    COLOR;

    private static final String RESET = "\u001b[0m";

    String bold(String text) {
        return wrap("\u001b[1m", text);
    }

    String faint(String text) {
        return wrap("\u001b[2m", text);
    }

    String good(String text) {
        return wrap("\u001b[32m", text);
    }

    String bad(String text) {
        return wrap("\u001b[1;31m", text);
    }

    String severity(Severity severity, String text) {
        return switch (severity) {
            case ERROR -> wrap("\u001b[1;31m", text);
            case WARNING -> wrap("\u001b[33m", text);
            case NOTE -> wrap("\u001b[36m", text);
        };
    }

    private String wrap(String code, String text) {
        return this == PLAIN ? text : code + text + RESET;
    }
}
