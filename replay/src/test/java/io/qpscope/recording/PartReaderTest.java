package io.qpscope.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.service.ScriptStep;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What recorded requesters asked for. */
class PartReaderTest {
    private static final Path CAPTURES = Path.of("..", "captures");

    private static List<RecordedPart> parts(String name) throws IOException {
        Path file = CAPTURES.resolve(name);
        return new PartReader(() -> CaptureFile.open(file), 4791).read();
    }

    /** Truth: the workloads of captures/README.md and the analysis of the recordings. */
    @ParameterizedTest
    @CsvSource({
        "roce-loss3-write-upstream.pcap, 1, 12, 12, 49152, 4096",
        "roce-loss20-atomics.pcap, 1, 40, 40, 320, 8",
        "roce-rc-both-directions.pcap, 2, 13, 13, 36024, 4000",
        "roce-rping.pcap, 2, 10, 10, 160, 0",
        "roce-rnr-zero.pcap, 1, 1, 0, 0, 0",
        "roce-cable-pulled.pcap, 1, 10, 5, 5000, 0",
        "roce-nak-send-too-long.pcap, 1, 0, 1, 512, 0",
        "roce-ud-ops.pcap, 1, 0, 0, 0, 0",
        "iwarp-all-ops.pcap, 1, 0, 0, 0, 0"
    })
    void partsAreThoseOfTheSessions(
            String name, int parts, int steps, long completed, long bytes, long span)
            throws IOException {
        List<RecordedPart> all = parts(name);
        assertThat(all).hasSize(parts);
        RecordedPart first = all.get(0);
        assertThat(first.steps()).hasSize(steps);
        assertThat(first.completed()).isEqualTo(completed);
        assertThat(first.completedBytes()).isEqualTo(bytes);
        assertThat(first.span()).isEqualTo(span);
        assertThat(first.refusal() == null).isEqualTo(steps > 0);
    }

    /** Times never go back, what is waited for lies before, and no more is under way than was. */
    @Test
    void stepsWaitForWhatWasCompleteThen() throws IOException {
        for (Path file : FrameRewriterTest.captures().toList()) {
            for (RecordedPart part : parts(file.getFileName().toString())) {
                long at = 0;
                for (int i = 0; i < part.steps().size(); i++) {
                    ScriptStep step = part.steps().get(i);
                    assertThat(step.atNs()).as("%s step %d", file, i).isGreaterThanOrEqualTo(at);
                    assertThat(step.after()).isBetween(Math.max(0, i + 1 - part.depth()), i);
                    at = step.atNs();
                    if (!step.verb().isSend() && !step.wrongKey()) {
                        assertThat(step.place() + step.length()).isLessThanOrEqualTo(part.span());
                    }
                }
            }
        }
    }

    /** The key that was refused, and only that, is wrong; operands and immediate data are kept. */
    @Test
    void packetsTellWhatTheTrackerDoesNotKeep() throws IOException {
        List<ScriptStep> refused =
                parts("roce-nak-bad-rkey-write-multi.pcap").get(0).steps();
        assertThat(refused.stream().map(ScriptStep::wrongKey)).containsExactly(false, true, false);
        List<ScriptStep> all = parts("roce-rc-all-ops.pcap").get(0).steps();
        assertThat(all.stream().filter(s -> s.verb().hasImmediate()))
                .isNotEmpty()
                .allMatch(step -> step.immediate() != 0);
        assertThat(all.stream().filter(s -> s.verb() == Verb.ATOMIC_FETCH_AND_ADD))
                .isNotEmpty()
                .allMatch(step -> step.compareAdd() != 0 && step.place() % 8 == 0);
    }

    @Test
    void differencesAreTold() throws IOException {
        RecordedPart good = parts("roce-loss3-write-upstream.pcap").get(0);
        assertThat(good.difference("SUCCESS", 12, 49152)).isNull();
        assertThat(good.difference("RETRY_EXC_ERR", 12, 49152))
                .isEqualTo("RETRY_EXC_ERR, recorded SUCCESS");
        assertThat(good.difference("SUCCESS", 11, 45056))
                .isEqualTo("11 messages complete, recorded 12");
        assertThat(good.difference("SUCCESS", 12, 49151)).isEqualTo("49151 bytes, recorded 49152");
        RecordedPart pulled = parts("roce-cable-pulled.pcap").get(0);
        assertThat(pulled.difference("RETRY_EXC_ERR", 5, 5000)).isNull();
        assertThat(pulled.difference("SUCCESS", 10, 10000)).contains("recorded RETRY_EXC_ERR");
    }
}
