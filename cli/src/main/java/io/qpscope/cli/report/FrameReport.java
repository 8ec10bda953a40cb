package io.qpscope.cli.report;

import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;

/** Writes frames one by one, as they come. */
public interface FrameReport extends AutoCloseable {
    /**
     * Nothing of either is kept.
     *
     * @param tree made from the view
     */
    void frame(FrameView view, FieldTree tree);

    @Override
    void close();
}
