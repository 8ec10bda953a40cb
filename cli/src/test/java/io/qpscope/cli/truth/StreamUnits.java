package io.qpscope.cli.truth;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.StreamUnit;
import io.qpscope.session.iwarp.StreamReader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All MPA frames and FPDUs of a recording, as {@code show} gets them. */
final class StreamUnits {
    private StreamUnits() {}

    static List<StreamUnit> of(Path file) throws IOException {
        Dissector dissector = new Dissector(4791, false);
        StreamReader streams = new StreamReader();
        FrameView view = new FrameView();
        List<StreamUnit> units = new ArrayList<>();
        try (FrameCursor cursor = CaptureFile.open(List.of(file))) {
            while (cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(cursor.number(), cursor.timeNs(), 0, cursor.interfaceId());
                dissector.dissect(view);
                units.addAll(streams.unitsOf(view));
            }
        }
        return units;
    }
}
