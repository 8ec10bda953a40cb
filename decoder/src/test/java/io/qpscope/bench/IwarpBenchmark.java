package io.qpscope.bench;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;
import io.qpscope.session.iwarp.IwarpTracker;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/**
 * A segment with an FPDU that has a CRC: dissection, TCP checksum, reassembly, CRC32C, DDP and
 * RDMAP. Bytes a second: segment length divided by the time. Aligned FPDUs are one a segment; else
 * each lies over two.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IwarpBenchmark {
    private static final int FRAMES = 64;
    private static final int HEADERS = 14 + 20 + 20;
    private static final int STRIDE = 9216;
    private static final int SEQUENCE_AT = 38;

    @Param({"1448", "8948"})
    int segment;

    @Param({"true", "false"})
    boolean aligned;

    private final FrameView view = new FrameView();
    private final Dissector dissector = new Dissector(4791, true);
    private final IwarpTracker tracker = new IwarpTracker(IwarpTracker.Options.DEFAULT);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect((FRAMES + 2) * STRIDE);
    private int frame;
    private int sequence;
    private long number;

    @Setup
    public void frames() {
        byte[] fpdu = fpdu(segment);
        byte[] key = "MPA ID Req Frame".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        byte[] request = java.util.Arrays.copyOf(key, 20);
        request[16] = 0x40;
        request[17] = 1;
        int shift = aligned ? 0 : 700;
        byte[] start = java.util.Arrays.copyOf(request, 20 + shift);
        System.arraycopy(fpdu, 0, start, 20, shift);
        put(FRAMES, start);
        byte[] turned = new byte[segment];
        for (int i = 0; i < segment; i++) {
            turned[i] = fpdu[(i + shift) % segment];
        }
        for (int i = 0; i < FRAMES; i++) {
            put(i, turned);
        }
        sequence = 1;
        feed(FRAMES, start.length);
    }

    private static byte[] fpdu(int length) {
        ByteBuffer fpdu = ByteBuffer.allocate(length);
        fpdu.putShort((short) (length - 6)).putShort((short) 0xc140).putInt(7).putLong(0);
        CRC32C crc = new CRC32C();
        crc.update(fpdu.array(), 0, length - 4);
        fpdu.putInt(length - 4, Integer.reverseBytes((int) crc.getValue()));
        return fpdu.array();
    }

    private void put(int index, byte[] payload) {
        int at = index * STRIDE;
        buffer.put(
                at,
                HexFormat.of()
                        .parseHex("0200000000010200000000020800" + "4500000000004000" + "40060000"
                                + "0a0900010a090002" + "9c404e20" + "0000000000000000" + "5000ffff"
                                + "00000000"));
        buffer.putShort(at + 16, (short) (40 + payload.length));
        buffer.put(at + HEADERS, payload);
    }

    private void feed(int index, int length) {
        int at = index * STRIDE;
        buffer.putInt(at + SEQUENCE_AT, sequence);
        sequence += length;
        int whole = HEADERS + length;
        view.wrap(buffer, at, whole, whole, LinkType.ETHERNET).at(++number, number * 1000, 0, 0);
        dissector.dissect(view);
        tracker.onTcp(view);
    }

    /** A stream that gets lost would be measured as fast. */
    @TearDown
    public void provesThatAllWasFollowed() {
        IwarpTracker.Result result = tracker.finish();
        long writes =
                result.sessions().get(0).direction(Side.A).messages().get(Verb.WRITE.ordinal());
        if (writes != number - 1 || !result.observations().isEmpty()) {
            throw new IllegalStateException(writes + " messages in " + (number - 1) + " segments, "
                    + result.observations());
        }
    }

    @Benchmark
    public long follows() {
        frame = (frame + 1) % FRAMES;
        feed(frame, segment);
        return tracker.frames();
    }
}
