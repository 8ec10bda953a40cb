package io.qpscope.cli;

import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Frames that follow each other: read together, then dissected together, perhaps by another thread.
 * Reused, with its views. For one thread at a time.
 */
final class Batch {
    /** Some 50 us of work, beside which handing over costs little; the views fit into a L2 cache. */
    static final int FRAMES = 512;

    /** For the bytes of a stream. A larger record gets as much as it needs, and a batch of its own. */
    private static final int COPIED_BYTES = 1 << 20;

    private final FrameView[] views = new FrameView[FRAMES];
    private ByteBuffer copies = ByteBuffer.allocate(0);
    private int count;

    /** Takes on records until it is full or none is left. */
    void fill(Records records, Progress progress) throws IOException {
        count = 0;
        copies.clear();
        FrameCursor cursor = records.cursor;
        while (count < FRAMES && records.next()) {
            if (cursor.staysInPlace()) {
                add(cursor, cursor.buffer(), cursor.offset());
            } else if (hasRoom(cursor.capturedLength())) {
                copy(cursor);
            } else {
                records.putBack();
                return;
            }
            progress.frame(cursor);
        }
    }

    private boolean hasRoom(int bytes) {
        if (count == 0 && copies.capacity() < bytes) {
            copies = ByteBuffer.allocate(Math.max(bytes, COPIED_BYTES));
        }
        return copies.remaining() >= bytes;
    }

    private void copy(FrameCursor cursor) {
        int at = copies.position();
        int length = cursor.capturedLength();
        copies.put(at, cursor.buffer(), cursor.offset(), length).position(at + length);
        add(cursor, copies, at);
    }

    private void add(FrameCursor cursor, ByteBuffer buffer, int offset) {
        FrameView view = views[count];
        if (view == null) {
            view = new FrameView();
            views[count] = view;
        }
        Frames.wrap(cursor, buffer, offset, view);
        count++;
    }

    /**
     * @param dissectors of the thread that calls, one for each capture
     */
    void dissect(Dissector[] dissectors) {
        for (int i = 0; i < count; i++) {
            FrameView view = views[i];
            dissectors[view.captureIndex()].dissect(view);
        }
    }

    void handTo(Intake intake) {
        for (int i = 0; i < count; i++) {
            intake.take(views[i], views[i].captureIndex());
        }
    }

    /** The records of captures, the last of which can be had again. */
    static final class Records {
        private final FrameCursor cursor;
        private boolean again;
        private boolean ended;

        Records(FrameCursor cursor) {
            this.cursor = cursor;
        }

        private boolean next() throws IOException {
            ended = !again && !cursor.next();
            again = false;
            return !ended;
        }

        private void putBack() {
            again = true;
        }

        /** None is left. */
        boolean ended() {
            return ended;
        }
    }
}
