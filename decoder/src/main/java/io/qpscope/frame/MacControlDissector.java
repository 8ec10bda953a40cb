package io.qpscope.frame;

import io.qpscope.wire.MacPause;
import io.qpscope.wire.MacPfc;

/** MAC control: PAUSE and PFC. Frames shorter than Ethernet allows are read as far as they go. */
final class MacControlDissector {
    static final int ETHER_TYPE = 0x8808;

    /** Of Ethernet, without the frame check sequence (IEEE 802.3, 4A.4.2). */
    static final int SHORTEST_FRAME = 60;

    private static final int OPCODE_LENGTH = 2;

    private MacControlDissector() {}

    static Kind dissect(FrameView view, int at, int end) {
        int there = view.offset + view.captured - at;
        if (there < OPCODE_LENGTH) {
            return view.tooShort(Layer.MAC_CONTROL, at, OPCODE_LENGTH, end);
        }
        view.macControlOffset = at;
        switch (view.buffer.getShort(at)) {
            case MacPause.OPCODE -> {
                return there < MacPause.LENGTH
                        ? view.tooShort(Layer.MAC_CONTROL, at, MacPause.LENGTH, end)
                        : Kind.PAUSE;
            }
            case MacPfc.OPCODE -> {
                return there < MacPfc.LENGTH
                        ? view.tooShort(Layer.MAC_CONTROL, at, MacPfc.LENGTH, end)
                        : Kind.PFC;
            }
            default -> {
                return Kind.OTHER;
            }
        }
    }
}
