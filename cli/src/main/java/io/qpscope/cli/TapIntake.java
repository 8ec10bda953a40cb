package io.qpscope.cli;

import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.Contents;
import io.qpscope.finding.Rules;
import io.qpscope.frame.FrameView;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.taps.TapMatcher;
import io.qpscope.session.taps.TapReport;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Takes the frames of several taps: each tap has a tracker of its own, since clocks differ and one
 * tap's copy must not count as another's duplicate, and a matcher follows packets from tap to tap.
 * Frames are numbered by capture.
 */
final class TapIntake extends Intake {
    private final TapMatcher matcher;
    private final IntFunction<SessionTracker> make;
    private final List<SessionTracker> trackers = new ArrayList<>();
    private final long[] frames;

    /**
     * @param make a tracker for a tap, as the matcher numbers them
     */
    TapIntake(IntFunction<SessionTracker> make, long[] shifts) {
        super(shifts.length);
        this.make = make;
        this.frames = new long[shifts.length];
        this.matcher = new TapMatcher(shifts);
    }

    @Override
    void track(FrameView view) {
        int capture = view.captureIndex();
        long number = ++frames[capture];
        view.at(number, view.timeNs(), capture, view.interfaceId());
        int tap = matcher.onFrame(view, number);
        if (tap == trackers.size()) {
            trackers.add(make.apply(tap));
        }
        if (tap >= 0) {
            trackers.get(tap).onFrame(view);
        }
    }

    @Override
    Analysis result(List<Analysis.Capture> captures, Contents contents) {
        List<TrackerResult> results = new ArrayList<>();
        trackers.forEach(tracker -> results.add(tracker.finish()));
        TapReport report = matcher.finish(results);
        List<TrackerResult> named =
                report.points().stream().map(point -> results.get(point.tap())).toList();
        return new Analysis(
                captures,
                contents,
                TrackerResult.ofTaps(named),
                Rules.judge(report, named),
                0,
                new Analysis.Taps(
                        report,
                        named.stream().map(result -> result.sessions().size()).toList()));
    }
}
