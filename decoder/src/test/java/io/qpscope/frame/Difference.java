package io.qpscope.frame;

import java.util.List;

/**
 * Where tshark and we disagree, and why we are right.
 *
 * @param where {@link #RECORDED}, {@link #EVERYWHERE}, or the name of a frame of {@link ParityFrames}
 * @param names of fields; the last may end in * and stands for all that begin so
 */
record Difference(String where, Kind kind, String reason, List<String> names) {
    static final String RECORDED = "recordings";
    static final String EVERYWHERE = "everywhere";

    /** How two readings of a frame can differ. */
    enum Kind {
        /** tshark has no field of this name. */
        UNNAMED,
        /** tshark knows the name and doesn't show the field here, or shows fewer of them. */
        OURS_ONLY,
        THEIRS_ONLY,
        VALUE,
        /** Other bytes of the frame. */
        PLACE
    }

    Difference {
        names = List.copyOf(names);
    }

    static Difference of(String where, Kind kind, String reason, String... names) {
        return new Difference(where, kind, reason, List.of(names));
    }

    boolean covers(Difference.Found found) {
        return (where.equals(found.where()) || where.equals(EVERYWHERE))
                && kind == found.kind()
                && names.stream().anyMatch(name -> matches(name, found.name()));
    }

    static boolean matches(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }

    /** A difference that was met. */
    record Found(String where, Kind kind, String name) {}
}
