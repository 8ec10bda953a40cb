package io.qpscope.cli;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.Contents;
import io.qpscope.finding.Rules;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/** Takes dissected frames to the tracker, from files or live, and counts what reports tell too. */
class Intake {
    private final SessionTracker tracker;
    private final Contents contents = new Contents();
    private final long[] malformed;
    private final LongSupplier linkSpeed;

    /**
     * @param linkSpeed of the frame at hand, asked for pauses only; bits a second or 0
     */
    Intake(SessionTracker.Options options, int captures, LongSupplier linkSpeed) {
        this.tracker = new SessionTracker(options);
        this.malformed = new long[captures];
        this.linkSpeed = linkSpeed;
    }

    SessionTracker tracker() {
        return tracker;
    }

    void take(FrameView view, int capture) {
        if (view.kind() == Kind.MALFORMED) {
            malformed[capture]++;
        }
        if (!view.kind().hasTransport()) {
            contents.count(view);
            if (view.kind() == Kind.PFC || view.kind() == Kind.PAUSE) {
                view.linkSpeed(linkSpeed.getAsLong());
            }
        }
        track(view);
    }

    void track(FrameView view) {
        tracker.onFrame(view);
    }

    /** Call once, after the last frame. */
    final Analysis finish(List<CaptureInfo> infos, IntPredicate icrcIgnored) {
        List<Analysis.Capture> captures = new ArrayList<>();
        for (CaptureInfo info : infos) {
            int index = captures.size();
            captures.add(new Analysis.Capture(info, malformed[index], icrcIgnored.test(index)));
        }
        return result(captures, contents);
    }

    Analysis result(List<Analysis.Capture> captures, Contents contents) {
        TrackerResult result = tracker.finish();
        return new Analysis(captures, contents, result, Rules.judge(result), 0);
    }
}
