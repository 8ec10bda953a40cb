package io.qpscope.frame.filter;

/** One token. */
record Token(Kind kind, Place place) {
    enum Kind {
        WORD,
        QUOTED,
        COMPARE,
        AND,
        OR,
        NOT,
        IN,
        CONTAINS,
        OPEN,
        CLOSE,
        OPEN_SET,
        CLOSE_SET,
        COMMA,
        END
    }

    boolean is(Kind other) {
        return kind == other;
    }

    String text() {
        return place.text();
    }

    /** As named in a complaint. */
    String shown() {
        return kind == Kind.END ? "the end" : "'" + place.text() + "'";
    }
}
