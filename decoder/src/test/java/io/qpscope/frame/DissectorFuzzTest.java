package io.qpscope.frame;

import com.code_intelligence.jazzer.junit.FuzzTest;

import io.qpscope.capture.LinkType;

import java.nio.ByteBuffer;

/**
 * Plain runs replay the seeds in DissectorFuzzTestInputs; JAZZER_FUZZ=1 searches. The first byte
 * picks the link type, the next two count the bytes that a snap length cut, the rest is the frame.
 */
class DissectorFuzzTest {
    private static final int[] LINK_TYPES = {
        LinkType.ETHERNET,
        LinkType.LINUX_SLL,
        LinkType.LINUX_SLL2,
        LinkType.RAW,
        LinkType.RAW_BSD,
        LinkType.RAW_OPENBSD,
        LinkType.IPV4,
        LinkType.IPV6,
        LinkType.INFINIBAND,
        LinkType.ERF,
        LinkType.INFINIBAND_MARKED
    };

    private final Dissector dissector = new Dissector(FrameBuilder.ROCE_PORT, true);
    private final FrameView view = new FrameView();

    @FuzzTest(maxDuration = "30s")
    void anyBytesGiveASaneView(byte[] data) {
        if (data.length < 3) {
            return;
        }
        ByteBuffer buffer = ByteBuffer.wrap(data);
        int linkType = LINK_TYPES[(data[0] & 0xff) % LINK_TYPES.length];
        int captured = data.length - 3;
        view.wrap(buffer, 3, captured, captured + (buffer.getShort(1) & 0xffff), linkType);
        dissector.dissect(view);
        Sanity.check(view);
    }
}
