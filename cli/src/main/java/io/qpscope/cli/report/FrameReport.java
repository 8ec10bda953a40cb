package io.qpscope.cli.report;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.StreamUnit;

import java.util.List;

/** Writes frames one by one, as they come. */
public interface FrameReport extends AutoCloseable {
    /**
     * The view must have been dissected; nothing of it is kept.
     *
     * @param units of a stream that end in the frame
     */
    void frame(FrameView view, List<StreamUnit> units);

    @Override
    void close();
}
