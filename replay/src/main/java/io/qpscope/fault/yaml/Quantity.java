package io.qpscope.fault.yaml;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** Quantities with units, as people write them: {@code 50us}, {@code 4KiB}, {@code 100G}. */
public final class Quantity {
    /** What can be measured. */
    public enum Unit {
        /** Nanoseconds. */
        DURATION("a duration with its unit, ns, us, ms or s, as 50us"),
        /** Bytes. */
        BYTES("a number of bytes, as 64, 4KiB or 1MB"),
        /** Bits per second. */
        RATE("a rate in bits per second, as 100G, 25Gbit/s or 500M");

        private final String expected;

        Unit(String expected) {
            this.expected = expected;
        }

        /** In words. */
        public String expected() {
            return expected;
        }
    }

    private static final Map<String, Long> DURATIONS = new LinkedHashMap<>();
    private static final Map<String, Long> SIZES = new LinkedHashMap<>();
    private static final Map<String, Long> RATES = new LinkedHashMap<>();
    private static final int MOST_DIGITS = 19;
    private static final long NONE = -1;

    static {
        DURATIONS.put("ns", 1L);
        DURATIONS.put("us", 1_000L);
        DURATIONS.put("\u00b5s", 1_000L);
        DURATIONS.put("\u03bcs", 1_000L);
        DURATIONS.put("ms", 1_000_000L);
        DURATIONS.put("s", 1_000_000_000L);
        SIZES.put("", 1L);
        SIZES.put("B", 1L);
        long decimal = 1;
        long binary = 1;
        for (String prefix : new String[] {"K", "M", "G", "T"}) {
            decimal *= 1000;
            binary *= 1024;
            SIZES.put(prefix + "B", decimal);
            SIZES.put(prefix + "iB", binary);
            RATES.put(prefix, decimal);
            RATES.put(prefix + "bit/s", decimal);
        }
        SIZES.put("kB", 1000L);
        RATES.put("bit/s", 1L);
    }

    private Quantity() {}

    /**
     * Reads a number and its unit.
     *
     * @return in nanoseconds, bytes or bits per second; -1 when the text is none of these
     */
    public static long of(String text, Unit unit) {
        int end = 0;
        while (end < text.length() && isNumber(text.charAt(end))) {
            end++;
        }
        Long factor = table(unit).get(text.substring(end).strip());
        String digits = text.substring(0, end).replace("_", "");
        if (factor == null || digits.length() > MOST_DIGITS || !digits.matches("\\d+(\\.\\d+)?")) {
            return NONE;
        }
        BigDecimal value = new BigDecimal(digits).multiply(BigDecimal.valueOf(factor));
        boolean fits = value.stripTrailingZeros().scale() <= 0
                && value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
        return fits ? value.longValueExact() : NONE;
    }

    private static boolean isNumber(char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == '_';
    }

    private static Map<String, Long> table(Unit unit) {
        return switch (unit) {
            case DURATION -> DURATIONS;
            case BYTES -> SIZES;
            case RATE -> RATES;
        };
    }

    /** A duration in the largest unit that gives a whole number. */
    public static String duration(long ns) {
        String[] units = {"s", "ms", "us"};
        long[] factors = {1_000_000_000L, 1_000_000L, 1_000L};
        for (int i = 0; i < units.length; i++) {
            if (ns != 0 && ns % factors[i] == 0) {
                return ns / factors[i] + units[i];
            }
        }
        return ns + "ns";
    }
}
