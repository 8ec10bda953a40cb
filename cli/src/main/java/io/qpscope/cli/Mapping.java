package io.qpscope.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One thing for another on the command line, {@code A=B}. */
record Mapping(String from, String to) {
    /** For options. */
    static final class Converter implements ITypeConverter<Mapping> {
        @Override
        public Mapping convert(String text) {
            int sign = text.indexOf('=');
            if (sign < 1 || sign == text.length() - 1) {
                throw new TypeConversionException("'" + text + "' is not of the form A=B");
            }
            return new Mapping(text.substring(0, sign), text.substring(sign + 1));
        }
    }
}
