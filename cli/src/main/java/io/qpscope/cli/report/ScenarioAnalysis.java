package io.qpscope.cli.report;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.LinkType;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.scenario.FrameSink;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.TapView;
import io.qpscope.session.TrackerResult;

import java.util.List;

/** What the analyzers beside a run's ports found, as of one capture. */
public final class ScenarioAnalysis implements FrameSink {
    private final Contents contents = new Contents();
    private long packets;
    private long bytes;
    private long malformed;
    private long firstNs;
    private long lastNs;

    @Override
    public void frame(int tap, FrameView frame) {
        firstNs = packets == 0 ? frame.timeNs() : firstNs;
        lastNs = frame.timeNs();
        packets++;
        bytes += frame.captured();
        malformed += frame.kind() == Kind.MALFORMED ? 1 : 0;
        if (!frame.kind().hasTransport()) {
            contents.count(frame);
        }
    }

    /** When the run is over. Sessions of several taps are numbered through. */
    public Analysis analysis(ScenarioResult result) {
        List<TapView> taps = result.taps();
        boolean erf = taps.stream().anyMatch(TapView::isErf);
        CaptureInfo info = new CaptureInfo(
                result.scenario().name(),
                "virtual time",
                List.of(erf ? LinkType.ERF : LinkType.ETHERNET),
                packets,
                bytes,
                0,
                firstNs,
                lastNs,
                null);
        TrackerResult all =
                TrackerResult.ofTaps(taps.stream().map(TapView::result).toList());
        List<Finding> findings = Rules.judge(all);
        return new Analysis(
                List.of(new Analysis.Capture(info, malformed, false)), contents, all, findings, 0);
    }
}
