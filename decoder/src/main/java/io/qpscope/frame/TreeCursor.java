package io.qpscope.frame;

import io.kaitai.struct.KaitaiStruct;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Moves down one frame and keeps what it read. Positions are bytes of the frame, or of a unit. */
final class TreeCursor {
    final ByteBuffer buffer;
    /** Where position 0 is in the buffer. */
    final int base;

    final List<LayerNode> layers = new ArrayList<>();
    final List<String> errors = new ArrayList<>();
    int at;
    /** Behind the last byte that was captured and may belong to the next layer. */
    int end;

    TreeCursor(FrameView view) {
        this(view.buffer(), view.offset(), view.captured());
    }

    TreeCursor(ByteBuffer buffer, int base, int end) {
        this.buffer = buffer;
        this.base = base;
        this.end = end;
    }

    /** The next layer and a step behind it; null when the layer is not whole. */
    <S extends KaitaiStruct.ReadWrite> S next(LayerSpec<S> spec) {
        LayerSpec.Reading<S> reading = spec.read(buffer, base, at, end);
        layers.add(reading.node());
        if (reading.error() != null) {
            errors.add(reading.error());
            return null;
        }
        at += reading.node().length();
        return reading.object();
    }

    /** Bytes without structure, as many of them as were captured. */
    void bytes(String name, int until) {
        int there = Math.max(0, Math.min(until, end) - at);
        if (there > 0) {
            byte[] content = new byte[there];
            buffer.get(base + at, content);
            String hex = HexFormat.of().formatHex(content);
            Field field = new Field(name, hex, at, 0, there * 8, there + " bytes");
            layers.add(new LayerNode(name, at, there, List.of(field)));
        }
        if (there < until - at) {
            error(name, until - at, there);
        }
        at = Math.max(at, until);
    }

    void error(String what, int expected, int there) {
        errors.add(shortage(what, at, expected, there));
    }

    static String shortage(String what, int at, int expected, int there) {
        return "%s at byte %d: %d bytes expected, %d there".formatted(what, at, expected, there);
    }
}
