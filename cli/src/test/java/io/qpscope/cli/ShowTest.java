package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class ShowTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Pcap.write(folder.resolve("a.pcap"), Pcap.ACK, Pcap.ACK, Pcap.ACK);
    }

    private List<Long> frames(Object... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.out()
                .lines()
                .map(line -> JsonMapper.shared().readTree(line).get("frame").asLong())
                .toList();
    }

    @Test
    void picksFrames() {
        assertThat(frames("show", "--format=json", file)).containsExactly(1L, 2L, 3L);
        assertThat(frames("show", "--format=json", "--frame=2", file)).containsExactly(2L);
        assertThat(frames("show", "--format=json", "--frame=2..3", file)).containsExactly(2L, 3L);
        assertThat(frames("show", "--format=json", "--frame=2..", file)).containsExactly(2L, 3L);
        assertThat(frames("show", "--format=json", "--frame=1..9", file)).hasSize(3);
    }

    @Test
    void filteredFramesKeepTheirNumbers() {
        assertThat(frames("show", "--format=json", "--filter=frame.number > 1", file))
                .containsExactly(2L, 3L);
        assertThat(frames("show", "--format=json", "--filter=tcp", file)).isEmpty();
    }

    @Test
    void filterAndFramesBothMustFit() {
        assertThat(frames(
                        "show",
                        "--format=json",
                        "--frame=1..2",
                        "--filter=infiniband.bth.opcode == 17 && frame.number != 1",
                        file))
                .containsExactly(2L);
    }

    @Test
    void wrongFilterIsWrongUsageWithACaret() {
        CommandRun run = CommandRun.of("show", "--filter", "ip.scr == 10.9.0.1", file);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .containsExactly(
                        "qpscope: --filter: no field 'ip.scr'; did you mean ip.src?"
                                + " (see qpscope show --help)",
                        "  ip.scr == 10.9.0.1",
                        "  ^");
    }

    @Test
    void frameThatIsNotThereIsWrongUsage() {
        CommandRun run = CommandRun.of("show", "--frame", "4", file);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("qpscope: --frame 4: " + file + " has 3 frames");
    }

    @Test
    void jsonHoldsTheContractsNames() {
        CommandRun run = CommandRun.of("show", "--format=json", "--frame=2", file);
        JsonNode frame = JsonMapper.shared().readTree(run.out());
        assertThat(frame.propertyNames()).containsExactly("frame", "timeNs", "layers", "errors");
        assertThat(frame.get("timeNs").asLong()).isEqualTo(1_700_000_000_001_000_000L);
        for (JsonNode layer : frame.get("layers")) {
            assertThat(layer.propertyNames()).containsExactly("name", "fields");
            for (JsonNode field : layer.get("fields")) {
                assertThat(field.propertyNames())
                        .containsExactly("name", "value", "offset", "bits", "text");
            }
        }
    }

    @Test
    void hexShowsAllBytes() {
        CommandRun run = CommandRun.of("show", "--hex", "--frame=1", file);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("frame 1  2023-11-14 22:13:20.000000000 UTC, 62 bytes\n")
                .contains(
                        "0000  52 54 00 0a 09 02 52 54  00 0a 09 01 08 00 45 00  RT....RT......E.\n")
                .contains(
                        "0030  00 52 00 ec 73 54 60 00  00 07 c9 d1 a7 61        .R..sT`......a\n");
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThan(130));
    }

    @Test
    void damageIsExitCodeThreeBehindWhatCouldBeRead() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        CommandRun run = CommandRun.of("show", file);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("frame 2  ").doesNotContain("frame 3  ");
        assertThat(run.err()).startsWith("qpscope: " + file + ": byte ");
        assertThat(CommandRun.of("show", "none.pcap").exitCode()).isEqualTo(3);
    }
}
