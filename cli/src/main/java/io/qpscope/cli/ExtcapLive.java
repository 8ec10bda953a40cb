package io.qpscope.cli;

import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.PcapngWriter;
import io.qpscope.cli.report.LiveNotes;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.port.pcap.LiveCapture;
import io.qpscope.session.SessionTracker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Packets of an interface into Wireshark's pipe, with what can be said of each at once. */
final class ExtcapLive {
    private static final int BATCH = 1024;
    private static final long PAUSE_NS = 1_000_000;

    private final LiveCapture live;
    private final LiveFrame frame;
    private final LiveNotes notes = new LiveNotes();

    /** Null when no comments are wanted. */
    private final TrackerIntake intake;

    private PcapngWriter out;
    private volatile boolean stopped;

    /**
     * @param options of the tracker; null for packets without comments
     */
    ExtcapLive(LiveCapture live, Dissector dissector, SessionTracker.Options options) {
        this.live = live;
        frame = new LiveFrame(dissector, live.linkType(), live.linkSpeed());
        intake = options == null ? null : new TrackerIntake(new SessionTracker(options, notes), 1);
    }

    /** From any thread. */
    void stop() {
        stopped = true;
    }

    /**
     * Runs until it is stopped or nobody reads any more.
     *
     * @throws IOException when the interface is gone, or the pipe can't be written
     */
    void run(Path pipe, CaptureInterface from) throws IOException {
        try (PcapngWriter opened = PcapngWriter.create(pipe, "QPScope " + Version.NUMBER, null)) {
            out = opened;
            out.addInterface(from);
            // Wireshark waits for this, however long no packet comes.
            out.flush();
            while (!stopped) {
                if (live.poll(BATCH, this::take) == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                } else {
                    out.flush();
                }
            }
        }
    }

    private void take(byte[] packet, int originalLength, long timeNs) throws IOException {
        FrameView view = frame.next(packet, originalLength, timeNs);
        List<String> comments = List.of();
        if (intake != null) {
            notes.next(view.number());
            intake.take(view, 0);
            comments = notes.texts();
        }
        out.write(0, timeNs, frame.bytes(), frame.wireLength(), comments);
    }
}
