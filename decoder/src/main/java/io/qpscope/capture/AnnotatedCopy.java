package io.qpscope.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Copies captures into one pcapng file with comments on some frames. Frames are the same bytes with
 * the same times in the resolution they had, in the order that gives them the numbers that {@link
 * FrameCursor#number} told. Interfaces, packet options and the options of a single file's first
 * section are kept; other blocks (names, statistics, secrets) are not. Simple packets, which have
 * no time, get that of the packet before.
 */
public final class AnnotatedCopy implements Closeable {
    /** Comments on frames, asked for in ascending order. */
    public interface Notes {
        /**
         * Of one frame, the empty list where there are none.
         *
         * @param capture its index among those opened
         * @param frame its number; of taps, in its own capture
         */
        List<String> on(int capture, long frame);
    }

    private final RecordCursor[] cursors;
    private final FrameCursor merged;

    /** The file's number of each capture's first interface, and so on; as far as written. */
    private final int[][] ids;

    /** By capture; null unless they are numbered apart. */
    private long[] numbers;

    /**
     * Opens the captures once more.
     *
     * @param paths as for {@link CaptureFile#open(List)}
     */
    public static AnnotatedCopy open(List<Path> paths) throws IOException {
        return open(CaptureFile.open(paths));
    }

    /**
     * The same for taps, whose frames are numbered by capture. Each keeps the times of its own clock;
     * they are in order by one clock.
     *
     * @param shifts as for {@link CaptureFile#open(List, long[])}
     */
    public static AnnotatedCopy ofTaps(List<Path> paths, long[] shifts) throws IOException {
        AnnotatedCopy copy = open(CaptureFile.open(paths, shifts));
        copy.numbers = new long[paths.size()];
        return copy;
    }

    private static AnnotatedCopy open(FrameCursor cursor) {
        if (cursor instanceof MergedCursor several) {
            return new AnnotatedCopy(several.cursors(), cursor);
        }
        RecordCursor one = (RecordCursor) cursor;
        one.keepOrder();
        return new AnnotatedCopy(new RecordCursor[] {one}, one);
    }

    private AnnotatedCopy(RecordCursor[] cursors, FrameCursor merged) {
        this.cursors = cursors;
        this.merged = merged;
        this.ids = new int[cursors.length][0];
    }

    /**
     * Writes the file, in place of one that is there. Damage in the captures ends them without an
     * exception, as ever.
     *
     * @param program that writes it
     * @param comment on the whole
     * @throws IOException when it can't be written
     */
    public void write(Path file, String program, String comment, Notes notes) throws IOException {
        boolean alone = cursors.length == 1;
        try (PcapngWriter out = alone
                ? PcapngWriter.create(file, program, comment, cursors[0].sectionOptions())
                : PcapngWriter.create(file, program, comment)) {
            RawRecord record = new RawRecord();
            while (merged.next()) {
                int capture = merged.captureIndex();
                RecordCursor from = cursors[capture];
                if (from.interfaceId() >= ids[capture].length) {
                    addInterfaces(numbers == null ? capture : 0, capture, out);
                }
                from.raw(record);
                int id = ids[capture][from.interfaceId()];
                out.copy(id, record, notes.on(capture, number(capture)));
            }
            addInterfaces(0, cursors.length - 1, out);
        }
    }

    private long number(int capture) {
        return numbers == null ? merged.number() : ++numbers[capture];
    }

    /** Taps come in the order of their names, whichever has the first frame. */
    private void addInterfaces(int first, int last, PcapngWriter out) throws IOException {
        for (int capture = first; capture <= last; capture++) {
            addInterfaces(capture, out);
        }
    }

    /** Those of a capture that were met since; of one file they keep their numbers. */
    private void addInterfaces(int capture, PcapngWriter out) throws IOException {
        RecordCursor from = cursors[capture];
        int[] old = ids[capture];
        int[] all = Arrays.copyOf(old, from.interfaces());
        for (int i = old.length; i < all.length; i++) {
            CaptureInterface described = from.describe(i);
            if (cursors.length > 1 && !described.hasKept()) {
                described.description(from.name());
            }
            all[i] = out.addInterface(described);
        }
        ids[capture] = all;
    }

    @Override
    public void close() throws IOException {
        merged.close();
    }
}
