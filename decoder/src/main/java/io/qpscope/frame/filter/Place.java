package io.qpscope.frame.filter;

/** A word of an expression and where it stands, so that a complaint can point at it. */
record Place(String expression, int position, String text) {
    FilterException error(String message) {
        return new FilterException(expression, position, message);
    }

    FilterException behind(String message) {
        return new FilterException(
                expression, Math.min(position + text.length(), expression.length()), message);
    }
}
