package io.qpscope.cli;

import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;

/** The step from a record to a frame, which all commands take. */
public final class Frames {
    private Frames() {}

    public static void dissect(FrameCursor cursor, Dissector dissector, FrameView view) {
        view.wrap(
                        cursor.buffer(),
                        cursor.offset(),
                        cursor.capturedLength(),
                        cursor.originalLength(),
                        cursor.linkType())
                .at(cursor.number(), cursor.timeNs(), cursor.captureIndex(), cursor.interfaceId());
        dissector.dissect(view);
    }
}
