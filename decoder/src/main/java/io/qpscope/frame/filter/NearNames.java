package io.qpscope.frame.filter;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Names that someone may have meant. */
final class NearNames {
    private static final int SHOWN = 3;
    /** Longer words are not compared letter by letter. */
    private static final int LONGEST = 100;

    private NearNames() {}

    /** The nearest names first; none when nothing is near. */
    static List<String> of(String wanted, Collection<String> names) {
        record Near(String name, int distance) {}
        if (wanted.length() > LONGEST) {
            return List.of();
        }
        int most = 1 + wanted.length() / 4;
        return names.stream()
                .map(name -> new Near(name, distance(wanted, name)))
                .filter(near -> near.distance() <= most)
                .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
                .limit(SHOWN)
                .map(Near::name)
                .toList();
    }

    /** 1 where the name ends with a dot and the word, else the letters to change. */
    private static int distance(String wanted, String name) {
        return name.endsWith("." + wanted) ? 1 : changes(wanted, name);
    }

    /** Letters to insert, remove or replace (Levenshtein). */
    private static int changes(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
