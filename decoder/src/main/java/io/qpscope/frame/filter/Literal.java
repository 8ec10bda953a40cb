package io.qpscope.frame.filter;

/**
 * A value as written.
 *
 * @param text without quotes
 * @param low null when it is no number; else the number, or where a range begins
 * @param high the number again, or where the range ends, inclusive
 */
record Literal(Place place, String text, Long low, Long high) {
    boolean isNumber() {
        return low != null && low.equals(high);
    }

    /** The words that show flags are 1 and 0. */
    Literal flag() {
        if (text.equalsIgnoreCase("true")) {
            return new Literal(place, text, 1L, 1L);
        }
        return text.equalsIgnoreCase("false") ? new Literal(place, text, 0L, 0L) : this;
    }

    boolean contains(long number) {
        return Long.compareUnsigned(low, number) <= 0 && Long.compareUnsigned(number, high) <= 0;
    }
}
