package io.qpscope.cli;

import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.Contents;
import io.qpscope.finding.Rules;
import io.qpscope.frame.FrameView;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import java.util.List;

/** Takes the frames of all captures, or of a live one, to one tracker. */
final class TrackerIntake extends Intake {
    private final SessionTracker tracker;

    TrackerIntake(SessionTracker tracker, int captures) {
        super(captures);
        this.tracker = tracker;
    }

    SessionTracker tracker() {
        return tracker;
    }

    @Override
    void track(FrameView view) {
        tracker.onFrame(view);
    }

    @Override
    Analysis result(List<Analysis.Capture> captures, Contents contents) {
        TrackerResult result = tracker.finish();
        return new Analysis(captures, contents, result, Rules.judge(result), 0);
    }
}
