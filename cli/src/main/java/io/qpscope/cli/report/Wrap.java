package io.qpscope.cli.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines. {@link #GLUE} keeps two words on one line. */
public final class Wrap {
    /** Shown as a space, never broken at. */
    public static final char GLUE = '\u00a0';

    private Wrap() {}

    /** Paragraph with an indent of its own for the first line; the lines, spaces for glue. */
    public static List<String> paragraph(String text, int width, String first, String others) {
        List<String> lines = new ArrayList<>();
        int room = width - Math.max(first.length(), others.length());
        for (String line : lines(text, room)) {
            lines.add((lines.isEmpty() ? first : others) + line);
        }
        return lines;
    }

    /** Lines of at most that width, spaces for glue. */
    static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split(" +", -1)) {
            String rest = word;
            if (line.length() > 0 && line.length() + 1 + rest.length() > width) {
                flush(line, lines);
            }
            while (rest.length() > width) {
                int cut = breakBefore(rest, width);
                line.append(rest, 0, cut);
                flush(line, lines);
                rest = rest.substring(rest.charAt(cut) == GLUE ? cut + 1 : cut);
            }
            line.append(line.length() == 0 ? "" : " ").append(rest);
        }
        flush(line, lines);
        return lines;
    }

    /** Long words break at glue, else behind a colon (IPv6) or slash, else anywhere. */
    private static int breakBefore(String word, int width) {
        int glue = word.lastIndexOf(GLUE, width);
        if (glue > 0) {
            return glue;
        }
        for (int cut = width; cut > width / 2; cut--) {
            if (":/".indexOf(word.charAt(cut - 1)) >= 0) {
                return cut;
            }
        }
        return width;
    }

    private static void flush(StringBuilder line, List<String> lines) {
        lines.add(line.toString().replace(GLUE, ' ').strip());
        line.setLength(0);
    }

    /** Length of the longest word. */
    static int longestWord(String text) {
        int longest = 0;
        for (String word : text.split(" +", -1)) {
            longest = Math.max(longest, word.length());
        }
        return longest;
    }
}
