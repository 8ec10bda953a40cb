package io.qpscope.capture;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Gzip members one behind the other; gives all that could be unpacked before it fails. */
final class GzipInput extends GZIPInputStream {
    private IOException later;

    GzipInput(InputStream in) throws IOException {
        super(new NeverIdle(in), 64 << 10);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (later != null) {
            throw later;
        }
        long before = inf.getBytesWritten();
        try {
            return super.read(bytes, offset, length);
        } catch (IOException cause) {
            IOException e = named(cause);
            // The inflater has filled in what it unpacked up to the bad byte, but can't return it.
            long unpacked = inf.getBytesWritten() - before;
            if (unpacked <= 0 || unpacked > length) {
                throw e;
            }
            later = e;
            return (int) unpacked;
        }
    }

    private static IOException named(IOException e) {
        if (e instanceof EOFException) {
            return new EOFException("the gzip data ends early");
        }
        // The file could not be read, or it could and is wrong.
        return e instanceof ZipException
                ? new IOException("bad gzip data: " + e.getMessage(), e)
                : e;
    }

    /**
     * GZIPInputStream takes a pipe that is idle between two members for the end of the file. With
     * this it tries to read the next header, and takes only a real end for the end.
     */
    private static final class NeverIdle extends FilterInputStream {
        NeverIdle(InputStream in) {
            super(in);
        }

        @Override
        public int available() {
            return 1;
        }
    }
}
