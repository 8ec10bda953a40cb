package io.qpscope.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Times as fast as recorded: {@code 1}, {@code 0.5}, {@code 10}, or {@code top} for no waiting.
 *
 * @param factor more than 0; positive infinity for top speed
 */
record Speed(double factor) {
    private static final double LEAST = 1e-6;
    private static final double MOST = 1e6;

    /** For options. */
    static final class Converter implements ITypeConverter<Speed> {
        @Override
        public Speed convert(String text) {
            if (text.equalsIgnoreCase("top")) {
                return new Speed(Double.POSITIVE_INFINITY);
            }
            try {
                double factor = Double.parseDouble(text);
                if (factor >= LEAST && factor <= MOST) {
                    return new Speed(factor);
                }
            } catch (NumberFormatException e) {
                throw new TypeConversionException(expected(text));
            }
            throw new TypeConversionException(expected(text));
        }

        private static String expected(String text) {
            return "expected a factor of 0.000001 to 1000000, or top, not " + text;
        }
    }
}
