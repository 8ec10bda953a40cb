package io.qpscope.cli.report;

import io.qpscope.frame.Field;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.LayerNode;

import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Frames for people: layers, below each its fields, and the bytes on request. */
public final class TextFrames implements FrameReport {
    private static final int BYTES_A_LINE = 16;
    /** Longer ones push only their own place to the right. */
    private static final int WIDEST_VALUE = 48;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.nnnnnnnnn").withZone(ZoneOffset.UTC);

    private final PrintWriter out;
    private final Style style;
    private final boolean hex;
    private boolean first = true;

    public TextFrames(PrintWriter out, Style style, boolean hex) {
        this.out = out;
        this.style = style;
        this.hex = hex;
    }

    @Override
    public void frame(FrameView view, FieldTree tree) {
        write(tree, view.captured(), view.original());
        if (hex) {
            dump(view.buffer(), view.offset(), view.captured());
        }
    }

    void write(FieldTree tree, int captured, int original) {
        if (!first) {
            out.println();
        }
        first = false;
        String cut = captured < original ? " (" + captured + " captured)" : "";
        out.println(style.bold("frame " + tree.frame()) + "  "
                + TIME.format(Instant.ofEpochSecond(0, tree.timeNs())) + " UTC, "
                + Units.count(original, "byte") + cut);
        for (LayerNode layer : tree.layers()) {
            out.println(style.bold(layer.name()) + "  [" + layer.offset() + ", "
                    + Units.count(layer.length(), "byte") + "]");
            fields(layer.fields());
        }
        for (String error : tree.errors()) {
            out.println(style.bad("error: " + error));
        }
    }

    /** Names, values and places each begin in one column. */
    private void fields(List<Field> fields) {
        int names = 0;
        int values = 0;
        for (Field field : fields) {
            names = Math.max(names, field.name().length());
            int width = value(field).length();
            values = Math.max(values, width > WIDEST_VALUE ? 0 : width);
        }
        for (Field field : fields) {
            StringBuilder line = new StringBuilder("  ").append(field.name());
            pad(line, 2 + names).append("  ").append(value(field));
            pad(line, 4 + names + values).append("  ").append(place(field));
            out.println(line);
        }
    }

    private static StringBuilder pad(StringBuilder line, int length) {
        return line.append(" ".repeat(Math.max(0, length - line.length())));
    }

    /** The raw value and, unless it says the same, its meaning. */
    private static String value(Field field) {
        String raw = raw(field);
        String text = field.text();
        boolean same = text == null || (text.startsWith("0x") && raw.contains("(0x"));
        return same ? raw : raw + "  " + text;
    }

    /** Numbers in both bases; hexadecimal as wide as the field. */
    private static String raw(Field field) {
        Object value = field.value();
        if (field.bits() > 3 && (value instanceof Long || value instanceof Integer)) {
            return value + " (0x" + hex(BigInteger.valueOf(((Number) value).longValue()), field)
                    + ")";
        }
        if (value instanceof BigInteger number) {
            return value + " (0x" + hex(number, field) + ")";
        }
        return String.valueOf(value);
    }

    private static String hex(BigInteger value, Field field) {
        String digits = value.toString(16);
        return "0".repeat(Math.max(0, (field.bits() + 3) / 4 - digits.length())) + digits;
    }

    private static String place(Field field) {
        if (field.bits() == 0) {
            return "[computed]";
        }
        if (field.offset() < 0) {
            return "[over several frames or markers, " + Units.count(field.bits(), "bit") + "]";
        }
        String bit = field.bitOffset() == 0 ? "" : "." + field.bitOffset();
        return "[" + field.offset() + bit + ", " + Units.count(field.bits(), "bit") + "]";
    }

    private void dump(ByteBuffer bytes, int offset, int length) {
        for (int at = 0; at < length; at += BYTES_A_LINE) {
            StringBuilder line = new StringBuilder(80);
            StringBuilder letters = new StringBuilder(BYTES_A_LINE);
            for (int i = at; i < at + BYTES_A_LINE; i++) {
                line.append(i % 8 == 0 && i > at ? "  " : " ");
                if (i < length) {
                    int b = bytes.get(offset + i) & 0xff;
                    line.append(Character.forDigit(b >> 4, 16))
                            .append(Character.forDigit(b & 15, 16));
                    letters.append(b >= 0x20 && b < 0x7f ? (char) b : '.');
                } else {
                    line.append("  ");
                }
            }
            String address = Integer.toHexString(at);
            out.println("0".repeat(Math.max(0, 4 - address.length())) + address + " " + line + "  "
                    + letters);
        }
    }

    @Override
    public void close() {
        out.flush();
    }
}
