package io.qpscope.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What a pcapng file says of an interface, for {@link PcapngWriter}. Times are nanoseconds, unless
 * it stands for an interface of another capture file, whose ticks are kept.
 */
public final class CaptureInterface {
    static final int NANOSECONDS = 9;
    static final int MICROSECONDS = 6;

    private static final byte[] NOTHING = {};

    final int linkType;
    final int snapLength;
    final int resolution;

    /** Options as they were in another file, without end mark. */
    final ByteBuffer kept;

    private byte[] name = NOTHING;
    private byte[] description = NOTHING;
    private long speed;
    private int fcsLength;

    private CaptureInterface(int linkType, int snapLength, int resolution, ByteBuffer kept) {
        this.linkType = linkType;
        this.snapLength = snapLength;
        this.resolution = resolution;
        this.kept = kept;
    }

    /** Frames of a {@link LinkType}, never cut. */
    public static CaptureInterface of(int linkType) {
        return of(linkType, 0);
    }

    /**
     * Frames of a {@link LinkType}.
     *
     * @param snapLength bytes that a frame is cut to; 0 for no limit
     */
    public static CaptureInterface of(int linkType, int snapLength) {
        return inTicks(linkType, snapLength, NANOSECONDS);
    }

    /**
     * Of a file that says nothing more.
     *
     * @param resolution if_tsresol: n for ticks of 10^-n seconds, 128 + n for 2^-n seconds
     */
    static CaptureInterface inTicks(int linkType, int snapLength, int resolution) {
        return new CaptureInterface(linkType, snapLength, resolution, ByteBuffer.allocate(0));
    }

    /** Of a pcapng file, with all that it says; ticks are what its options tell. */
    static CaptureInterface kept(
            int linkType, int snapLength, int resolution, byte[] options, ByteOrder order) {
        return new CaptureInterface(
                linkType, snapLength, resolution, ByteBuffer.wrap(options).order(order));
    }

    /** As the system names it, {@code eth0}. */
    public CaptureInterface name(String text) {
        name = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** For people. */
    public CaptureInterface description(String text) {
        description = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** Bits a second; 0 = not known. */
    public CaptureInterface speed(long bitsPerSecond) {
        speed = bitsPerSecond;
        return this;
    }

    /** Bytes of frame check sequence at the end of each frame. */
    CaptureInterface fcsLength(int bytes) {
        fcsLength = bytes;
        return this;
    }

    byte[] name() {
        return name;
    }

    byte[] description() {
        return description;
    }

    long speed() {
        return speed;
    }

    int fcsLength() {
        return fcsLength;
    }

    /** Whether {@link #kept} names the length of ticks; else it is microseconds. */
    boolean hasKept() {
        return kept.capacity() > 0;
    }
}
