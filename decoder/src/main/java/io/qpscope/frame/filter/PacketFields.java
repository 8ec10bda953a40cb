package io.qpscope.frame.filter;

import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameFields;
import io.qpscope.frame.LayerNode;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The fields of a frame, by the names that {@code show} gives them, and its layers. */
public final class PacketFields {
    public static final Fields<FieldTree> FIELDS = fields();

    private PacketFields() {}

    private static Fields<FieldTree> fields() {
        List<Field<FieldTree>> fields = new ArrayList<>();
        for (String layer : FrameFields.layers()) {
            fields.add(new Field<>(
                    layer, Field.Type.PRESENCE, List.of(), false, tree -> layers(tree, layer)));
        }
        // Where a layer is its only field, the field stays.
        FrameFields.types().forEach((name, type) -> {
            Field.Type kind = Field.Type.valueOf(type.name());
            fields.add(new Field<>(name, kind, List.of(), false, tree -> values(tree, name, kind)));
        });
        return new Fields<>(fields);
    }

    /** One value for each layer of this name, or of names below it. */
    private static List<Object> layers(FieldTree tree, String name) {
        String below = name + ".";
        return tree.layers().stream()
                .filter(layer -> layer.name().equals(name) || layer.name().startsWith(below))
                .map(layer -> (Object) layer.name())
                .toList();
    }

    private static List<Object> values(FieldTree tree, String name, Field.Type type) {
        List<Object> values = new ArrayList<>();
        for (LayerNode layer : tree.layers()) {
            for (io.qpscope.frame.Field field : layer.fields()) {
                if (field.name().equals(name)) {
                    values.add(value(field, type));
                }
            }
        }
        return values;
    }

    private static Object value(io.qpscope.frame.Field field, Field.Type type) {
        if (field.value() instanceof Boolean flag) {
            // Where one name has reserved fields of all widths, one bit is a byte, too.
            return type == Field.Type.BYTES ? (flag ? "01" : "00") : Long.valueOf(flag ? 1 : 0);
        }
        return switch (type) {
            case ADDRESS -> HexFormat.of().parseHex(hex(field));
            case BYTES -> hex(field);
            case NUMBER -> ((Number) field.value()).longValue();
            default -> field.value();
        };
    }

    private static String hex(io.qpscope.frame.Field field) {
        return field.value() instanceof Number number
                ? HexFormat.of().toHexDigits(number.longValue(), (field.bits() + 7) / 8 * 2)
                : (String) field.value();
    }
}
