package io.qpscope.cli;

import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.report.Analysis;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;

import java.io.IOException;
import java.util.function.Supplier;

/** Walks the frames of captures and hands them on. */
final class Analyzer {
    private final FrameCursor cursor;
    private final Supplier<Dissector[]> dissectors;
    private final Intake intake;
    private final Progress progress;
    private final int threads;
    private String failure;

    /**
     * @param dissectors makes one for each capture
     * @param threads that may work at the same time; the result is the same
     */
    Analyzer(
            FrameCursor cursor,
            Supplier<Dissector[]> dissectors,
            Intake intake,
            Progress progress,
            int threads) {
        this.cursor = cursor;
        this.dissectors = dissectors;
        this.intake = intake;
        this.progress = progress;
        this.threads = threads;
    }

    /** What ended the reading early, beside the damage that the captures name; or null. */
    String failure() {
        return failure;
    }

    Analysis run(Inputs inputs) {
        try {
            walk();
        } catch (IOException e) {
            failure = Errors.line(e);
        } catch (InternalError e) {
            // The only way a JVM can tell that a mapped file was cut short meanwhile.
            failure = "the file became shorter while it was read: " + e.getMessage();
        } finally {
            progress.done();
        }
        return intake.finish(cursor.captures(), inputs::icrcIgnored);
    }

    private void walk() throws IOException {
        if (threads > 1) {
            new Pipeline(cursor, dissectors, progress, threads, Batch.USUAL_FRAMES).run(intake);
            return;
        }
        FrameView view = new FrameView();
        Dissector[] own = dissectors.get();
        while (cursor.next()) {
            int capture = cursor.captureIndex();
            Frames.dissect(cursor, own[capture], view);
            intake.take(view, capture);
            progress.frame(cursor);
        }
    }
}
