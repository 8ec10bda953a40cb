package io.qpscope.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges captures by time. Equal times go in the order of the command line; the records of one
 * capture keep their order even where their times go back.
 */
final class MergedCursor implements FrameCursor {
    private final RecordCursor[] cursors;
    /** What each capture's clock is ahead by, ns. */
    private final long[] shifts;

    /** Indices of cursors that have a record, as a binary heap: the next one to deliver on top. */
    private final int[] heap;

    private int size;
    private boolean started;
    private long number;

    MergedCursor(RecordCursor[] cursors, long[] shifts) {
        this.cursors = cursors;
        this.shifts = shifts;
        this.heap = new int[cursors.length];
    }

    @Override
    public boolean next() {
        if (!started) {
            start();
        } else if (size > 0) {
            // Only now: until this call the record on top was in use.
            if (!cursors[heap[0]].next()) {
                heap[0] = heap[--size];
            }
            siftDown(0);
        }
        if (size == 0) {
            return false;
        }
        number++;
        return true;
    }

    private void start() {
        started = true;
        for (int i = 0; i < cursors.length; i++) {
            if (cursors[i].next()) {
                heap[size++] = i;
            }
        }
        for (int i = size / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
    }

    private void siftDown(int from) {
        int parent = from;
        while (true) {
            int least = parent;
            int left = 2 * parent + 1;
            if (left < size && isBefore(heap[left], heap[least])) {
                least = left;
            }
            if (left + 1 < size && isBefore(heap[left + 1], heap[least])) {
                least = left + 1;
            }
            if (least == parent) {
                return;
            }
            int moved = heap[parent];
            heap[parent] = heap[least];
            heap[least] = moved;
            parent = least;
        }
    }

    private boolean isBefore(int one, int other) {
        long time = cursors[one].timeNs() - shifts[one];
        long otherTime = cursors[other].timeNs() - shifts[other];
        return time < otherTime || (time == otherTime && one < other);
    }

    /** In the order of the command line. */
    RecordCursor[] cursors() {
        return cursors;
    }

    private RecordCursor current() {
        return cursors[heap[0]];
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public long timeNs() {
        return current().timeNs();
    }

    @Override
    public int interfaceId() {
        return current().interfaceId();
    }

    @Override
    public int captureIndex() {
        return heap[0];
    }

    @Override
    public int linkType() {
        return current().linkType();
    }

    @Override
    public long linkSpeed() {
        return current().linkSpeed();
    }

    @Override
    public ByteBuffer buffer() {
        return current().buffer();
    }

    @Override
    public boolean staysInPlace() {
        return current().staysInPlace();
    }

    @Override
    public int offset() {
        return current().offset();
    }

    @Override
    public int capturedLength() {
        return current().capturedLength();
    }

    @Override
    public int originalLength() {
        return current().originalLength();
    }

    @Override
    public long fileOffset() {
        return current().fileOffset();
    }

    @Override
    public List<CaptureInfo> captures() {
        List<CaptureInfo> infos = new ArrayList<>(cursors.length);
        for (RecordCursor cursor : cursors) {
            infos.add(cursor.info());
        }
        return infos;
    }

    @Override
    public void close() throws IOException {
        IOException failure = closeAll(cursors, null);
        if (failure != null) {
            throw failure;
        }
    }

    /** Closes all that are there, whatever fails meanwhile; returns the first failure. */
    static IOException closeAll(RecordCursor[] cursors, IOException earlier) {
        IOException first = earlier;
        for (RecordCursor cursor : cursors) {
            try {
                if (cursor != null) {
                    cursor.close();
                }
            } catch (IOException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        return first;
    }
}
