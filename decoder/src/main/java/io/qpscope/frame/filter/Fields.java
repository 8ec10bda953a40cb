package io.qpscope.frame.filter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of one kind of subject. */
public final class Fields<T> {
    /** So many names still make a readable line. */
    private static final int LISTED = 20;

    private final Map<String, Field<T>> byName = new LinkedHashMap<>();

    public Fields(List<Field<T>> fields) {
        for (Field<T> field : fields) {
            byName.put(field.name(), field);
        }
    }

    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    Field<T> require(Place name) throws FilterException {
        Field<T> field = byName.get(name.text());
        if (field == null) {
            throw name.error("no field '" + name.text() + "'; " + others(name.text()));
        }
        return field;
    }

    private String others(String wanted) {
        if (byName.size() <= LISTED) {
            return "fields are " + String.join(", ", byName.keySet());
        }
        List<String> near = NearNames.of(wanted, byName.keySet());
        return near.isEmpty()
                ? "show lists the fields of a frame"
                : "did you mean " + String.join(", ", near) + "?";
    }
}
