package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.InfinibandPackets;
import io.qpscope.wire.Erf;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** What a listener hears of credits on a native link. */
class LinkPlotTest {
    private static final int NORMAL = 0;
    /** A packet fills this many blocks. */
    private static final int BLOCKS = 33;

    private final Drawing drawing = new Drawing();
    private final SessionTracker tracker =
            new SessionTracker(SessionTracker.Options.DEFAULT, drawing);
    private final Dissector dissector = new Dissector(4791, true);
    private final FrameView view = new FrameView();
    private long number;

    private void frame(long us, int type, int port, byte[] packet) {
        byte[] record = InfinibandPackets.erf(type, port, 1L << 32, "", packet);
        view.wrap(ByteBuffer.wrap(record), 0, record.length, record.length, LinkType.ERF)
                .at(++number, us * 1000, 0, 0);
        dissector.dissect(view);
        tracker.onFrame(view);
    }

    private void link(long us, int port, int sent, int limit) {
        byte[] packet = InfinibandPackets.link(NORMAL, sent, 0, limit);
        frame(us, Erf.TYPE_INFINIBAND_LINK, port, packet);
    }

    private void data(long us) {
        InfinibandPackets packets = new InfinibandPackets();
        packets.payload = new byte[BLOCKS * 64 - 28];
        packets.psn = (int) number;
        frame(us, Erf.TYPE_INFINIBAND, 0, packets.build());
    }

    @Test
    void aWaitForCreditsIsToldFromTheFrameThatTookTheLastToTheOneThatGaveMore() {
        link(0, 0, 0, BLOCKS);
        link(1, 1, 0, BLOCKS);
        data(10);
        link(500, 1, 0, 2 * BLOCKS);
        tracker.finish();
        assertThat(drawing.stops).containsExactly("port 0 VL 0: 10000-500000");
    }

    @Test
    void withCreditsToSpareNobodyWaits() {
        link(0, 0, 0, 10 * BLOCKS);
        link(1, 1, 0, 10 * BLOCKS);
        data(10);
        link(500, 1, 0, 20 * BLOCKS);
        tracker.finish();
        assertThat(drawing.stops).isEmpty();
    }
}
