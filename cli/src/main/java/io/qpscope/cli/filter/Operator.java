package io.qpscope.cli.filter;

/** Comparison operators; {@code !=} holds where {@code ==} holds for none of a field's values. */
enum Operator {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    IN("in"),
    NOT_IN("not in");

    final String sign;

    Operator(String sign) {
        this.sign = sign;
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

    /** For the four that order; the others never come here. */
    boolean orders(long left, long right) {
        return switch (this) {
            case LESS -> left < right;
            case LESS_OR_EQUAL -> left <= right;
            case GREATER -> left > right;
            case GREATER_OR_EQUAL -> left >= right;
            default -> throw new IllegalStateException(sign);
        };
    }
}
