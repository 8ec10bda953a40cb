package io.qpscope.cli.report;

/** Figures for people. */
final class Units {
    private Units() {}

    /** As {@code 120 KiB}; three digits at most where it is not exact. */
    static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        String[] units = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
        double value = bytes;
        int unit = -1;
        do {
            value /= 1024;
            unit++;
        } while (value >= 999.5 && unit < units.length - 1);
        return threeDigits(value) + " " + units[unit];
    }

    /** As {@code 1.51 s}, {@code 20 ms}. */
    static String time(long ns) {
        String[] units = {"ns", "us", "ms", "s"};
        double value = ns;
        int unit = 0;
        while (Math.abs(value) >= 999.5 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return (unit == units.length - 1 && value >= 999.5
                        ? String.valueOf(Math.round(value))
                        : threeDigits(value))
                + " "
                + units[unit];
    }

    /** As {@code 1.51 Gbit/s}. */
    static String rate(double bitsPerSecond) {
        String[] units = {"bit/s", "Kbit/s", "Mbit/s", "Gbit/s"};
        double value = bitsPerSecond;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return threeDigits(value) + " " + units[unit];
    }

    /** Share of a whole, {@code < 1} where it is more than nothing. */
    static String percent(long part, long whole) {
        if (whole <= 0 || part <= 0) {
            return "0 %";
        }
        long percent = Math.round(100.0 * part / whole);
        return percent == 0 ? "<1 %" : percent + " %";
    }

    /** By hand, for String.format alone would double what is loaded at start-up. */
    private static String threeDigits(double value) {
        int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        long scale = decimals == 0 ? 1 : decimals == 1 ? 10 : 100;
        long rounded = Math.round(value * scale);
        String whole = String.valueOf(rounded / scale);
        String digits = String.valueOf(scale + rounded % scale).substring(1);
        while (digits.endsWith("0")) {
            digits = digits.substring(0, digits.length() - 1);
        }
        return digits.isEmpty() ? whole : whole + "." + digits;
    }

    /** As {@code 1 frame}, {@code 2 frames}. */
    static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
