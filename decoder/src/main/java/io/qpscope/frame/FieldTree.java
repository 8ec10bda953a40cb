package io.qpscope.frame;

import java.util.List;

/**
 * All layers of a frame with their fields, read by the Kaitai specifications. For showing frames to
 * people: slow, and independent of how the {@link Dissector} reads headers.
 *
 * @param frame 1-based number
 * @param timeNs nanoseconds since 1970
 * @param errors where a layer is cut or contradicts itself: layer, byte of the frame, what was
 *     expected
 */
public record FieldTree(long frame, long timeNs, List<LayerNode> layers, List<String> errors) {
    public FieldTree {
        layers = List.copyOf(layers);
        errors = List.copyOf(errors);
    }

    /** Never throws on any bytes. The view must have been dissected and still be valid. */
    public static FieldTree of(FrameView view) {
        return of(view, new UpperContext(), List.of());
    }

    /** With what the frames before told of upper layers. */
    public static FieldTree of(FrameView view, UpperContext context) {
        return of(view, context, List.of());
    }

    /** With the units of a stream that end in this frame. */
    public static FieldTree of(FrameView view, List<StreamUnit> units) {
        return of(view, new UpperContext(), units);
    }

    /**
     * As {@link #of(FrameView)}, with what the frames before told.
     *
     * @param context of upper layers; was fed the frames before, and this one
     * @param units of a stream that end in this frame, see {@link StreamContext}
     */
    public static FieldTree of(FrameView view, UpperContext context, List<StreamUnit> units) {
        return new FrameWalk(view, context).walk(units);
    }
}
