package io.qpscope.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Frames by number, both ends inclusive. */
record FrameRange(long first, long last) {
    static final FrameRange ALL = new FrameRange(1, Long.MAX_VALUE);

    boolean contains(long frame) {
        return first <= frame && frame <= last;
    }

    /** Reads {@code N}, {@code N..M} and {@code N..}. */
    static final class Converter implements ITypeConverter<FrameRange> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,18})(?:(\\.\\.)(\\d{1,18})?)?");

        @Override
        public FrameRange convert(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new TypeConversionException("'" + text + "' is not N, N..M or N..");
            }
            long first = Long.parseLong(form.group(1));
            long last = form.group(2) == null
                    ? first
                    : form.group(3) == null ? Long.MAX_VALUE : Long.parseLong(form.group(3));
            if (first < 1 || last < first) {
                throw new TypeConversionException(
                        "'" + text + "' names no frame; they count from 1");
            }
            return new FrameRange(first, last);
        }
    }
}
