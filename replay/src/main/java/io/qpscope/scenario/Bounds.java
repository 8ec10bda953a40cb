package io.qpscope.scenario;

import io.qpscope.fault.yaml.Quantity;

import java.util.Locale;

/**
 * What a figure may be.
 *
 * @param least that is right
 * @param most that is right
 */
record Bounds(Figure figure, double least, double most) {
    /** What is measured, and how it is written. */
    enum Figure {
        COUNT("a whole number"),
        DURATION(Quantity.Unit.DURATION.expected()),
        BYTES(Quantity.Unit.BYTES.expected()),
        RATE(Quantity.Unit.RATE.expected()),
        SHARE("a share, 0 to 1, or in per cent");

        private final String expected;

        Figure(String expected) {
            this.expected = expected;
        }

        /** In words. */
        String expected() {
            return expected + ", or a range of two with .. between, either of which may be missing";
        }

        /** NaN for what it is not. */
        double parse(String text) {
            return switch (this) {
                case COUNT -> text.matches("\\d{1,15}") ? Long.parseLong(text) : Double.NaN;
                case DURATION -> text.equals("0") ? 0 : quantity(text, Quantity.Unit.DURATION);
                case BYTES -> quantity(text, Quantity.Unit.BYTES);
                case RATE -> text.equals("0") ? 0 : quantity(text, Quantity.Unit.RATE);
                case SHARE -> share(text);
            };
        }

        private static double quantity(String text, Quantity.Unit unit) {
            long value = Quantity.of(text, unit);
            return value < 0 ? Double.NaN : value;
        }

        private static double share(String text) {
            boolean percent = text.endsWith("%");
            String digits = percent ? text.substring(0, text.length() - 1).strip() : text;
            double value = digits.matches("\\d{1,3}(\\.\\d{1,9})?")
                    ? Double.parseDouble(digits) / (percent ? 100 : 1)
                    : Double.NaN;
            return value <= 1 ? value : Double.NaN;
        }

        /** For people. */
        String text(double value) {
            return switch (this) {
                case COUNT -> String.valueOf(Math.round(value));
                case DURATION -> scaled(value, 1000, "ns", "us", "ms", "s");
                case BYTES -> scaled(value, 1000, "B", "KB", "MB", "GB");
                case RATE -> scaled(value, 1000, "bit/s", "Kbit/s", "Mbit/s", "Gbit/s");
                case SHARE -> String.format(Locale.ROOT, "%.3f", value);
            };
        }

        private static String scaled(double value, double step, String... units) {
            double rest = value;
            int unit = 0;
            while (rest >= step && unit < units.length - 1) {
                rest /= step;
                unit++;
            }
            String digits = String.format(Locale.ROOT, "%.3f", rest);
            return digits.replaceFirst("\\.?0+$", "") + " " + units[unit];
        }
    }

    /** Reads {@code 3}, {@code 3..}, {@code ..10ms} and {@code 1ms..2ms}; null for anything else. */
    static Bounds parse(String text, Figure figure) {
        int dots = text.indexOf("..");
        String first = (dots < 0 ? text : text.substring(0, dots)).strip();
        String last = (dots < 0 ? text : text.substring(dots + 2)).strip();
        if (first.isEmpty() && last.isEmpty()) {
            return null;
        }
        double least = first.isEmpty() ? 0 : figure.parse(first);
        double most = last.isEmpty() ? Double.POSITIVE_INFINITY : figure.parse(last);
        return least <= most ? new Bounds(figure, least, most) : null;
    }

    boolean contains(double value) {
        return value >= least && value <= most;
    }

    @Override
    public String toString() {
        if (least == most) {
            return figure.text(least);
        }
        if (Double.isInfinite(most)) {
            return "at least " + figure.text(least);
        }
        return least == 0
                ? "at most " + figure.text(most)
                : figure.text(least) + " to " + figure.text(most);
    }
}
