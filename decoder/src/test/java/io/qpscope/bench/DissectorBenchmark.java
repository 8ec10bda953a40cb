package io.qpscope.bench;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/**
 * One frame of Ethernet, IPv4, UDP, BTH. Payload 0 is an ACK; the others are RC SEND MIDDLE. Frames
 * lie in a direct buffer as a mapped capture has them; 64 of them stay in the processor's cache.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DissectorBenchmark {
    private static final int FRAMES = 64;
    private static final int HEADERS = 14 + 20 + 8 + 12;

    @Param({"0", "64", "1024", "4096"})
    int payload;

    private final FrameView view = new FrameView();
    private final Dissector plain = new Dissector(4791, false);
    private final Dissector checking = new Dissector(4791, true);
    private ByteBuffer buffer = ByteBuffer.allocateDirect(0);
    private int frameLength;
    private int frame;

    @Setup
    public void frames() {
        int behindBth = (payload == 0 ? 4 : payload) + 4;
        frameLength = HEADERS + behindBth;
        buffer = ByteBuffer.allocateDirect(FRAMES * frameLength);
        byte[] headers = HexFormat.of()
                .parseHex("020000000001020000000002" + "0800" + "4500000000004000" + "40110000"
                        + "0a0900010a090002" + "c00012b700000000"
                        + "0140ffff0000001100000000");
        for (int i = 0; i < FRAMES; i++) {
            int at = i * frameLength;
            buffer.put(at, headers);
            buffer.putShort(at + 16, (short) (frameLength - 14));
            buffer.putShort(at + 38, (short) (frameLength - 34));
            buffer.put(at + 42, (byte) (payload == 0 ? 0x11 : 0x01));
            buffer.putInt(at + 50, i);
        }
    }

    @Benchmark
    public int dissects() {
        return run(plain);
    }

    @Benchmark
    public int dissectsAndChecksIcrc() {
        return run(checking);
    }

    private int run(Dissector dissector) {
        frame = (frame + 1) % FRAMES;
        view.wrap(buffer, frame * frameLength, frameLength, frameLength, LinkType.ETHERNET);
        dissector.dissect(view);
        return view.psn() + view.payloadLength() + view.icrcComputed();
    }
}
