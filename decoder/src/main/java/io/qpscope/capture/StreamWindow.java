package io.qpscope.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads forward through one buffer that grows no further than the largest record asked for. */
final class StreamWindow extends Window {
    static final int DEFAULT_BYTES = 256 << 10;

    private final InputStream in;
    private byte[] bytes;

    /** Takes over the stream. */
    StreamWindow(InputStream in, int initialBytes) {
        this.in = in;
        resize(initialBytes);
    }

    @Override
    protected boolean slide(long offset, int needed) {
        if (offset < start) {
            throw new IllegalArgumentException(
                    "byte " + offset + " is gone, the stream is at " + start);
        }
        if (!dropUntil(offset)) {
            return false;
        }
        while (length < needed) {
            if (length == bytes.length) {
                // Only as data arrives: a record that claims much and has little costs little.
                resize(Math.max(bytes.length, Math.min(needed, 2 * bytes.length)));
            }
            if (!fill()) {
                return false;
            }
        }
        return true;
    }

    private boolean dropUntil(long offset) {
        while (offset - start > length) {
            start += length;
            length = 0;
            if (!fill()) {
                return false;
            }
        }
        int gone = (int) (offset - start);
        length -= gone;
        System.arraycopy(bytes, gone, bytes, 0, length);
        start = offset;
        return true;
    }

    /** Takes what one read gives, so that a live stream is never waited for longer than needed. */
    private boolean fill() {
        if (failure != null) {
            return false;
        }
        try {
            int read = in.read(bytes, length, bytes.length - length);
            if (read <= 0) {
                return false;
            }
            length += read;
            return true;
        } catch (IOException | RuntimeException e) {
            // Decompressors of other people may throw anything on damaged data.
            failure = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            return false;
        }
    }

    private void resize(int capacity) {
        bytes = bytes == null ? new byte[capacity] : Arrays.copyOf(bytes, capacity);
        show(ByteBuffer.wrap(bytes));
    }

    @Override
    long available(long offset) {
        return Math.max(0, start + length - offset);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
