package io.qpscope.cli;

import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;

import java.nio.ByteBuffer;

/** The packet of a live capture that is looked at, in a buffer that is used again for the next. */
final class LiveFrame {
    private static final int LARGEST = 1 << 18;

    private final Dissector dissector;
    private final int linkType;
    private final long linkSpeed;
    private final FrameView view = new FrameView();
    private ByteBuffer bytes = ByteBuffer.allocate(LARGEST);
    private long number;
    private int wire;

    /**
     * @param linkSpeed bits a second; 0 where it is not known
     */
    LiveFrame(Dissector dissector, int linkType, long linkSpeed) {
        this.dissector = dissector;
        this.linkType = linkType;
        this.linkSpeed = linkSpeed;
    }

    /** The next packet; it gets the next number, from 1. */
    FrameView next(byte[] packet, int originalLength, long timeNs) {
        if (packet.length > bytes.capacity()) {
            bytes = ByteBuffer.allocate(packet.length);
        }
        bytes.clear().put(packet).flip();
        wire = Math.max(originalLength, packet.length);
        view.wrap(bytes, 0, packet.length, wire, linkType)
                .at(++number, timeNs, 0, 0)
                .linkSpeed(linkSpeed);
        dissector.dissect(view);
        return view;
    }

    /** All of it that was captured. */
    ByteBuffer bytes() {
        return bytes.rewind();
    }

    /** Bytes on the wire. */
    int wireLength() {
        return wire;
    }
}
