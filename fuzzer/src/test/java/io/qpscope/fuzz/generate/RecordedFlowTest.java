package io.qpscope.fuzz.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.campaign.CaseRunner;
import io.qpscope.fuzz.corpus.Coverage;
import io.qpscope.recording.PartReader;
import io.qpscope.recording.RecordedPart;
import io.qpscope.scenario.WorkPlan.Item;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What captures' requesters asked for, as cases. */
class RecordedFlowTest {
    private static List<RecordedPart> parts(String capture) throws IOException {
        Path file = Path.of("..", "captures", capture);
        return new PartReader(() -> CaptureFile.open(file), 4791).read();
    }

    private static List<Flow> flows(String capture) throws IOException {
        List<Flow> flows = new ArrayList<>();
        for (RecordedPart part : parts(capture)) {
            Flow flow = RecordedFlow.of(part);
            if (flow != null) {
                flows.add(flow);
            }
        }
        return flows;
    }

    @Test
    void aFlowAsksForWhatWasAskedFor() throws IOException {
        RecordedPart part = parts("roce-loss3-write-upstream.pcap").get(0);
        Flow flow = RecordedFlow.of(part);
        assertThat(flow.work().items()).hasSize(8).allMatch(each -> each.verb() == Verb.RDMA_WRITE);
        assertThat(flow.qp().pathMtu()).isEqualTo(part.session().pathMtu());
        assertThat(flow.qp().startPsn()).isEqualTo(part.from().inForce().startPsn());
        assertThat(flow.work().items().get(0).size())
                .isEqualTo(part.steps().get(0).length());
    }

    /** Six packets, and the same end. */
    @Test
    void longMessagesAreShortened() throws IOException {
        RecordedPart part = parts("roce-perf-write-65536.pcap").get(0);
        Flow flow = RecordedFlow.of(part);
        int recorded = part.steps().get(0).length();
        Item first = flow.work().items().get(0);
        assertThat(recorded).isEqualTo(65_536);
        assertThat(flow.psns(first)).isEqualTo(6);
        assertThat((recorded - first.size()) % flow.qp().pathMtu()).isZero();
    }

    @Test
    void atomicsStayWhereTheyWere() throws IOException {
        Flow flow = flows("roce-perf-atomic-fetch-and-add.pcap").get(0);
        assertThat(flow.work().items())
                .allMatch(each -> each.verb() == Verb.ATOMIC_FETCH_AND_ADD)
                .allMatch(each -> each.at() % 8 == 0);
    }

    @Test
    void recordedConversationsSurviveTheirFaults() throws IOException {
        List<Flow> flows = new ArrayList<>(flows("roce-loss3-write-upstream.pcap"));
        flows.addAll(flows("roce-nak-bad-rkey-read.pcap"));
        RecordedCases cases = new RecordedCases(Device.SOUND, flows, new SplittableRandom(1));
        CaseRunner runner = new CaseRunner(new Coverage());
        for (int i = 0; i < 300; i++) {
            Case next = cases.next();
            assertThat(next.flows()).hasSize(1).isSubsetOf(flows);
            assertThat(runner.run(next)).as(next.toString()).isNull();
        }
    }
}
