package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Random;

class DissectorAllocationTest {
    private static final int WINDOWS = 3;

    private final Random random = new Random(3);
    private final Dissector dissector = new Dissector(FrameBuilder.ROCE_PORT, true);
    private final FrameView view = new FrameView();
    private final ByteBuffer[] windows = new ByteBuffer[WINDOWS];
    private int[] lengths = {};
    private int good;

    private void run(int frames) {
        for (int i = 0; i < frames; i++) {
            int frame = i % lengths.length;
            view.wrap(
                    windows[i % WINDOWS],
                    frame * 8192,
                    lengths[frame],
                    lengths[frame],
                    LinkType.ETHERNET);
            dissector.dissect(view);
            good += view.icrc() == IcrcStatus.GOOD ? 1 : 0;
        }
    }

    @Test
    void allocatesNothing() {
        byte[][] frames = {
            new FrameBuilder()
                    .ethernet()
                    .ipv4("")
                    .roce(Opcode.ACKNOWLEDGE, 0, random)
                    .build(),
            new FrameBuilder()
                    .ethernet()
                    .ipv4("")
                    .roce(Opcode.SEND_ONLY, 4096, random)
                    .build(),
            new FrameBuilder()
                    .ethernet()
                    .tag(0x8100, 3, 7)
                    .ipv6()
                    .roce(Opcode.WRITE_ONLY, 1000, random)
                    .build(),
            new InfinibandPackets().roceV1(),
            // Cut: malformed, as it is the whole frame.
            new byte[20],
        };
        lengths = new int[frames.length];
        for (int w = 0; w < WINDOWS; w++) {
            windows[w] = ByteBuffer.allocateDirect(frames.length * 8192);
            for (int i = 0; i < frames.length; i++) {
                windows[w].put(i * 8192, frames[i]);
                lengths[i] = frames[i].length;
            }
        }
        run(40_000);
        good = 0;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        run(40_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).isZero();
        assertThat(good).isEqualTo(32_000);
    }
}
