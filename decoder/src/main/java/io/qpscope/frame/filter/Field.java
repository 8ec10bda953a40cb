package io.qpscope.frame.filter;

import java.util.List;
import java.util.function.Function;

/**
 * One field of a subject.
 *
 * @param choices all values the field can have, or empty when they can't be listed
 * @param always whether every subject has it, so that asking for its presence makes no sense
 * @param read values of a subject; none when it has no such field
 */
public record Field<T>(
        String name,
        Type type,
        List<String> choices,
        boolean always,
        Function<T, List<Object>> read) {

    /** What values are, and how they compare. */
    public enum Type {
        /** Long, of which all 64 bits count and none is a sign. */
        NUMBER,
        /** Double. */
        DECIMAL,
        /** String; case does not matter. */
        TEXT,
        /** String or the address's bytes; ways to write one address are equal. */
        ADDRESS,
        /** String of hexadecimal digits. */
        BYTES,
        /** Of no value: it can only be there or not. */
        PRESENCE
    }

    public List<Object> values(T subject) {
        return read.apply(subject);
    }
}
