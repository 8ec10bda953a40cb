package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

class IwarpAllocationTest {
    private static final int FRAMES = 16;
    private static final int SEQUENCE_AT = 14 + 20 + 4;

    private final IwarpTracker tracker = new IwarpTracker(IwarpTracker.Options.DEFAULT);
    private final Dissector dissector = new Dissector(4791, true);
    private final FrameView view = new FrameView();
    private int number;

    private void feed(byte[] frame, ByteBuffer buffer) {
        view.wrap(buffer, 0, frame.length, frame.length, LinkType.ETHERNET)
                .at(++number, number, 0, 0);
        dissector.dissect(view);
        tracker.onTcp(view);
    }

    @Test
    void anFpduInASegmentOrOverSeveralAllocatesNothing() {
        MpaStream a = new MpaStream(false, true).request(0x40, 1, new byte[0]);
        int start = a.bytes().length;
        for (int i = 0; i < 4; i++) {
            a.write(1, i, 1400).write(1, i, 5000);
        }
        byte[] bytes = a.bytes();
        Wire wire = new Wire().handshake().data(0, bytes, 0, start, -1);
        wire.all(1, new MpaStream(false, true).reply(0, 1, new byte[0]));
        int first = wire.frames();
        int piece = (bytes.length - start) / FRAMES + 1;
        for (int at = start; at < bytes.length; at += piece) {
            wire.data(0, bytes, at, Math.min(bytes.length, at + piece), -1);
        }
        byte[][] frames = new byte[wire.frames()][];
        ByteBuffer[] buffers = new ByteBuffer[frames.length];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = wire.frame(i);
            // Absent, as where the adapter fills it in: a round may then change the sequence.
            frames[i][14 + 36] ^= 1;
            buffers[i] = ByteBuffer.wrap(frames[i]);
            if (i < first) {
                feed(frames[i], buffers[i]);
            }
        }
        ByteBuffer[] window = {ByteBuffer.allocate(1 << 16)};
        run(frames, window[0], first, bytes.length - start, 3000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        run(frames, window[0], first, bytes.length - start, 3000);
        // What the compiler moves about while it works is not the tracker's; a byte a frame would
        // be.
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(3000);
        assertThat(tracker.finish().sessions().get(0).directions().get(0).messages())
                .contains(6000L * 8);
    }

    private int rounds;

    private void run(byte[][] frames, ByteBuffer window, int first, int length, int times) {
        for (int round = 0; round < times; round++) {
            for (int i = first; i < frames.length; i++) {
                window.put(0, frames[i]);
                window.putInt(SEQUENCE_AT, window.getInt(SEQUENCE_AT) + rounds * length);
                feed(frames[i], window);
            }
            rounds++;
        }
    }
}
