package io.qpscope.frame.filter;

/** Comparison operators; the negated ones hold where a field is there and no value of it equals. */
enum Operator {
    EQUAL("==", "eq"),
    NOT_EQUAL("!=", "ne"),
    LESS("<", "lt"),
    LESS_OR_EQUAL("<=", "le"),
    GREATER(">", "gt"),
    GREATER_OR_EQUAL(">=", "ge"),
    IN("in", "in"),
    NOT_IN("not in", "not in"),
    CONTAINS("contains", "contains");

    final String sign;
    private final String word;

    Operator(String sign, String word) {
        this.sign = sign;
        this.word = word;
    }

    boolean isWritten(String text) {
        return text.equals(sign) || text.equals(word);
    }

    boolean ordering() {
        return this == LESS || this == LESS_OR_EQUAL || this == GREATER || this == GREATER_OR_EQUAL;
    }

    boolean negated() {
        return this == NOT_EQUAL || this == NOT_IN;
    }

    boolean takesSet() {
        return this == IN || this == NOT_IN;
    }

    /** Whether an order that {@code compare} tells satisfies one of the four that order. */
    boolean orders(int compare) {
        return switch (this) {
            case LESS -> compare < 0;
            case LESS_OR_EQUAL -> compare <= 0;
            case GREATER -> compare > 0;
            case GREATER_OR_EQUAL -> compare >= 0;
            default -> throw new IllegalStateException(sign);
        };
    }
}
