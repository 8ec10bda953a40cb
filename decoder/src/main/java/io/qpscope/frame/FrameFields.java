package io.qpscope.frame;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Names of all fields and layers that a {@link FieldTree} can hold. */
public final class FrameFields {
    /** What no table holds: its place or length depends on other fields. */
    private static final String[] NUMBERS = {
        "frame.number",
        "frame.time_epoch",
        "frame.len",
        "frame.cap_len",
        "infiniband.invariant.crc",
        "infiniband.variant.crc",
        "infiniband_link.lpcrc",
        "iwarp_mpa.ulpdulength",
        "iwarp_mpa.crc",
        "iwarp_rdma.inval_stag",
        "iwarp_rdma.term_layer",
        "iwarp_rdma.term_etype",
        "iwarp_rdma.term_errcode",
        "iwarp_rdma.term_hdrct.m",
        "iwarp_rdma.term_hdrct.d",
        "iwarp_rdma.term_hdrct.r",
        "iwarp_rdma.term_ddp_seg_len"
    };

    private static final String[] BYTES = {
        // One name for reserved fields of all widths.
        "infiniband.reserved",
        "infiniband.payload",
        "infiniband.pad",
        "infiniband.mad.data",
        "infiniband.cm.req.ip_cm.private",
        "infiniband.cm.sidr_req.ip_cm.private",
        "erf.eth.pad",
        "iwarp_mpa.privatedata",
        "iwarp_mpa.pad",
        "iwarp_rdma.payload",
        "iwarp_rdma.term_ddp_h",
        "iwarp_rdma.term_rdma_h",
        "smc.rest"
    };

    private static final String[] TEXTS = {
        "infiniband.invariant.crc.status",
        "infiniband.variant.crc.status",
        "infiniband_link.lpcrc.status",
        "iwarp_mpa.crc.status",
        "iwarp_rdma.term.form"
    };

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
            // One name for fields of all widths, as reserved ones have: bytes hold them all.
            table.entries()
                    .forEach(entry -> types.merge(
                            entry.name(),
                            entry.type(),
                            (one, other) -> one == other ? one : FieldType.BYTES));
        }
        types.put("infiniband.aeth.rnr_ms", FieldType.DECIMAL);
        add(types, FieldType.NUMBER, NUMBERS);
        add(types, FieldType.BYTES, BYTES);
        add(types, FieldType.TEXT, TEXTS);
        return types;
    }

    private static void add(Map<String, FieldType> types, FieldType type, String... names) {
        for (String name : names) {
            types.put(name, type);
        }
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
