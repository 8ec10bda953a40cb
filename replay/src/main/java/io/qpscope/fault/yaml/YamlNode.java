package io.qpscope.fault.yaml;

import java.util.List;

/** A part of a YAML document, and where it stands. */
public final class YamlNode {
    /** What a part is. */
    public enum Kind {
        MAP("keys and values"),
        LIST("a list"),
        TEXT("one value"),
        NONE("nothing");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** A key of a map, and what belongs to it. */
    public record Entry(String key, int line, int column, YamlNode value) {}

    private final Kind kind;
    private final int line;
    private final int column;
    private final String text;
    private final List<YamlNode> items;
    private final List<Entry> entries;

    private YamlNode(
            Kind kind,
            int line,
            int column,
            String text,
            List<YamlNode> items,
            List<Entry> entries) {
        this.kind = kind;
        this.line = line;
        this.column = column;
        this.text = text;
        this.items = items;
        this.entries = entries;
    }

    /** A map that no file holds. */
    public static YamlNode map(List<Entry> entries) {
        return map(0, 0, entries);
    }

    /** A list that no file holds. */
    public static YamlNode list(List<YamlNode> items) {
        return list(0, 0, items);
    }

    /** One value that no file holds. */
    public static YamlNode text(String text) {
        return text(0, 0, text);
    }

    static YamlNode map(int line, int column, List<Entry> entries) {
        return new YamlNode(Kind.MAP, line, column, "", List.of(), entries);
    }

    static YamlNode list(int line, int column, List<YamlNode> items) {
        return new YamlNode(Kind.LIST, line, column, "", items, List.of());
    }

    /**
     * @param text null for nothing at all
     */
    static YamlNode text(int line, int column, String text) {
        Kind kind = text == null ? Kind.NONE : Kind.TEXT;
        return new YamlNode(kind, line, column, text == null ? "" : text, List.of(), List.of());
    }

    /** Nothing at all, where something could have stood. */
    public static YamlNode nothing(int line, int column) {
        return text(line, column, null);
    }

    public Kind kind() {
        return kind;
    }

    /** From 1. */
    public int line() {
        return line;
    }

    /** From 1. */
    public int column() {
        return column;
    }

    /** A scalar as it is written, without quotes; empty for all else. */
    public String text() {
        return text;
    }

    /** Of a list; empty for all else. */
    public List<YamlNode> items() {
        return items;
    }

    /** Of a map, in the file's order; empty for all else. */
    public List<Entry> entries() {
        return entries;
    }
}
