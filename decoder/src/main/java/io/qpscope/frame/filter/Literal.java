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

    boolean contains(long number) {
        return Long.compareUnsigned(low, number) <= 0 && Long.compareUnsigned(number, high) <= 0;
    }
}
