package io.qpscope.cli.report;

import io.qpscope.frame.FrameView;

/** Writes frames one by one, as they come. */
public interface FrameReport extends AutoCloseable {
    /** The view must have been dissected; nothing of it is kept. */
    void frame(FrameView view);

    @Override
    void close();
}
