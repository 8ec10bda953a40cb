package io.qpscope.cli.report;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.UpperContext;

/** Writes frames one by one, as they come. */
public interface FrameReport extends AutoCloseable {
    /**
     * The view must have been dissected; nothing of it is kept.
     *
     * @param context was fed the frames up to this one
     */
    void frame(FrameView view, UpperContext context);

    @Override
    void close();
}
