package io.qpscope.cli.report;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Writes JSON as it goes. A property without a value is written as null, so that a reader finds the
 * same names everywhere. {@link #close} ends the last line and leaves the writer open.
 */
public final class Json implements AutoCloseable {
    private final PrintWriter writer;
    private final JsonGenerator out;
    private boolean wrote;

    private Json(PrintWriter writer, ObjectWriteContext context) {
        this.writer = writer;
        this.out = new JsonFactory().createGenerator(context, writer);
    }

    /** Indented, for people too. */
    public static Json pretty(PrintWriter writer) {
        return new Json(writer, new Pretty());
    }

    /** One line for each value at the root. */
    public static Json lines(PrintWriter writer) {
        return new Json(writer, new Lines());
    }

    public Json beginObject() {
        out.writeStartObject();
        wrote = true;
        return this;
    }

    public Json beginObject(String name) {
        out.writeObjectPropertyStart(name);
        return this;
    }

    public Json endObject() {
        out.writeEndObject();
        return this;
    }

    public Json beginArray(String name) {
        out.writeArrayPropertyStart(name);
        return this;
    }

    public Json endArray() {
        out.writeEndArray();
        return this;
    }

    public Json text(String name, String value) {
        out.writeName(name);
        out.writeString(value);
        return this;
    }

    /** A string, number, boolean or null. */
    public Json value(String name, Object value) {
        out.writeName(name);
        value(value);
        return this;
    }

    public Json number(String name, Number value) {
        return value(name, value);
    }

    /** An array of strings or numbers; empty for null. */
    public Json list(String name, List<?> values) {
        out.writeArrayPropertyStart(name);
        if (values != null) {
            values.forEach(this::value);
        }
        out.writeEndArray();
        return this;
    }

    /** An array of integers, the first as it is and each other as what it is more than the last. */
    public Json deltas(String name, int count, IntToLongFunction value) {
        out.writeArrayPropertyStart(name);
        long before = 0;
        for (int i = 0; i < count; i++) {
            long now = value.applyAsLong(i);
            out.writeNumber(now - before);
            before = now;
        }
        out.writeEndArray();
        return this;
    }

    /** What is written must reach a reader who waits for it. */
    public void flush() {
        out.flush();
    }

    private void value(Object value) {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Integer number) {
            out.writeNumber(number);
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Number number) {
            out.writeNumber(number.toString());
        } else {
            out.writeString(value.toString());
        }
    }

    @Override
    public void close() {
        out.close();
        if (wrote) {
            writer.println();
        }
    }

    /** Leaves the writer open: it is the program's standard output. */
    private static class Lines extends ObjectWriteContext.Base {
        @Override
        public int getStreamWriteFeatures(int defaults) {
            return defaults & ~StreamWriteFeature.AUTO_CLOSE_TARGET.getMask();
        }

        @Override
        public SerializableString getRootValueSeparator(SerializableString usual) {
            return new SerializedString("\n");
        }
    }

    private static final class Pretty extends Lines {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }
}
