package io.qpscope.cli;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.taps.ClockSearch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A first reading of all taps, to find how far their clocks are apart. */
final class TapClocks {
    private TapClocks() {}

    /** What each capture's clock is ahead of the first's by, ns. */
    static long[] shifts(List<Path> captures, int rocePort) throws IOException {
        ClockSearch search = new ClockSearch(captures.size());
        Dissector dissector = new Dissector(rocePort, false);
        FrameView view = new FrameView();
        long[] read = new long[captures.size()];
        for (int i = 0; i < read.length; i++) {
            try (FrameCursor cursor = CaptureFile.open(captures.get(i))) {
                boolean more = true;
                while (more && cursor.next()) {
                    read[i]++;
                    Frames.dissect(cursor, dissector, view);
                    more = search.head(i, view);
                }
            }
        }
        search.meet();
        for (int i = 0; i < read.length; i++) {
            if (search.isLost(i)) {
                readOn(captures.get(i), i, read[i], search, dissector);
            }
        }
        return search.shifts();
    }

    private static void readOn(
            Path path, int capture, long skipped, ClockSearch search, Dissector dissector)
            throws IOException {
        FrameView view = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(path)) {
            boolean more = true;
            while (more && cursor.next()) {
                if (cursor.number() > skipped) {
                    Frames.dissect(cursor, dissector, view);
                    more = search.further(capture, view);
                }
            }
        }
    }
}
