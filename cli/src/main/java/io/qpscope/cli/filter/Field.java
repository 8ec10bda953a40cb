package io.qpscope.cli.filter;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * One field of a subject.
 *
 * @param choices all values the field can have, or empty when they can't be listed
 * @param always whether every subject has it, so that asking for its presence makes no sense
 * @param read values of a subject, Long for numbers and String else; none when it has no such field
 */
public record Field<T>(
        String name,
        Type type,
        List<String> choices,
        boolean always,
        Function<T, List<Object>> read) {

    /** How values compare. */
    public enum Type {
        NUMBER,
        /** Case does not matter. */
        TEXT,
        /** Ways to write one address are equal. */
        ADDRESS
    }

    // Nothing here may reach the resolver: only literal addresses are handed to InetAddress.
    private static final Pattern LITERAL_ADDRESS =
            Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    public List<Object> values(T subject) {
        return read.apply(subject);
    }

    /** The one form of all equal values. */
    String form(String value) {
        if (type == Type.ADDRESS && LITERAL_ADDRESS.matcher(value).matches()) {
            try {
                return InetAddress.getByName(value).getHostAddress();
            } catch (UnknownHostException e) {
                return value;
            }
        }
        return value.toLowerCase(Locale.ROOT);
    }
}
