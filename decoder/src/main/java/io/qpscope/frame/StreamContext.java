package io.qpscope.frame;

import java.util.List;

/** What lies in the streams of a capture beyond the single frame. */
public interface StreamContext {
    /** For captures of which nothing but the frame at hand is known. */
    StreamContext NONE = view -> List.of();

    /** The units that end in this frame. To be asked once for each frame, in order. */
    List<StreamUnit> unitsOf(FrameView view);
}
