package io.qpscope.cli;

import io.qpscope.capture.CaptureFile;
import io.qpscope.cli.report.PeerReport;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.ScriptClient;
import io.qpscope.fault.RuleCount;
import io.qpscope.fault.plan.Action.Place;
import io.qpscope.recording.PartReader;
import io.qpscope.recording.PartResult;
import io.qpscope.recording.RecordedPart;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The requesters of a capture, each as a queue pair of ours, to one live peer. */
final class PeerReplay {
    private static final int LOOK_MILLIS = 20;

    private final Path capture;
    private final InetAddress to;
    private final int port;
    private final PeerOptions options;
    private final double speed;
    /** Of the faults; null until the peer has been asked. */
    private List<RuleCount> counts;

    PeerReplay(Path capture, InetAddress to, int port, PeerOptions options, double speed) {
        this.capture = capture;
        this.to = to;
        this.port = port;
        this.options = options;
        this.speed = speed;
    }

    /**
     * Asks, waits for the answers, and compares.
     *
     * @param preflight only tells what would be asked
     */
    int run(int rocePort, boolean preflight, PrintWriter out, PrintWriter err) throws IOException {
        PartReader reader = new PartReader(() -> CaptureFile.open(capture), rocePort);
        List<RecordedPart> parts = reader.read();
        if (reader.damage() != null) {
            err.println("qpscope: " + capture + ": " + reader.damage());
        }
        List<RecordedPart> able =
                parts.stream().filter(p -> p.refusal() == null).toList();
        PeerReport report = new PeerReport(capture + " to roce://" + to.getHostAddress());
        options.endpoint().readFaults(Place.PACKETS);
        boolean same = preflight ? !able.isEmpty() : ask(parts, able, report, err);
        if (preflight) {
            parts.forEach(report::plan);
        }
        report.write(out);
        if (counts != null) {
            same &= options.endpoint().faults().report(counts, out);
        }
        out.flush();
        if (able.isEmpty()) {
            err.println("qpscope: " + capture + ": no requester that can be replayed");
        }
        if (reader.damage() != null) {
            return ExitCode.BAD_INPUT;
        }
        return same ? ExitCode.GOOD : ExitCode.CHECK_FAILED;
    }

    /** Whether all that could be asked ended as recorded. */
    private boolean ask(
            List<RecordedPart> parts, List<RecordedPart> able, PeerReport report, PrintWriter err)
            throws IOException {
        if (options.endpoint().byHand() && able.size() > 1) {
            throw options.endpoint()
                    .wrong("a queue pair by hand (--peer-qpn) is one, and the capture has "
                            + able.size() + " requesters");
        }
        List<PartResult> results = able.isEmpty() ? List.of() : results(able, report, err);
        boolean same = !able.isEmpty();
        int next = 0;
        for (RecordedPart part : parts) {
            if (part.refusal() != null) {
                report.plan(part);
            } else {
                PartResult result = results.get(next++);
                report.add(part, result);
                same &= result.difference(part) == null;
            }
        }
        return same;
    }

    private List<PartResult> results(List<RecordedPart> able, PeerReport report, PrintWriter err)
            throws IOException {
        InetAddress local = options.bind() != null ? options.bind() : Attachment.apart(to);
        try (Interrupt interrupt = new Interrupt();
                Attachment here = options.raw().wanted()
                        ? Attachment.raw(local, to, options.raw(), options.endpoint(), able.size())
                        : Attachment.udp(local, options.endpoint(), able.size(), err)) {
            report.from(local.getHostAddress());
            here.start();
            List<ScriptClient> clients = here.ask(() -> connect(here, able));
            watch(here, clients, interrupt, err);
            List<PartResult> results = here.ask(() -> clients.stream()
                    .map(each -> PartResult.of(each, here.host().qpn(each)))
                    .toList());
            here.disconnect();
            counts = here.ask(options.endpoint().faults()::counts);
            return results;
        }
    }

    private List<ScriptClient> connect(Attachment here, List<RecordedPart> able) {
        List<ScriptClient> clients = new ArrayList<>();
        LocalAddress local = here.port().address();
        LocalAddress peer = LocalAddress.of(to.getAddress(), 0);
        long now = here.port().now();
        for (RecordedPart part : able) {
            ScriptClient client = new ScriptClient(
                    here.endpoint(), options.endpoint().qpn(), part.steps(), part.depth(), speed);
            PeerOptions.Memory memory = options.memory();
            if (memory != null) {
                client.remote((int) memory.key(), memory.address(), memory.size());
            }
            clients.add(client);
            if (options.endpoint().byHand()) {
                here.host()
                        .adopt(
                                client,
                                options.endpoint().attributes(local, to, here.pathMtu()),
                                now);
            } else {
                CmOptions proposal = options.connection(part, here.pathMtu());
                here.host()
                        .connect(client, local.to(peer.high(), peer.low(), 0), port, proposal, now);
            }
        }
        return clients;
    }

    /** Until all are over, or Ctrl-C. */
    private static void watch(
            Attachment here, List<ScriptClient> clients, Interrupt interrupt, PrintWriter err)
            throws IOException {
        long all = clients.stream().mapToLong(ScriptClient::steps).sum();
        PingProgress progress = new PingProgress(Terminal.hasErrors() ? err : null, all);
        boolean over = false;
        while (!over && !interrupt.await(LOOK_MILLIS)) {
            over = here.ask(() -> clients.stream().allMatch(ScriptClient::over));
            progress.show(here.ask(
                    () -> clients.stream().mapToLong(ScriptClient::done).sum()));
        }
        progress.done();
    }
}
