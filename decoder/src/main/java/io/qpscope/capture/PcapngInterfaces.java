package io.qpscope.capture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The interfaces of a pcapng file, section by section, and the options of its first section. */
final class PcapngInterfaces {
    /** In all sections together, to bound memory. */
    static final int MOST = 1 << 16;

    /** Bytes of options kept of the section, and of all interfaces, to bound memory. */
    static final int MOST_OPTIONS = 1 << 20;

    /** By number in the file; null for one whose block told nothing. The array only grows. */
    private PcapngInterface[] met = new PcapngInterface[4];

    private int earlier;
    private int count;
    private int optionBytes;
    private ByteBuffer sectionOptions = ByteBuffer.allocate(0);

    void newSection() {
        earlier += count;
        count = 0;
    }

    /** Of the section at hand. */
    int count() {
        return count;
    }

    /** Of the sections before. */
    int earlier() {
        return earlier;
    }

    /** One of the section at hand, or null. */
    PcapngInterface get(int id) {
        return id < 0 || id >= count ? null : met[earlier + id];
    }

    /** One of the file, or null. */
    PcapngInterface met(int id) {
        return id < met.length ? met[id] : null;
    }

    /** False when there are too many; null when the block told nothing. */
    boolean add(PcapngInterface added) {
        if (earlier + count >= MOST) {
            return false;
        }
        if (earlier + count == met.length) {
            met = Arrays.copyOf(met, 2 * met.length);
        }
        met[earlier + count++] = added;
        return true;
    }

    /** What an interface's block tells; its options stop where one is cut. */
    PcapngInterface read(ByteBuffer block, int index, PcapngOptions options) {
        PcapngInterface read =
                new PcapngInterface(block.getShort(index + 8) & 0xffff, block.getInt(index + 12));
        ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
        while (options.next()) {
            int code = options.code();
            read.apply(code, options.length(), block, options.value());
            int size = PcapngOptions.HEADER + options.length();
            if (PcapngInterface.isApplied(code) || optionBytes + size <= MOST_OPTIONS) {
                optionBytes += size;
                int from = options.value() - PcapngOptions.HEADER;
                for (int i = from; i < from + size; i++) {
                    kept.write(block.get(i));
                }
                kept.writeBytes(new byte[-size & 3]);
            }
        }
        read.keep(kept.toByteArray(), block.order());
        return read;
    }

    /** Takes note of the options of the file's first section, whose block is all there. */
    void keepSection(ByteBuffer block, int index, int total) {
        byte[] kept = new byte[total - PcapngCursor.SECTION_BLOCK];
        block.get(index + PcapngCursor.SECTION_BLOCK - Integer.BYTES, kept);
        sectionOptions = ByteBuffer.wrap(kept).order(block.order());
    }

    ByteBuffer sectionOptions() {
        return sectionOptions;
    }
}
