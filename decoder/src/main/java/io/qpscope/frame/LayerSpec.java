package io.qpscope.frame;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStream;
import io.kaitai.struct.KaitaiStruct;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Ties the fields of a Kaitai specification to names, places and meanings. Fields are added in wire
 * order, reserved ones too, so each begins where the one before ended.
 *
 * @param <S> the generated class
 */
final class LayerSpec<S extends KaitaiStruct.ReadWrite> {
    /** A field; {@code bits} is -1 for bytes whose number the frame tells. */
    record Entry<S>(
            String name,
            int bitOffset,
            int bits,
            FieldType type,
            Function<S, ?> value,
            BiFunction<S, Object, String> text) {}

    /**
     * What could be read of a layer.
     *
     * @param whole whether all of it was there; the object's later fields are unset otherwise
     * @param error null when whole
     */
    record Reading<S>(S object, LayerNode node, boolean whole, String error) {}

    private static final int OPEN = -1;

    /** How {@link AddressText} writes the address of zeros. */
    private static final Set<String> ZERO_ADDRESSES = Set.of("0.0.0.0", "00:00:00:00:00:00", "::");

    private final String name;
    private final Function<KaitaiStream, S> constructor;
    private final List<Entry<S>> entries = new ArrayList<>();
    private int bits;
    private int lastStart;

    LayerSpec(String name, Function<KaitaiStream, S> constructor) {
        this.name = name;
        this.constructor = constructor;
    }

    String name() {
        return name;
    }

    List<Entry<S>> entries() {
        return entries;
    }

    /** Bytes of the fixed fields. */
    int length() {
        return bits / 8;
    }

    LayerSpec<S> number(int width, String field, Function<S, ? extends Number> value) {
        return add(width, field, FieldType.NUMBER, value, (object, any) -> null);
    }

    LayerSpec<S> number(
            int width,
            String field,
            Function<S, ? extends Number> value,
            LongFunction<String> text) {
        return add(width, field, type(text), value, number(text));
    }

    /** For a number that means nothing without its neighbours. */
    LayerSpec<S> code(
            int width,
            String field,
            Function<S, ? extends Number> value,
            Function<S, String> text) {
        return add(width, field, FieldType.NUMBER, value, (object, any) -> text.apply(object));
    }

    LayerSpec<S> flag(String field, Function<S, Boolean> value) {
        return add(1, field, FieldType.NUMBER, value, (object, any) -> null);
    }

    LayerSpec<S> bytes(int length, String field, Function<S, byte[]> value) {
        return add(length * 8, field, FieldType.BYTES, value, (object, any) -> null);
    }

    LayerSpec<S> bytes(
            int length, String field, Function<S, byte[]> value, Function<byte[], String> text) {
        FieldType type =
                isAddress(text.apply(new byte[length])) ? FieldType.ADDRESS : FieldType.BYTES;
        return add(length * 8, field, type, value, (object, any) -> text.apply((byte[]) any));
    }

    /** For bytes that mean nothing without their neighbours. */
    LayerSpec<S> described(
            int length, String field, Function<S, byte[]> value, Function<S, String> text) {
        return add(length * 8, field, FieldType.BYTES, value, (object, any) -> text.apply(object));
    }

    /** All bytes behind the fixed fields by the specification; left out when there are none. */
    LayerSpec<S> open(String field, Function<S, byte[]> value) {
        entries.add(new Entry<>(field, bits, OPEN, FieldType.BYTES, value, (object, any) -> null));
        return this;
    }

    /** Another reading of bits inside the field before; a null value leaves it out. */
    LayerSpec<S> part(
            int from,
            int width,
            String field,
            Function<S, ? extends Number> value,
            LongFunction<String> text) {
        entries.add(new Entry<>(field, lastStart + from, width, type(text), value, number(text)));
        return this;
    }

    /**
     * Reads the layer from what is there.
     *
     * @param start byte of the frame, with the frame itself at {@code base} of the buffer
     * @param end byte of the frame behind the last that may belong to the layer
     */
    Reading<S> read(ByteBuffer buffer, int base, int start, int end) {
        int available = Math.max(0, end - start);
        KaitaiStream stream = new ByteBufferKaitaiStream(buffer.slice(base + start, available));
        S object = constructor.apply(stream);
        boolean whole = true;
        try {
            object._read();
        } catch (RuntimeException cut) {
            // Kaitai has no type of its own for "no more bytes": what it throws depends on the
            // field.
            whole = false;
        }
        int length = whole ? stream.pos() : available;
        List<Field> fields = new ArrayList<>();
        for (Entry<S> entry : entries) {
            if (whole
                    || (entry.bits() != OPEN
                            && entry.bitOffset() + entry.bits() <= available * 8)) {
                add(fields, entry, object, start);
            }
        }
        String error = whole ? null : shortage(start, available);
        return new Reading<>(object, new LayerNode(name, start, length, fields), whole, error);
    }

    private String shortage(int start, int available) {
        return available < length()
                ? TreeCursor.shortage(name, start, length(), available)
                : "%s at byte %d: longer by its own length field than the %d bytes there"
                        .formatted(name, start, available);
    }

    private static <S> void add(List<Field> fields, Entry<S> entry, S object, int start) {
        Object raw = entry.value().apply(object);
        if (raw == null || (entry.bits() == OPEN && ((byte[]) raw).length == 0)) {
            return;
        }
        int width = entry.bits() == OPEN ? ((byte[]) raw).length * 8 : entry.bits();
        fields.add(new Field(
                entry.name(),
                value(raw, width),
                start + entry.bitOffset() / 8,
                entry.bitOffset() % 8,
                width,
                entry.text().apply(object, raw)));
    }

    private static Object value(Object raw, int width) {
        if (raw instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (raw instanceof Double || raw instanceof Boolean) {
            return raw;
        }
        long number = ((Number) raw).longValue();
        return width == 64 && number < 0
                ? new BigInteger(Long.toUnsignedString(number))
                : (Object) number;
    }

    private static <S> BiFunction<S, Object, String> number(LongFunction<String> text) {
        return (object, any) -> text.apply(((Number) any).longValue());
    }

    /** A number is an address when it reads as one. */
    private static FieldType type(LongFunction<String> text) {
        return isAddress(text.apply(0)) ? FieldType.ADDRESS : FieldType.NUMBER;
    }

    private static boolean isAddress(String zeros) {
        return zeros != null && ZERO_ADDRESSES.contains(zeros);
    }

    private LayerSpec<S> add(
            int width,
            String field,
            FieldType type,
            Function<S, ?> value,
            BiFunction<S, Object, String> text) {
        entries.add(new Entry<>(field, bits, width, type, value, text));
        lastStart = bits;
        bits += width;
        return this;
    }
}
