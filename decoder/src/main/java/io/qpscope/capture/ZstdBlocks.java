package io.qpscope.capture;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Passes zstd frames (RFC 8878) on in whole pieces: a frame header, a block, a checksum. The
 * decompressor gets one at a time, so that it is known which one it failed on; and it can be told
 * that the frame ends early, because it holds back the last megabytes until the frame's end.
 */
final class ZstdBlocks extends InputStream {
    private static final int FRAME = 0x28b52ffd;
    private static final int SKIPPABLE = 0x502a4d18;
    private static final int SKIPPABLE_MASK = 0xf0ff_ffff;

    private static final int HAS_CHECKSUM = 0x04;
    private static final int SINGLE_SEGMENT = 0x20;
    private static final int RLE = 1;
    private static final int LARGEST_BLOCK = 128 << 10;
    private static final byte[] EMPTY_LAST_BLOCK = {1, 0, 0};

    private enum Expected {
        FRAME_HEADER,
        BLOCK,
        CHECKSUM,
        NOTHING
    }

    private final InputStream in;
    private final boolean salvage;
    private final long mostBlocks;

    private Expected expected = Expected.FRAME_HEADER;
    private boolean checksum;
    private boolean lastIsBlock;
    private long blocks;
    private IOException failure;

    private byte[] piece = new byte[4096];
    private int position;
    private int end;
    private int expectedOffset = -1;

    /**
     * Starts in front of a frame.
     *
     * @param salvage end the frame where the data ends; checksums are left out then, because that
     *     of a cut frame would be wrong
     * @param mostBlocks end it after so many blocks at the latest
     */
    ZstdBlocks(InputStream in, boolean salvage, long mostBlocks) {
        this.in = in;
        this.salvage = salvage;
        this.mostBlocks = mostBlocks;
    }

    /** Null, or what was wrong where a frame was made to end. */
    IOException failure() {
        return failure;
    }

    /** Blocks before the piece that was passed on last. */
    long blocksBefore() {
        return lastIsBlock ? blocks - 1 : blocks;
    }

    long blocks() {
        return blocks;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (position == end) {
            // The decompressor fills its buffer until it is full or we say -1. A call that goes on
            // where the last one stopped is such a greedy one; else it has used up what it got.
            if (offset == expectedOffset) {
                return -1;
            }
            position = 0;
            end = 0;
            if (!nextPiece()) {
                return -1;
            }
        }
        int count = Math.min(length, end - position);
        System.arraycopy(piece, position, bytes, offset, count);
        position += count;
        expectedOffset = offset + count;
        return count;
    }

    private boolean nextPiece() throws IOException {
        lastIsBlock = false;
        try {
            switch (expected) {
                case FRAME_HEADER -> frameHeader();
                case BLOCK -> block();
                case CHECKSUM -> {
                    take(4, "a checksum");
                    expected = Expected.FRAME_HEADER;
                    if (salvage) {
                        end = 0;
                        frameHeader();
                    }
                }
                case NOTHING -> {}
            }
        } catch (IOException e) {
            if (!salvage) {
                throw e;
            }
            failure = e;
            finish();
        }
        return end > 0;
    }

    /** Ends the frame at hand, if there is one. */
    private void finish() {
        end = 0;
        if (expected == Expected.BLOCK) {
            System.arraycopy(EMPTY_LAST_BLOCK, 0, piece, 0, EMPTY_LAST_BLOCK.length);
            end = EMPTY_LAST_BLOCK.length;
        }
        expected = Expected.NOTHING;
    }

    private void frameHeader() throws IOException {
        while (true) {
            int first = in.read();
            if (first < 0) {
                expected = Expected.NOTHING;
                return;
            }
            piece[end++] = (byte) first;
            take(3, "a frame header");
            int magic = piece[0] << 24
                    | (piece[1] & 0xff) << 16
                    | (piece[2] & 0xff) << 8
                    | (piece[3] & 0xff);
            if (magic == FRAME) {
                break;
            }
            if ((magic & SKIPPABLE_MASK) != SKIPPABLE) {
                throw new IOException("expected a zstd frame, found " + Integer.toHexString(magic));
            }
            take(4, "a skippable frame");
            in.skipNBytes(littleEndian(4, 4));
            end = 0;
        }
        take(1, "a frame header");
        int descriptor = piece[4];
        checksum = (descriptor & HAS_CHECKSUM) != 0;
        boolean single = (descriptor & SINGLE_SEGMENT) != 0;
        int dictionaryCode = descriptor & 3;
        int sizeCode = descriptor >> 6 & 3;
        int dictionary = dictionaryCode == 3 ? 4 : dictionaryCode;
        int size = sizeCode == 0 ? (single ? 1 : 0) : 1 << sizeCode;
        take((single ? 0 : 1) + dictionary + size, "a frame header");
        if (salvage) {
            piece[4] &= ~HAS_CHECKSUM;
        }
        expected = Expected.BLOCK;
    }

    private void block() throws IOException {
        if (blocks >= mostBlocks) {
            finish();
            return;
        }
        take(3, "a block");
        long header = littleEndian(0, 3);
        int type = (int) (header >> 1 & 3);
        int size = type == RLE ? 1 : (int) (header >> 3);
        if (size > LARGEST_BLOCK) {
            throw new IOException("expected a zstd block of at most 131072 bytes, found " + size);
        }
        take(size, "a block");
        blocks++;
        lastIsBlock = true;
        if ((header & 1) != 0) {
            expected = checksum ? Expected.CHECKSUM : Expected.FRAME_HEADER;
        }
    }

    private void take(int count, String what) throws IOException {
        if (end + count > piece.length) {
            piece = Arrays.copyOf(piece, end + count);
        }
        if (in.readNBytes(piece, end, count) < count) {
            throw new EOFException("the zstd data ends inside " + what);
        }
        end += count;
    }

    private long littleEndian(int from, int count) {
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << 8 | (piece[from + i] & 0xff);
        }
        return value;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
