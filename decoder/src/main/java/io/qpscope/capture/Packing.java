package io.qpscope.capture;

import java.io.IOException;
import java.io.InputStream;

/** Compression around a capture, told by the first bytes, never by the name. */
enum Packing {
    NONE("") {
        @Override
        InputStream unpack(InputStream in, ZstdInput.Again again) {
            return in;
        }
    },
    GZIP(", gzip") {
        @Override
        InputStream unpack(InputStream in, ZstdInput.Again again) throws IOException {
            return new GzipInput(in);
        }
    },
    ZSTD(", zstd") {
        @Override
        InputStream unpack(InputStream in, ZstdInput.Again again) {
            return new ZstdInput(in, again);
        }
    };

    /** What the format's name gets behind it. */
    final String suffix;

    Packing(String suffix) {
        this.suffix = suffix;
    }

    /**
     * Takes over the stream.
     *
     * @param again opens it once more, null when that can't be
     */
    abstract InputStream unpack(InputStream in, ZstdInput.Again again) throws IOException;

    static Packing of(int magic) {
        if (magic >>> 16 == 0x1f8b) {
            return GZIP;
        }
        // A skippable frame (184d2a50 to 184d2a5f) may come first.
        if (magic == 0x28b52ffd || (magic & 0xf0ff_ffff) == 0x502a_4d18) {
            return ZSTD;
        }
        return NONE;
    }
}
