package io.qpscope.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A length of time on the command line: {@code 90}, {@code 90s}, {@code 500ms},
 * {@code 2m}, {@code 1h}.
 *
 * @param ns nanoseconds, more than 0
 */
record Span(long ns) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");
    private static final long MILLISECOND = 1_000_000L;
    private static final long SECOND = 1_000 * MILLISECOND;

    /** Null where the text is no such length. */
    static Span of(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
            return null;
        }
        long unit = switch (parts.group(2) == null ? "s" : parts.group(2)) {
            case "ms" -> MILLISECOND;
            case "m" -> 60 * SECOND;
            case "h" -> 3600 * SECOND;
            default -> SECOND;
        };
        long number = Long.parseLong(parts.group(1));
        return number > Long.MAX_VALUE / unit ? null : new Span(number * unit);
    }

    /** For options. */
    static final class Converter implements ITypeConverter<Span> {
        @Override
        public Span convert(String text) {
            Span span = of(text);
            if (span == null) {
                throw new TypeConversionException(
                        "expected a time as 10s, 500ms, 2m or 1h, not " + text);
            }
            return span;
        }
    }
}
