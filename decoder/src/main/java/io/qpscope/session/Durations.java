package io.qpscope.session;

/** Durations for people: three digits and a unit. */
public final class Durations {
    private static final String[] UNITS = {"ns", "us", "ms", "s"};

    private Durations() {}

    /** As {@code 655 ms} or {@code 1.28 ms}. */
    public static String text(long ns) {
        double value = ns;
        int unit = 0;
        while (Math.abs(value) >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        int decimals = unit == 0 || Math.abs(value) >= 99.95 ? 0 : Math.abs(value) >= 9.995 ? 1 : 2;
        return String.format(java.util.Locale.ROOT, "%." + decimals + "f %s", value, UNITS[unit]);
    }
}
