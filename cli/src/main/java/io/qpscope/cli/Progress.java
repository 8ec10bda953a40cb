package io.qpscope.cli;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.FrameCursor;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** One line on a terminal that tells how far a long reading has come; silent for the first second. */
final class Progress {
    private static final int FRAMES_BETWEEN_LOOKS = 1 << 16;
    private static final long FIRST_NS = 1_000_000_000L;
    private static final long NEXT_NS = 200_000_000L;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final long[] positions;
    private final long size;
    private long due = System.nanoTime() + FIRST_NS;
    private boolean shown;
    private int countdown = FRAMES_BETWEEN_LOOKS;

    /**
     * @param out null for no progress
     * @param size of all files together, 0 if it is not known
     */
    Progress(PrintWriter out, int captures, long size) {
        this.out = out;
        this.positions = new long[captures];
        this.size = size;
    }

    static Progress on(PrintWriter err, List<Path> files) {
        long size = 0;
        for (Path file : files) {
            long length = file.toFile().length();
            size = length == 0 || size < 0 ? -1 : size + length;
        }
        return new Progress(Terminal.hasErrors() ? err : null, files.size(), Math.max(size, 0));
    }

    /** Call for each frame. */
    void frame(FrameCursor cursor) {
        if (--countdown == 0) {
            countdown = FRAMES_BETWEEN_LOOKS;
            if (out != null && System.nanoTime() >= due) {
                show(cursor);
            }
        }
    }

    private void show(FrameCursor cursor) {
        positions[cursor.captureIndex()] = cursor.fileOffset();
        long position = 0;
        for (long each : positions) {
            position += each;
        }
        boolean packed = cursor.captures().stream()
                .map(CaptureInfo::format)
                .anyMatch(format -> format.contains(","));
        String percent = packed || size == 0 ? "" : 100 * position / size + " %, ";
        out.print(CLEAR
                + percent
                + String.format(Locale.ROOT, "%.1f million frames", cursor.number() / 1e6));
        out.flush();
        shown = true;
        due = System.nanoTime() + NEXT_NS;
    }

    /** Takes the line away. */
    void done() {
        if (shown) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
