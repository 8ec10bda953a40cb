package io.qpscope.cli.report;

import java.io.PrintWriter;
import java.util.List;

/**
 * Writes HTML as it goes. Names of elements and attributes come from the program; texts and values may
 * come from a capture and can't end what they stand in.
 */
final class Html {
    private final PrintWriter out;

    Html(PrintWriter out) {
        this.out = out;
    }

    /** An element begins; attributes are names and values in turn, one with a null value is left out. */
    Html open(String element, String... attributes) {
        out.print('<');
        out.print(element);
        for (int i = 0; i + 1 < attributes.length; i += 2) {
            if (attributes[i + 1] != null) {
                out.print(' ');
                out.print(attributes[i]);
                out.print("=\"");
                escape(attributes[i + 1]);
                out.print('"');
            }
        }
        out.print('>');
        return this;
    }

    Html close(String element) {
        out.print("</");
        out.print(element);
        out.print('>');
        return this;
    }

    Html line() {
        out.print('\n');
        return this;
    }

    Html text(String text) {
        escape(text);
        return this;
    }

    /** An element with nothing but text. */
    Html element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close(element);
    }

    /** Frame numbers that lead to their session's plot; the first few only. */
    Html frames(List<Long> frames, int session) {
        int shown = Math.min(frames.size(), 20);
        for (int i = 0; i < shown; i++) {
            frame(frames.get(i), session);
        }
        return frames.size() > shown ? text(" …") : this;
    }

    /** A frame number; leads to the plot of its session, if it is about one. */
    Html frame(Long frame, int session) {
        if (frame == null) {
            return text("–");
        }
        String number = String.valueOf(frame);
        return session > 0
                ? element(
                        "a",
                        number,
                        "class",
                        "frame",
                        "href",
                        "#session-" + session,
                        "data-session",
                        String.valueOf(session),
                        "data-frame",
                        number)
                : element("span", number, "class", "frame");
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.print("&lt;");
                case '>' -> out.print("&gt;");
                case '&' -> out.print("&amp;");
                case '"' -> out.print("&quot;");
                case '\'' -> out.print("&#39;");
                default -> out.print(Character.isISOControl(c) && c != '\n' ? '\ufffd' : c);
            }
        }
    }
}
