package io.qpscope.fault.yaml;

/**
 * A range of whole numbers, written {@code 7}, {@code 20..30}, {@code 3..} or {@code ..5}.
 *
 * @param from first that is inside
 * @param to last that is inside
 */
public record Span(long from, long to) {
    /** All there are from 0 on. */
    public static final Span ALL = new Span(0, Long.MAX_VALUE);

    public boolean contains(long value) {
        return value >= from && value <= to;
    }

    public boolean isAll() {
        return equals(ALL);
    }

    @Override
    public String toString() {
        if (from == to) {
            return Long.toString(from);
        }
        return to == Long.MAX_VALUE ? from + ".." : from + ".." + to;
    }
}
