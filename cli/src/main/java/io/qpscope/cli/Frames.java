package io.qpscope.cli;

import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;

import java.nio.ByteBuffer;

/** The step from a record to a frame, which all commands take. */
public final class Frames {
    private Frames() {}

    public static void dissect(FrameCursor cursor, Dissector dissector, FrameView view) {
        wrap(cursor, cursor.buffer(), cursor.offset(), view);
        dissector.dissect(view);
    }

    /**
     * All but the dissection.
     *
     * @param offset of the record's bytes in the buffer, which need not be the cursor's
     */
    static void wrap(FrameCursor cursor, ByteBuffer buffer, int offset, FrameView view) {
        view.wrap(
                        buffer,
                        offset,
                        cursor.capturedLength(),
                        cursor.originalLength(),
                        cursor.linkType())
                .at(cursor.number(), cursor.timeNs(), cursor.captureIndex(), cursor.interfaceId())
                .linkSpeed(cursor.linkSpeed());
    }
}
