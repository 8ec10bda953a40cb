package io.qpscope.cli;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.report.ReplayReport;
import io.qpscope.frame.Dissector;
import io.qpscope.port.pcap.FrameSender;
import io.qpscope.recording.FrameRewriter;
import io.qpscope.recording.Preflight;
import io.qpscope.recording.Rewrite;
import io.qpscope.recording.WireReplay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** The frames of a capture onto an interface. */
final class InterfaceReplay {
    private final Path capture;
    private final String device;
    private final Rewrite rewrite;
    private final int rocePort;

    InterfaceReplay(Path capture, String device, Rewrite rewrite, int rocePort) {
        this.capture = capture;
        this.device = device;
        this.rewrite = rewrite;
        this.rocePort = rocePort;
    }

    /** Sends nothing; says what would be sent. */
    int preflight(PrintWriter out, PrintWriter err) throws IOException {
        try (FrameSender sender = FrameSender.open(device);
                FrameCursor cursor = CaptureFile.open(capture)) {
            FrameRewriter rewriter = new FrameRewriter(rewrite, rocePort, sender.mac());
            Preflight preflight =
                    new Preflight(rewriter, new Dissector(rocePort, true), sender.mtu());
            Preflight.Report report = preflight.run(cursor);
            ReplayReport.write(report, capture + " to " + device, sender.mtu(), out);
            out.flush();
            return damaged(report.damage(), err) ? ExitCode.BAD_INPUT : ExitCode.GOOD;
        }
    }

    /**
     * Sends.
     *
     * @param rounds 0 for no end
     */
    int send(double speed, int rounds, PrintWriter out, PrintWriter err) throws IOException {
        WireReplay.Result result;
        boolean stopped;
        try (FrameSender sender = FrameSender.open(device);
                Interrupt interrupt = new Interrupt()) {
            FrameRewriter rewriter = new FrameRewriter(rewrite, rocePort, sender.mac());
            WireReplay replay = new WireReplay(
                    rewriter,
                    new Dissector(rocePort, false),
                    new WireReplay.Wire(speed, sender.mtu(), sender::send),
                    () -> interrupt.await(0));
            result = replay.result();
            replay.run(() -> CaptureFile.open(capture), rounds);
            stopped = interrupt.await(0);
            ReplayReport.write(result, capture + " to " + device, speed, out);
            out.flush();
            if (result.refused() > 0) {
                err.println("qpscope: " + device + ": " + result.refused()
                        + " frames were not taken: " + sender.refusal());
            }
        }
        if (damaged(result.damage(), err)) {
            return ExitCode.BAD_INPUT;
        }
        boolean some = result.sent() > 0 || stopped;
        if (!some) {
            err.println("qpscope: " + capture + ": no frame went out");
        }
        return some && result.refused() == 0 ? ExitCode.GOOD : ExitCode.CHECK_FAILED;
    }

    private boolean damaged(String damage, PrintWriter err) {
        if (damage != null) {
            err.println("qpscope: " + capture + ": " + damage);
        }
        return damage != null;
    }
}
