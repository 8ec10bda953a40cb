package io.qpscope.cli.report;

import io.qpscope.frame.Field;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.LayerNode;

import java.io.PrintWriter;

/** One JSON object a frame, one line each. */
public final class JsonFrames implements FrameReport {
    private final Json json;

    public JsonFrames(PrintWriter out) {
        this.json = Json.lines(out);
    }

    @Override
    public void frame(FrameView view, FieldTree tree) {
        write(tree);
    }

    void write(FieldTree tree) {
        json.beginObject()
                .number("frame", tree.frame())
                .number("timeNs", tree.timeNs())
                .beginArray("layers");
        for (LayerNode layer : tree.layers()) {
            json.beginObject().text("name", layer.name()).beginArray("fields");
            for (Field field : layer.fields()) {
                json.beginObject()
                        .text("name", field.name())
                        .value("value", field.value())
                        .number("offset", field.offset())
                        .number("bits", field.bits())
                        .text("text", field.text())
                        .endObject();
            }
            json.endArray().endObject();
        }
        json.endArray().list("errors", tree.errors()).endObject();
    }

    @Override
    public void close() {
        json.close();
    }
}
