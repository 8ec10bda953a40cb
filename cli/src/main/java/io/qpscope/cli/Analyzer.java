package io.qpscope.cli;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.Contents;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.session.PlotListener;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Walks the frames and hands them to the tracker. */
class Analyzer {
    private final FrameCursor cursor;
    private final Dissector[] dissectors;
    private final SessionTracker tracker;
    private final Progress progress;
    private final long[] malformed;
    private final Contents contents = new Contents();
    private String failure;

    /**
     * @param dissectors one for each capture
     * @param plots hears of what plots show; null when none are wanted
     */
    Analyzer(
            FrameCursor cursor,
            Dissector[] dissectors,
            SessionTracker.Options options,
            PlotListener plots,
            Progress progress) {
        this.cursor = cursor;
        this.dissectors = dissectors;
        this.tracker = new SessionTracker(options, plots);
        this.progress = progress;
        this.malformed = new long[dissectors.length];
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
        List<Analysis.Capture> captures = new ArrayList<>();
        for (CaptureInfo info : cursor.captures()) {
            int index = captures.size();
            captures.add(new Analysis.Capture(info, malformed[index], inputs.icrcIgnored(index)));
        }
        return result(captures, contents);
    }

    Analysis result(List<Analysis.Capture> captures, Contents contents) {
        TrackerResult result = tracker.finish();
        return new Analysis(captures, contents, result, Rules.judge(result), 0);
    }

    void onFrame(FrameView view) {
        tracker.onFrame(view);
    }

    private void walk() throws IOException {
        FrameView view = new FrameView();
        while (cursor.next()) {
            int capture = cursor.captureIndex();
            Frames.dissect(cursor, dissectors[capture], view);
            if (view.kind() == Kind.MALFORMED) {
                malformed[capture]++;
            }
            if (!view.kind().hasTransport()) {
                contents.count(view);
                if (view.kind() == Kind.PFC || view.kind() == Kind.PAUSE) {
                    view.linkSpeed(cursor.linkSpeed());
                }
            }
            onFrame(view);
            progress.frame(cursor);
        }
    }
}
