package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.endpoint.Verb;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.scenario.FabricCapture;
import io.qpscope.session.LinkSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** Files of what passed, read by the analyzer. */
class CaptureTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private final Network network = new Network(1, new NetworkOptions().longestFrame(1100));
    private final Star star = new Star(network);
    private Switch s;

    private Star.Flow build(CableOptions cable) {
        s = network.newSwitch("s", new SwitchOptions().laneBufferBytes(16_384));
        for (int i = 0; i < 2; i++) {
            network.cable(star.host("h" + i, new HostOptions()), s, cable);
        }
        return star.flow(star.hosts.get(0), star.hosts.get(1), Verb.RDMA_WRITE, 1 << 16, 10);
    }

    private TrackerResult run(Port... ports) throws IOException {
        Path file = folder.resolve("run.pcapng");
        try (FabricCapture capture = FabricCapture.create(file, "test", null)) {
            for (Port port : ports) {
                capture.tap(port);
            }
            assertThat(network.run(100 * MS)).isTrue();
        }
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(file)) {
            while (cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(
                                cursor.number(),
                                cursor.timeNs(),
                                cursor.captureIndex(),
                                cursor.interfaceId());
                dissector.dissect(view);
                tracker.onFrame(view);
            }
        }
        return tracker.finish();
    }

    @Test
    void anEthernetPortsFileHasItsFlowAndNothingToFind() throws IOException {
        Star.Flow flow = build(new CableOptions(100 * Star.GBIT, 500));
        TrackerResult result = run(s.port(0));
        assertThat(flow.completed).isEqualTo(10);
        assertThat(result.sessions()).hasSize(1);
        assertThat(result.sessions().get(0).direction(Side.A).completedMessages())
                .isEqualTo(10);
        assertThat(Rules.judge(result)).isEmpty();
    }

    @Test
    void anInfinibandPortsFileHasItsCreditsToo() throws IOException {
        Star.Flow flow = build(new CableOptions(100 * Star.GBIT, 500).infiniband());
        TrackerResult result = run(star.hosts.get(0).port());
        assertThat(flow.completed).isEqualTo(10);
        assertThat(result.sessions().get(0).direction(Side.A).completedMessages())
                .isEqualTo(10);
        assertThat(result.links()).isNotEmpty();
        for (LinkSummary link : result.links()) {
            assertThat(link.leaks()).isZero();
            assertThat(link.overruns()).isZero();
            assertThat(link.badLpcrc()).isZero();
            assertThat(link.badVcrc()).isZero();
            assertThat(link.mismatches()).isZero();
        }
        assertThat(result.links().stream().mapToLong(LinkSummary::dataPackets).sum())
                .isEqualTo(650);
        assertThat(Rules.judge(result)).isEmpty();
    }
}
