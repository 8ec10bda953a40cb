package io.qpscope.frame;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Names of all fields and layers that a {@link FieldTree} can hold. */
public final class FrameFields {
    private static final Map<String, FieldType> TYPES = Collections.unmodifiableMap(collectTypes());
    private static final NavigableSet<String> LAYERS =
            Collections.unmodifiableNavigableSet(collectLayers());

    private FrameFields() {}

    /** FieldType of each field, by its name. */
    public static Map<String, FieldType> types() {
        return TYPES;
    }

    /** Names of layers, and what their names begin with: {@code infiniband}. */
    public static NavigableSet<String> layers() {
        return LAYERS;
    }

    private static Map<String, FieldType> collectTypes() {
        Map<String, FieldType> types = new TreeMap<>();
        for (LayerSpec<?> table : LayerTables.ALL) {
            table.entries().forEach(entry -> types.put(entry.name(), entry.type()));
        }
        types.put("infiniband.aeth.rnr_ms", FieldType.DECIMAL);
        // One name for reserved fields of all widths.
        types.put("infiniband.reserved", FieldType.BYTES);
        for (String name : new String[] {"number", "time_epoch", "len", "cap_len"}) {
            types.put("frame." + name, FieldType.NUMBER);
        }
        types.put("infiniband.invariant.crc", FieldType.NUMBER);
        types.put("infiniband.invariant.crc.status", FieldType.TEXT);
        types.put("infiniband.payload", FieldType.BYTES);
        types.put("infiniband.pad", FieldType.BYTES);
        types.put("infiniband.mad.data", FieldType.BYTES);
        types.put("infiniband.cm.req.ip_cm.private", FieldType.BYTES);
        types.put("infiniband.cm.sidr_req.ip_cm.private", FieldType.BYTES);
        return types;
    }

    private static NavigableSet<String> collectLayers() {
        NavigableSet<String> layers = new TreeSet<>();
        LayerTables.ALL.forEach(table -> layers.add(table.name()));
        layers.add("frame");
        layers.add("infiniband");
        layers.add("infiniband.cm");
        return layers;
    }
}
