package io.qpscope.bench;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import java.io.IOException;
import java.nio.file.Path;

/** The whole way from a file to its summary, on one thread. */
final class Analysis {
    final TrackerResult result;
    final long packets;
    /** As captured. */
    final long bytes;

    private Analysis(TrackerResult result, long packets, long bytes) {
        this.result = result;
        this.packets = packets;
        this.bytes = bytes;
    }

    /**
     * @param packets to stop behind
     */
    static Analysis of(Path file, long packets) throws IOException {
        FrameView view = new FrameView();
        Dissector dissector = new Dissector(FrameWriter.ROCE_PORT, true);
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        long bytes = 0;
        try (FrameCursor cursor = CaptureFile.open(file)) {
            while (cursor.number() < packets && cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(
                                cursor.number(),
                                cursor.timeNs(),
                                cursor.captureIndex(),
                                cursor.interfaceId());
                dissector.dissect(view);
                tracker.onFrame(view);
                bytes += view.captured();
            }
            return new Analysis(tracker.finish(), cursor.number(), bytes);
        }
    }
}
