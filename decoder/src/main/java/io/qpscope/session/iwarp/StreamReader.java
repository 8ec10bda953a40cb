package io.qpscope.session.iwarp;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.frame.StreamContext;
import io.qpscope.frame.StreamUnit;
import io.qpscope.wire.AtomicCodes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Follows the iWARP streams of a capture to show the units that end in each frame. */
public final class StreamReader implements StreamContext {
    private final IwarpTracker tracker;
    private List<StreamUnit> units = new ArrayList<>();
    private ByteBuffer frame = ByteBuffer.allocate(0);
    private int frameOffset;

    public StreamReader() {
        this(AtomicCodes.DEFAULT);
    }

    /** With the code points of RDMAP's atomic operations. */
    public StreamReader(AtomicCodes atomicCodes) {
        IwarpTracker.Options bounds = IwarpTracker.Options.DEFAULT;
        tracker = new IwarpTracker(
                new IwarpTracker.Options(bounds.maxSessions(), bounds.maxBytes(), atomicCodes));
        tracker.listener = (buffer, at, length, position, markers, crc) -> {
            byte[] bytes = new byte[length];
            buffer.get(at, bytes);
            int place = isFrame(buffer) ? at - frameOffset : -1;
            units.add(new StreamUnit(bytes, place, position, markers, crc, atomicCodes));
        };
    }

    @SuppressWarnings("ReferenceEquality") // whose bytes they are, not whether they are the same
    private boolean isFrame(ByteBuffer buffer) {
        return buffer == frame;
    }

    @Override
    public List<StreamUnit> unitsOf(FrameView view) {
        units = new ArrayList<>();
        if (view.kind() == Kind.TCP) {
            frame = view.buffer();
            frameOffset = view.offset();
            tracker.onTcp(view);
        }
        return units;
    }
}
