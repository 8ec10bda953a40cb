package io.qpscope.capture;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;

/**
 * Opens captures: pcap, pcapng and ERF, plain, gzip or zstd. Plain files are mapped; packed ones, pipes
 * and standard input stream through a bounded buffer.
 *
 * <p>What can't be opened, or is no capture at all ({@link CaptureException}), throws here. From
 * then on nothing throws: a capture that is damaged further in ends there and says so in {@link
 * CaptureInfo#damage}.
 */
public final class CaptureFile {
    private CaptureFile() {}

    /** The path {@code -} is standard input. */
    public static FrameCursor open(Path path) throws IOException {
        return open(path, MappedWindow.DEFAULT_BYTES);
    }

    /** One cursor over all of them in order of time, see {@link MergedCursor}. */
    public static FrameCursor open(List<Path> paths) throws IOException {
        return open(paths, new long[paths.size()]);
    }

    /**
     * The same where clocks differ.
     *
     * @param shifts what each capture's clock is ahead by, ns; only the order depends on them
     */
    public static FrameCursor open(List<Path> paths, long[] shifts) throws IOException {
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("expected at least one capture");
        }
        if (paths.size() == 1) {
            return open(paths.get(0));
        }
        RecordCursor[] cursors = new RecordCursor[paths.size()];
        try {
            for (int i = 0; i < cursors.length; i++) {
                cursors[i] = open(paths.get(i), MappedWindow.DEFAULT_BYTES);
            }
        } catch (IOException e) {
            MergedCursor.closeAll(cursors, e);
            throw e;
        }
        return new MergedCursor(cursors, shifts);
    }

    /** Takes over the stream: closed with the cursor, or when it holds no capture. */
    public static FrameCursor open(InputStream in, String name) throws IOException {
        return stream(in, name, null);
    }

    static RecordCursor open(Path path, int windowBytes) throws IOException {
        String name = path.toString();
        if (name.equals("-")) {
            return stream(System.in, name, null);
        }
        if (Files.isDirectory(path)) {
            throw new CaptureException(name, 0, "expected a capture file, found a directory");
        }
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            // A pipe has no size to map.
            if (channel.size() == 0 && !Files.isRegularFile(path)) {
                return stream(Channels.newInputStream(channel), name, null);
            }
            ByteBuffer magic = ByteBuffer.allocate(Integer.BYTES);
            channel.read(magic, 0);
            if (Packing.of(magic.getInt(0)) != Packing.NONE) {
                return stream(
                        Channels.newInputStream(channel), name, () -> Files.newInputStream(path));
            }
            return walk(name, Packing.NONE, new MappedWindow(path, channel, windowBytes));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static RecordCursor stream(InputStream in, String name, ZstdInput.Again again)
            throws IOException {
        try {
            PushbackInputStream start = new PushbackInputStream(in, Integer.BYTES);
            byte[] first = start.readNBytes(Integer.BYTES);
            start.unread(first);
            Packing packing = Packing.NONE;
            if (first.length == Integer.BYTES) {
                packing = Packing.of(ByteBuffer.wrap(first).getInt());
            }
            InputStream unpacked = unpack(packing, start, again, name);
            return walk(name, packing, new StreamWindow(unpacked, StreamWindow.DEFAULT_BYTES));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    private static InputStream unpack(
            Packing packing, InputStream in, ZstdInput.Again again, String name)
            throws CaptureException {
        try {
            return packing.unpack(in, again);
        } catch (IOException e) {
            String why = e.getMessage() == null ? "the file ends inside it" : e.getMessage();
            throw new CaptureException(name, 0, "expected a gzip header, " + why);
        }
    }

    /** The records in a window that starts at byte 0. */
    static RecordCursor walk(String name, Packing packing, Window window) throws CaptureException {
        int index = window.ensure(0, Integer.BYTES);
        if (index < 0) {
            throw new CaptureException(
                    name, 0, "expected a pcap or pcapng magic number, " + found(window));
        }
        int magic = window.big.getInt(index);
        RecordCursor cursor = PcapCursor.open(name, packing.suffix, window, magic);
        if (cursor == null) {
            cursor = PcapngCursor.open(name, packing.suffix, window, magic);
        }
        if (cursor == null) {
            cursor = ErfCursor.open(name, packing.suffix, window);
        }
        if (cursor == null) {
            throw new CaptureException(
                    name,
                    0,
                    "expected a pcap or pcapng magic number or a chain of ERF records, found "
                            + HexFormat.of().toHexDigits(magic));
        }
        return cursor;
    }

    private static String found(Window window) {
        if (window.failure() != null) {
            return window.failure();
        }
        long there = window.available(0);
        return there == 0 ? "the file is empty" : "found only " + there + " bytes";
    }
}
