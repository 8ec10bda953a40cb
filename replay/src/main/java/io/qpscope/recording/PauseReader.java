package io.qpscope.recording;

import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.session.PauseOptions;
import io.qpscope.session.PauseSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.MacAddress;
import io.qpscope.wire.MacPause;
import io.qpscope.wire.MacPfc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the pauses of a capture, with the times and quanta that the tracker does not keep. */
public final class PauseReader {
    private static final int MAX_SESSIONS = 100_000;

    /** One of them, while its frames are read. */
    private static final class Draft {
        final PauseSummary summary;
        int quanta;
        long firstFrame;
        long lastFrame;
        long firstNs;
        long lastNs;
        long speed;

        Draft(PauseSummary summary) {
            this.summary = summary;
        }

        void stop(FrameView view, int asked, long bitsPerSecond) {
            if (firstFrame == 0) {
                firstFrame = view.number();
                firstNs = view.timeNs();
                speed = bitsPerSecond;
            }
            quanta = Math.max(quanta, asked);
            lastFrame = view.number();
            lastNs = view.timeNs();
        }
    }

    private final PartReader.Source source;
    private final PauseOptions options;
    private final long givenSpeed;
    private final Dissector dissector;
    private final MacPfc pfc = new MacPfc();
    private final MacPause pause = new MacPause();

    /**
     * @param options with the speed of the link, where it is given
     * @param bitsPerSecond the same; 0 for what the capture says of its interface
     */
    public PauseReader(
            PartReader.Source source, int rocePort, PauseOptions options, long bitsPerSecond) {
        this.source = source;
        this.options = options;
        givenSpeed = bitsPerSecond;
        dissector = new Dissector(rocePort, false);
    }

    /** In the tracker's order. */
    public List<RecordedPause> read() throws IOException {
        List<Draft> drafts = new ArrayList<>();
        FrameView view = new FrameView();
        SessionTracker tracker = new SessionTracker(
                new SessionTracker.Options(MAX_SESSIONS, options, AtomicCodes.DEFAULT));
        try (FrameCursor cursor = source.open()) {
            while (cursor.next()) {
                RecordedFrames.dissect(cursor, dissector, view);
                if (isPause(view)) {
                    view.linkSpeed(cursor.linkSpeed());
                }
                tracker.onFrame(view);
            }
        }
        tracker.finish().pauses().forEach(summary -> drafts.add(new Draft(summary)));
        if (!drafts.isEmpty()) {
            times(drafts, view);
        }
        return drafts.stream()
                .map(d -> new RecordedPause(
                        d.summary,
                        d.quanta,
                        d.firstFrame,
                        d.lastFrame,
                        d.lastNs - d.firstNs,
                        givenSpeed != 0 ? givenSpeed : d.speed))
                .toList();
    }

    private static boolean isPause(FrameView view) {
        return view.kind() == Kind.PFC || view.kind() == Kind.PAUSE;
    }

    private void times(List<Draft> drafts, FrameView view) throws IOException {
        try (FrameCursor cursor = source.open()) {
            while (cursor.next()) {
                RecordedFrames.dissect(cursor, dissector, view);
                if (isPause(view) && view.sourceMacOffset() >= 0) {
                    String from =
                            MacAddress.text(MacAddress.at(view.buffer(), view.sourceMacOffset()));
                    for (Draft draft : drafts) {
                        int asked = asked(draft.summary, from, view);
                        if (asked > 0) {
                            draft.stop(view, asked, cursor.linkSpeed());
                        }
                    }
                }
            }
        }
    }

    /** Quanta that the frame asks this class to wait; 0 when it is not spoken of, or may go on. */
    private int asked(PauseSummary summary, String from, FrameView view) {
        if (!summary.source().equals(from) || summary.interfaceId() != view.interfaceId()) {
            return 0;
        }
        Integer trafficClass = summary.trafficClass();
        if (view.kind() == Kind.PAUSE) {
            boolean all = trafficClass == null;
            return all ? pause.wrap(view.buffer(), view.macControlOffset()).pauseTime() : 0;
        }
        pfc.wrap(view.buffer(), view.macControlOffset());
        boolean spoken = trafficClass != null && (pfc.classes() >> trafficClass & 1) != 0;
        return spoken ? pfc.pauseTime(trafficClass) : 0;
    }
}
