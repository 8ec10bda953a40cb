package io.qpscope.frame.filter;

/** A wrong expression: what is wrong, and at which character. */
public final class FilterException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String expression;
    private final int position;

    FilterException(String expression, int position, String message) {
        super(message);
        this.expression = expression;
        this.position = position;
    }

    /** 0-based index of the first wrong character; the length of the expression at its end. */
    public int position() {
        return position;
    }

    /** The expression and below it a caret under the place. */
    public String picture() {
        String oneLine = expression.replaceAll("[\\t\\r\\n]", " ");
        return "  " + oneLine + System.lineSeparator() + "  " + " ".repeat(position) + "^";
    }
}
