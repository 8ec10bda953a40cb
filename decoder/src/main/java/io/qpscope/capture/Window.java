package io.qpscope.capture;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The part of a file that can be read right now. {@link #ensure} moves it on; its fast path is a
 * subtraction and a compare, so walkers call it for each record and don't know how the bytes come.
 */
abstract class Window implements Closeable {
    /** Views of the same bytes; index 0 is the file's byte {@link #start}. */
    ByteBuffer big;

    ByteBuffer little;

    /** Handed out: callers may move its position and limit without hurting the walker. */
    ByteBuffer frames;

    protected long start;
    protected int length;

    /** Null, or why no more bytes come although the file should have some. */
    protected String failure;

    /**
     * Makes bytes readable; what lay before offset may be gone afterwards.
     *
     * @return index of the byte at offset in the views, or -1 when fewer bytes are left: see {@link
     *     #available}
     */
    final int ensure(long offset, int bytes) {
        long index = offset - start;
        if (index >= 0 && index + bytes <= length) {
            return (int) index;
        }
        return slide(offset, bytes) ? (int) (offset - start) : -1;
    }

    /** Moves so that the byte at offset and those behind it are inside; false if it can't. */
    protected abstract boolean slide(long offset, int bytes);

    /** Bytes from offset to the end; only known after {@link #ensure} returned -1. */
    abstract long available(long offset);

    /** Whether bytes before those of the last {@link #ensure} can be had again. */
    boolean goesBack() {
        return false;
    }

    /** Bytes the file has lost since it was opened; 0 where that can't be told. */
    long lost() {
        return 0;
    }

    final String failure() {
        return failure;
    }

    protected final void show(ByteBuffer bytes) {
        big = bytes.duplicate().order(ByteOrder.BIG_ENDIAN);
        little = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        frames = bytes.duplicate().order(ByteOrder.BIG_ENDIAN);
    }
}
