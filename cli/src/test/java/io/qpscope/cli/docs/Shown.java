package io.qpscope.cli.docs;

import java.util.ArrayList;
import java.util.List;

/** Compares the output that a page shows with what came out. A line {@code ...} stands for any lines. */
final class Shown {
    private static final String CUT = "...";

    private Shown() {}

    static boolean fits(List<String> shown, List<String> output) {
        List<List<String>> pieces = new ArrayList<>();
        pieces.add(new ArrayList<>());
        for (String line : shown) {
            if (line.equals(CUT)) {
                pieces.add(new ArrayList<>());
            } else {
                pieces.get(pieces.size() - 1).add(line);
            }
        }
        int at = 0;
        for (int i = 0; i < pieces.size(); i++) {
            List<String> piece = pieces.get(i);
            boolean last = i == pieces.size() - 1;
            int earliest = last ? output.size() - piece.size() : at;
            if (earliest < at) {
                return false;
            }
            int found = i == 0
                    ? startsWith(output, 0, piece) && (!last || earliest == 0) ? 0 : -1
                    : find(output, earliest, piece);
            if (found < 0) {
                return false;
            }
            at = found + piece.size();
        }
        return true;
    }

    private static int find(List<String> output, int from, List<String> piece) {
        for (int at = from; at <= output.size() - piece.size(); at++) {
            if (startsWith(output, at, piece)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean startsWith(List<String> output, int at, List<String> piece) {
        return at + piece.size() <= output.size()
                && output.subList(at, at + piece.size()).equals(piece);
    }

    /** Without spaces at ends of lines and empty lines at the end. */
    static List<String> lines(List<String> text) {
        List<String> lines = new ArrayList<>();
        text.forEach(line -> lines.add(line.stripTrailing()));
        while (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    /** Numbers and widths of columns left out, for what differs from run to run or build to build. */
    static List<String> withoutNumbers(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll("(?<![\\w.-])\\d+(\\.\\d+)?(?![\\w-])", "#")
                        .replaceAll("# (ns|us|ms|s|min|h)\\b", "# T")
                        .replaceAll(" +", " "))
                .toList();
    }
}
