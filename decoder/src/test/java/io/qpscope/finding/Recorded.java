package io.qpscope.finding;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.Host;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A recording in memory, and what other capture points may have made of the same traffic. */
record Recorded(List<Frame> frames) {
    record Frame(ByteBuffer bytes, int captured, long timeNs, int tap, int linkType) {
        Frame cut(int bytes) {
            return new Frame(this.bytes, Math.min(bytes, captured), timeNs, tap, linkType);
        }

        /** The last byte of the IPv4 or IPv6 destination, or -1. */
        int destination() {
            int type = bytes.capacity() > 54 ? bytes.getShort(12) & 0xffff : 0;
            return type == 0x0800 ? bytes.get(33) : type == 0x86dd ? bytes.get(53) : -1;
        }

        /** As a switch's other port mirrors it: another MAC and tap. */
        Frame mirrored() {
            ByteBuffer copy = ByteBuffer.allocate(bytes.capacity());
            copy.put(0, bytes, 0, bytes.capacity());
            copy.put(5, (byte) (copy.get(5) ^ 0x40));
            return new Frame(copy, captured, timeNs + 300, tap + 8, linkType);
        }
    }

    static Recorded of(Path file) throws IOException {
        List<Frame> frames = new ArrayList<>();
        try (FrameCursor cursor = CaptureFile.open(List.of(file))) {
            while (cursor.next()) {
                byte[] bytes = new byte[cursor.originalLength()];
                cursor.buffer().get(cursor.offset(), bytes, 0, cursor.capturedLength());
                frames.add(new Frame(
                        ByteBuffer.wrap(bytes),
                        cursor.capturedLength(),
                        cursor.timeNs(),
                        cursor.interfaceId(),
                        cursor.linkType()));
            }
        }
        return new Recorded(frames);
    }

    Recorded only(Predicate<Frame> kept) {
        return new Recorded(frames.stream().filter(kept).toList());
    }

    /** The capture lacks one of so many frames. */
    Recorded without(int every) {
        return new Recorded(IntStream.range(0, frames.size())
                .filter(i -> i % every != every - 1)
                .mapToObj(frames::get)
                .toList());
    }

    Recorded from(int first) {
        return new Recorded(frames.subList(Math.min(first, frames.size()), frames.size()));
    }

    Recorded cut(int bytes) {
        return new Recorded(frames.stream().map(f -> f.cut(bytes)).toList());
    }

    Recorded mirrored() {
        List<Frame> twice = new ArrayList<>();
        for (Frame frame : frames) {
            twice.add(frame);
            twice.add(frame.mirrored());
        }
        return new Recorded(twice);
    }

    /** Neighbours of two directions change places where they lie less apart than this. */
    Recorded swapped(long withinNs) {
        List<Frame> list = new ArrayList<>(frames);
        for (int i = 1; i < list.size(); i += 2) {
            Frame one = list.get(i - 1);
            Frame two = list.get(i);
            if (one.destination() != two.destination() && two.timeNs - one.timeNs < withinNs) {
                Collections.swap(list, i - 1, i);
            }
        }
        return new Recorded(list);
    }

    TrackerResult analyze() {
        Dissector dissector = new Dissector(Host.ROCE_PORT, true);
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        FrameView view = new FrameView();
        long number = 0;
        for (Frame frame : frames) {
            view.wrap(frame.bytes, 0, frame.captured, frame.bytes.capacity(), frame.linkType)
                    .at(++number, frame.timeNs, 0, frame.tap);
            dissector.dissect(view);
            tracker.onFrame(view);
        }
        return tracker.finish();
    }
}
