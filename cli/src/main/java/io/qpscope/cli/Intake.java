package io.qpscope.cli;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.Contents;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Takes dissected frames on, from files or live, and counts what reports tell beside sessions. */
abstract class Intake {
    private final Contents contents = new Contents();
    private final long[] malformed;

    Intake(int captures) {
        this.malformed = new long[captures];
    }

    final void take(FrameView view, int capture) {
        if (view.kind() == Kind.MALFORMED) {
            malformed[capture]++;
        }
        if (!view.kind().hasTransport()) {
            contents.count(view);
        }
        track(view);
    }

    abstract void track(FrameView view);

    /** Call once, after the last frame. */
    final Analysis finish(List<CaptureInfo> infos, IntPredicate icrcIgnored) {
        List<Analysis.Capture> captures = new ArrayList<>();
        for (CaptureInfo info : infos) {
            int index = captures.size();
            captures.add(new Analysis.Capture(info, malformed[index], icrcIgnored.test(index)));
        }
        return result(captures, contents);
    }

    abstract Analysis result(List<Analysis.Capture> captures, Contents contents);
}
