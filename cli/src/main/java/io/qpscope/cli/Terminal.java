package io.qpscope.cli;

import io.qpscope.cli.report.Style;

/**
 * Whether people watch. The launcher knows which of the standard streams are terminals; Java tells
 * no two of them apart.
 */
final class Terminal {
    /** File descriptors that are terminals, as {@code 12}. */
    private static final String STREAMS = System.getProperty("qpscope.terminals", "");

    /** When to colour. */
    enum Color {
        AUTO,
        ALWAYS,
        NEVER;

        @Override
        public String toString() {
            return Names.lower(this);
        }

        Style style() {
            return this == ALWAYS || (this == AUTO && hasOutput() && wantsColor())
                    ? Style.COLOR
                    : Style.PLAIN;
        }
    }

    private Terminal() {}

    static boolean hasOutput() {
        return STREAMS.contains("1");
    }

    static boolean hasErrors() {
        return STREAMS.contains("2");
    }

    /** See no-color.org. */
    private static boolean wantsColor() {
        String no = System.getenv("NO_COLOR");
        return (no == null || no.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
    }
}
