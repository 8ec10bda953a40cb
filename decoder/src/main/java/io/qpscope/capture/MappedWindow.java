package io.qpscope.capture;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * Maps a file piece by piece, because a buffer ends at 2 GiB. A piece starts at the record that did
 * not fit in the one before, so records never straddle two.
 */
final class MappedWindow extends Window {
    static final int DEFAULT_BYTES = 1 << 30;

    private final Path path;
    private final FileChannel channel;
    private final int windowBytes;
    private final long size;

    /** Tells the file from another one that has taken its name meanwhile. */
    private final Object key;

    /** Takes over the channel and closes it as soon as nothing is left to map. */
    MappedWindow(Path path, FileChannel channel, int windowBytes) throws IOException {
        this.path = path;
        this.channel = channel;
        this.windowBytes = windowBytes;
        this.size = channel.size();
        this.key = attributes().fileKey();
        map(0, 0);
        if (length == size) {
            // Thousands of rotated files must not need as many descriptors.
            channel.close();
        }
    }

    @Override
    protected boolean slide(long offset, int bytes) {
        if (bytes > size - offset) {
            return false;
        }
        try {
            map(offset, bytes);
            return true;
        } catch (IOException e) {
            failure = "can't be mapped: " + e.getMessage();
            return false;
        }
    }

    private void map(long offset, int bytes) throws IOException {
        int wanted = (int) Math.min(Math.max(windowBytes, bytes), size - offset);
        show(channel.map(FileChannel.MapMode.READ_ONLY, offset, wanted));
        start = offset;
        length = wanted;
    }

    @Override
    long available(long offset) {
        return Math.max(0, size - offset);
    }

    @Override
    boolean goesBack() {
        return true;
    }

    @Override
    long lost() {
        try {
            BasicFileAttributes now = attributes();
            return Objects.equals(key, now.fileKey()) ? Math.max(0, size - now.size()) : 0;
        } catch (IOException e) {
            // Deleted or out of reach: the mapping stays good.
            return 0;
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
