package io.qpscope.capture;

import io.airlift.compress.zstd.ZstdInputStream;

import java.io.IOException;
import java.io.InputStream;

/**
 * Unpacks zstd and gives all that can be unpacked before it fails.
 *
 * <p>The decompressor keeps up to a window (8 MiB) back until a frame ends and loses it when the
 * data is damaged. A file is then read a second time, ended just before the damage. A pipe can't
 * be: its frames are ended where the data ends from the start, which costs the check of their
 * checksums, and damage in the middle costs a window.
 */
final class ZstdInput extends InputStream {
    /** Opens the packed file once more. */
    interface Again {
        InputStream open() throws IOException;
    }

    private final Again again;
    private ZstdBlocks blocks;
    private ZstdInputStream unpacked;
    private long delivered;

    /** What was wrong at first; thrown when all before it is delivered. */
    private IOException failure;

    /**
     * Takes over the stream.
     *
     * @param again null when the stream can't be had a second time
     */
    ZstdInput(InputStream in, Again again) {
        this.again = again;
        start(in, again == null, Long.MAX_VALUE);
    }

    private void start(InputStream in, boolean salvage, long mostBlocks) {
        blocks = new ZstdBlocks(in, salvage, mostBlocks);
        unpacked = new ZstdInputStream(blocks);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return unpack(bytes, offset, length);
        } catch (IOException | RuntimeException e) {
            if (failure != null) {
                throw failure;
            }
            failure = e instanceof IOException known ? known : new IOException(text(e), e);
            if (again == null) {
                throw failure;
            }
            salvage(e);
            return read(bytes, offset, length);
        }
    }

    private int unpack(byte[] bytes, int offset, int length) throws IOException {
        // What is ready and no more: asked for more it would wait, and lose all if that fails.
        int ready = Math.max(1, Math.min(length, unpacked.available()));
        int count = unpacked.read(bytes, offset, ready);
        if (count >= 0) {
            delivered += count;
            return count;
        }
        if (failure == null) {
            failure = blocks.failure();
        }
        if (failure != null) {
            throw failure;
        }
        return -1;
    }

    private void salvage(Exception cause) throws IOException {
        // Our own IOException comes before a piece is passed on, others because of the last piece.
        long good = cause instanceof IOException ? blocks.blocks() : blocks.blocksBefore();
        unpacked.close();
        start(again.open(), true, good);
        try {
            unpacked.skipNBytes(delivered);
        } catch (IOException | RuntimeException e) {
            throw failure;
        }
    }

    private static String text(Exception e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return "bad zstd data: " + message;
    }

    @Override
    public void close() throws IOException {
        unpacked.close();
    }
}
