package io.qpscope.cli.filter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of one kind of subject. */
public final class Fields<T> {
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
            throw name.error("no field '" + name.text() + "'; fields are "
                    + String.join(", ", byName.keySet()));
        }
        return field;
    }
}
