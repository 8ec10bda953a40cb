package io.qpscope.frame;

import com.code_intelligence.jazzer.junit.FuzzTest;

import io.qpscope.capture.LinkType;

import java.nio.ByteBuffer;

/**
 * Any bytes become a tree whose fields lie inside the frame. The first byte selects the link type,
 * the second says how many bytes the capture cut off. JAZZER_FUZZ=1 searches.
 */
class FieldTreeFuzzTest {
    private static final int[] LINK_TYPES = {
        LinkType.ETHERNET,
        LinkType.LINUX_SLL,
        LinkType.LINUX_SLL2,
        LinkType.RAW,
        LinkType.IPV4,
        LinkType.IPV6,
        LinkType.ERF,
        LinkType.INFINIBAND,
        LinkType.INFINIBAND_MARKED
    };

    private final Dissector dissector = new Dissector(4791, true);

    @FuzzTest(maxDuration = "30s")
    void fieldsLieInsideTheFrame(byte[] data) {
        if (data.length < 2) {
            return;
        }
        int captured = data.length - 2;
        int linkType = LINK_TYPES[(data[0] & 0xff) % LINK_TYPES.length];
        FrameView view = new FrameView()
                .wrap(ByteBuffer.wrap(data), 2, captured, captured + (data[1] & 0xff), linkType)
                .at(1, 0, 0, 0);
        dissector.dissect(view);
        for (LayerNode layer : FieldTree.of(view).layers()) {
            for (Field field : layer.fields()) {
                int bits = field.offset() * 8 + field.bitOffset() + field.bits();
                if (field.bits() > 0 && (field.offset() < 0 || bits > captured * 8)) {
                    throw new AssertionError(field + " in " + captured + " bytes");
                }
            }
        }
    }
}
