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
    /** As headers some 50 us of work, beside which handing over costs little. */
    static final int USUAL_FRAMES = 512;

    /** As whole packets the same, and well inside an L2 cache. A larger frame is a batch alone. */
    private static final int BYTES = 1 << 19;

    private static final int AT_ONCE = 16;

    private final FrameView[] views;
    private ByteBuffer copies = ByteBuffer.allocate(0);
    private int count;
    private int bytes;

    /** Never asked for: it keeps a compiler from leaving out what {@link #fetch} reads. */
    int fetched;

    /**
     * @param frames at most
     */
    Batch(int frames) {
        this.views = new FrameView[frames];
    }

    /** Takes on records until it is full or none is left. */
    void fill(Records records, Progress progress) throws IOException {
        count = 0;
        bytes = 0;
        FrameCursor cursor = records.cursor;
        while (count < views.length && records.next()) {
            int length = cursor.capturedLength();
            if (count > 0 && length > BYTES - bytes) {
                records.putBack();
                return;
            }
            if (cursor.staysInPlace()) {
                add(cursor, cursor.buffer(), cursor.offset());
            } else {
                add(cursor, copy(cursor, length), bytes);
            }
            bytes += length;
            progress.frame(cursor);
        }
    }

    private ByteBuffer copy(FrameCursor cursor, int length) {
        if (copies.capacity() < bytes + length) {
            copies = ByteBuffer.allocate(Math.max(length, BYTES));
        }
        return copies.put(bytes, cursor.buffer(), cursor.offset(), length);
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
            if (i % AT_ONCE == 0) {
                fetch(i, Math.min(count, i + AT_ONCE));
            }
            intake.take(views[i], views[i].captureIndex());
        }
    }

    /**
     * Reads a byte of each of the frames to come, and of each cache line of their views: as a rule
     * another core had them last, and a processor waits for all of them together no longer than for
     * one.
     */
    private void fetch(int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            FrameView view = views[i];
            sum += (int) view.timeNs()
                    + view.ipOffset()
                    + view.icrcComputed()
                    + view.kind().ordinal();
            int at = Math.max(view.bthOffset(), view.transportOffset());
            sum += at < 0 ? 0 : view.buffer().get(at);
        }
        fetched = sum;
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
