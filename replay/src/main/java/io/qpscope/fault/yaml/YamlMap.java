package io.qpscope.fault.yaml;

import io.qpscope.fault.yaml.Quantity.Unit;
import io.qpscope.fault.yaml.YamlNode.Entry;
import io.qpscope.fault.yaml.YamlNode.Kind;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The keys of a map, asked for one by one. What is wrong with a value is told, and a fallback
 * returned, so that one reading finds all problems; {@link #end} tells the keys nobody asked for.
 */
public final class YamlMap {
    private static final Pattern HEXADECIMAL = Pattern.compile("0x[0-9a-f]{1,15}");
    private static final Pattern DECIMAL = Pattern.compile("-?\\d+");
    private static final int LONGEST_NUMBER = 18;

    private final YamlNode node;
    private final String name;
    private final Problems problems;
    private final Map<String, YamlNode> values = new HashMap<>();
    private final Set<String> asked = new LinkedHashSet<>();

    /**
     * Begins with a part of a document; nothing at all is a map without keys.
     *
     * @param name what it is, for messages
     */
    public YamlMap(YamlNode node, String name, Problems problems) {
        this.node = node;
        this.name = name;
        this.problems = problems;
        if (node.kind() != Kind.MAP && node.kind() != Kind.NONE) {
            problems.add(
                    node, name + ": expected " + Kind.MAP + " (key: value), found " + node.kind());
        }
        for (Entry entry : node.entries()) {
            values.put(entry.key(), entry.value());
        }
    }

    /** The map itself. */
    public YamlNode node() {
        return node;
    }

    /** Null when the key is not there. */
    public YamlNode get(String key) {
        asked.add(key);
        return values.get(key);
    }

    public boolean has(String key) {
        return get(key) != null;
    }

    /** Tells when the key is not there; null, then. */
    public YamlNode require(String key) {
        YamlNode value = get(key);
        if (value == null && (node.kind() == Kind.MAP || node.kind() == Kind.NONE)) {
            problems.add(node, name + " needs '" + key + "'");
        }
        return value;
    }

    /** In nanoseconds; the bounds belong to what is allowed. */
    public long duration(String key, long least, long most, long fallback) {
        return quantity(key, Unit.DURATION, new Span(least, most), fallback);
    }

    /** In bytes; the bounds belong to what is allowed. */
    public long bytes(String key, long least, long most, long fallback) {
        return quantity(key, Unit.BYTES, new Span(least, most), fallback);
    }

    /** In bits per second; the bounds belong to what is allowed. */
    public long rate(String key, long least, long most, long fallback) {
        return quantity(key, Unit.RATE, new Span(least, most), fallback);
    }

    private long quantity(String key, Unit unit, Span bounds, long fallback) {
        String text = text(key, null);
        if (text == null) {
            return fallback;
        }
        long value = Quantity.of(text, unit);
        if (value < 0) {
            return wrong(key, text, "expected " + unit.expected(), fallback);
        }
        if (!bounds.contains(value)) {
            String range = unit == Unit.DURATION
                    ? Quantity.duration(bounds.from()) + " to " + Quantity.duration(bounds.to())
                    : bounds.from() + " to " + bounds.to();
            return wrong(key, text, "expected " + range, fallback);
        }
        return value;
    }

    /** Decimal, or hexadecimal behind 0x; the bounds belong to what is allowed. */
    public long number(String key, long least, long most, long fallback) {
        String text = text(key, null);
        if (text == null) {
            return fallback;
        }
        Long value = whole(text);
        if (value == null || value < least || value > most) {
            return wrong(key, text, expected(least, most), fallback);
        }
        return value;
    }

    /** A probability or other part of one. */
    public double fraction(String key, double fallback) {
        String text = text(key, null);
        if (text == null) {
            return fallback;
        }
        boolean percent = text.endsWith("%");
        String digits = percent ? text.substring(0, text.length() - 1).strip() : text;
        if (digits.length() <= LONGEST_NUMBER && digits.matches("\\d*\\.?\\d+([eE]-?\\d+)?")) {
            double value = Double.parseDouble(digits) / (percent ? 100 : 1);
            if (value <= 1) {
                return value;
            }
        }
        wrong(key, text, "expected 0 to 1, or 0% to 100%", 0);
        return fallback;
    }

    public boolean flag(String key, boolean fallback) {
        String value = choice(key, List.of("true", "false"), Boolean.toString(fallback));
        return value.equals("true");
    }

    /** One of some names. */
    public String choice(String key, Collection<String> names, String fallback) {
        String text = text(key, null);
        if (text == null) {
            return fallback;
        }
        if (!names.contains(text)) {
            wrong(key, text, Names.expected(text, names), 0);
            return fallback;
        }
        return text;
    }

    /** See {@link Span}; the bounds belong to what is allowed, a missing end is theirs. */
    public Span span(String key, long least, long most) {
        String text = text(key, null);
        if (text == null) {
            return new Span(least, most);
        }
        int dots = text.indexOf("..");
        String first = dots < 0 ? text : text.substring(0, dots).strip();
        String last = dots < 0 ? text : text.substring(dots + 2).strip();
        Long from = first.isEmpty() ? (Long) least : whole(first);
        Long to = last.isEmpty() ? (Long) most : whole(last);
        boolean right = from != null
                && to != null
                && from >= least
                && to <= most
                && from <= to
                && !(first.isEmpty() && last.isEmpty());
        if (!right) {
            wrong(key, text, expected(least, most) + ", or a range of such: 20..30, 3.., ..5", 0);
            return new Span(least, most);
        }
        return new Span(from, to);
    }

    /** A scalar as it is written. */
    public String text(String key, String fallback) {
        YamlNode value = get(key);
        if (value == null) {
            return fallback;
        }
        if (value.kind() != Kind.TEXT) {
            problems.add(value, key + ": expected " + Kind.TEXT + ", found " + value.kind());
            return fallback;
        }
        return value.text();
    }

    private static String expected(long least, long most) {
        return most == Long.MAX_VALUE
                ? "expected a whole number from " + least + " on"
                : "expected a whole number, " + least + " to " + most;
    }

    private static Long whole(String text) {
        String digits = text.replace("_", "").toLowerCase(Locale.ROOT);
        if (digits.length() > LONGEST_NUMBER) {
            return null;
        }
        if (HEXADECIMAL.matcher(digits).matches()) {
            return Long.parseLong(digits.substring(2), 16);
        }
        return DECIMAL.matcher(digits).matches() ? (Long) Long.parseLong(digits) : null;
    }

    private long wrong(String key, String text, String expected, long fallback) {
        wrong(key, "'" + Names.shown(text) + "': " + expected);
        return fallback;
    }

    /** Tells what is wrong with the value of a key. */
    public void wrong(String key, String what) {
        YamlNode value = values.get(key);
        problems.add(value == null ? node : value, key + ": " + what);
    }

    /** Tells the keys that were not asked for. */
    public void end() {
        for (Entry entry : node.entries()) {
            if (!asked.contains(entry.key())) {
                problems.add(
                        entry.line(),
                        entry.column(),
                        "unknown key '" + Names.shown(entry.key()) + "' in " + name + "; "
                                + Names.expected(entry.key(), asked));
            }
        }
    }
}
