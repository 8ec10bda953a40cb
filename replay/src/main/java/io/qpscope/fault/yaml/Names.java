package io.qpscope.fault.yaml;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Names that were meant, perhaps. */
public final class Names {
    private static final int MOST_SHOWN = 40;
    private static final int MOST_NAMES = 64;

    private Names() {}

    /** What was expected instead of a name, the nearest first. */
    public static String expected(String given, Collection<String> valid) {
        String nearest = nearest(given, valid);
        String all = "expected one of: "
                + valid.stream()
                        .limit(MOST_NAMES)
                        .map(Names::shown)
                        .collect(Collectors.joining(", "))
                + (valid.size() > MOST_NAMES ? ", ..." : "");
        return nearest == null ? all : "did you mean " + nearest + "? " + all;
    }

    /** The one that differs least, within reason; else null. */
    public static String nearest(String given, Collection<String> valid) {
        String low = given.toLowerCase(Locale.ROOT);
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String name : valid) {
            int most = Math.max(1, Math.min(low.length(), name.length()) / 2);
            int distance = low.length() > 2 * name.length() + 2
                    ? Integer.MAX_VALUE
                    : distance(low, name.toLowerCase(Locale.ROOT));
            if (distance <= Math.min(most, 3) && distance < least) {
                least = distance;
                best = name;
            }
        }
        return best;
    }

    /** Letters to insert, remove, change or swap with the next. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int least = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1);
                least = Math.min(least, d[i - 1][j - 1] + change);
                boolean swapped = i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
                d[i][j] = swapped ? Math.min(least, d[i - 2][j - 2] + 1) : least;
            }
        }
        return d[a.length()][b.length()];
    }

    /** A text from a file, short and on one line. */
    public static String shown(String text) {
        StringBuilder out = new StringBuilder();
        int end = Math.min(text.length(), MOST_SHOWN);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            out.append(Character.isISOControl(c) ? '?' : c);
        }
        return end < text.length() ? out + "..." : out.toString();
    }
}
