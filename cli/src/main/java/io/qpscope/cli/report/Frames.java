package io.qpscope.cli.report;

import java.util.List;

/** Frame numbers for people. */
final class Frames {
    private static final int SHOWN = 8;

    private Frames() {}

    /** As {@code frames 60 102 131}; the first few only. */
    static String text(List<Long> frames) {
        StringBuilder text = new StringBuilder(frames.size() == 1 ? "frame" : "frames");
        for (Long frame : frames.subList(0, Math.min(SHOWN, frames.size()))) {
            text.append(' ').append(frame);
        }
        return text + (frames.size() > SHOWN ? " ..." : "");
    }
}
