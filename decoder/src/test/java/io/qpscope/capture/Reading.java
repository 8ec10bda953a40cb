package io.qpscope.capture;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** All that a cursor gave, copied, and the totals behind it. */
record Reading(List<Frame> frames, List<CaptureInfo> captures) {
    record Frame(
            long number,
            long timeNs,
            int captureIndex,
            int interfaceId,
            int linkType,
            int originalLength,
            long fileOffset,
            List<Byte> bytes) {}

    static Reading of(FrameCursor cursor) throws IOException {
        try (cursor) {
            List<Frame> frames = new ArrayList<>();
            while (cursor.next()) {
                frames.add(frame(cursor));
            }
            if (cursor.next()) {
                throw new AssertionError("went on behind the end");
            }
            return new Reading(frames, cursor.captures());
        }
    }

    /** Through the streamed path. */
    static Reading of(byte[] file) throws IOException {
        return of(CaptureFile.open(new ByteArrayInputStream(file), "test"));
    }

    private static Frame frame(FrameCursor cursor) {
        if (cursor.buffer().order() != ByteOrder.BIG_ENDIAN) {
            throw new AssertionError("buffer is not big-endian");
        }
        List<Byte> bytes = new ArrayList<>();
        for (int i = 0; i < cursor.capturedLength(); i++) {
            bytes.add(cursor.buffer().get(cursor.offset() + i));
        }
        return new Frame(
                cursor.number(),
                cursor.timeNs(),
                cursor.captureIndex(),
                cursor.interfaceId(),
                cursor.linkType(),
                cursor.originalLength(),
                cursor.fileOffset(),
                bytes);
    }

    CaptureInfo info() {
        return captures.get(0);
    }

    String damage() {
        return info().damage();
    }

    Frame frame(int index) {
        return frames.get(index);
    }

    List<Long> times() {
        return frames.stream().map(Frame::timeNs).toList();
    }
}
