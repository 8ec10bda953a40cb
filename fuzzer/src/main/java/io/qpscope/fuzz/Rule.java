package io.qpscope.fuzz;

import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Entry;
import io.qpscope.fault.yaml.YamlWriter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One rule of a fault plan, as a plan's file has it.
 *
 * @param keys of the action, in the order in which they are written
 */
public record Rule(String action, Map<String, String> keys) {
    /** Takes a copy. */
    public Rule {
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    }

    /** A rule without keys. */
    public static Rule of(String action) {
        return new Rule(action, Map.of());
    }

    /** The same with one key more, or with another value for it. */
    public Rule with(String key, Object value) {
        Map<String, String> more = new LinkedHashMap<>(keys);
        more.put(key, String.valueOf(value));
        return new Rule(action, more);
    }

    /** The same without a key. */
    public Rule without(String key) {
        Map<String, String> fewer = new LinkedHashMap<>(keys);
        fewer.remove(key);
        return new Rule(action, fewer);
    }

    /** Whether it acts on messages of connection management, and not on data. */
    public boolean isCm() {
        return has("cm") || has("cm.message");
    }

    public boolean has(String key) {
        return keys.containsKey(key);
    }

    /** A whole number; {@code fallback} where there is none. */
    public long number(String key, long fallback) {
        String text = keys.get(key);
        return text == null || !text.matches("-?\\d{1,18}") ? fallback : Long.parseLong(text);
    }

    /** A value as it is written; empty for none. */
    public String text(String key) {
        return keys.getOrDefault(key, "");
    }

    /** As it stands in a plan. A key {@code a.b} is key {@code b} of the map {@code a}. */
    public YamlNode node() {
        Map<String, List<Entry>> parts = new LinkedHashMap<>();
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, String> each : keys.entrySet()) {
            int dot = each.getKey().indexOf('.');
            YamlNode value = YamlNode.text(each.getValue());
            if (dot < 0) {
                entries.add(new Entry(each.getKey(), 0, 0, value));
                continue;
            }
            String part = each.getKey().substring(0, dot);
            List<Entry> of = parts.get(part);
            if (of == null) {
                of = new ArrayList<>();
                parts.put(part, of);
                entries.add(new Entry(part, 0, 0, YamlNode.map(of)));
            }
            of.add(new Entry(each.getKey().substring(dot + 1), 0, 0, value));
        }
        return YamlNode.map(List.of(new Entry(action, 0, 0, YamlNode.map(entries))));
    }

    @Override
    public String toString() {
        return YamlWriter.line(node());
    }
}
