package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

/** What a session carries, from a recording to each place that tells it. */
class CarriesTest {
    /** Maven runs tests in the folder of their module. */
    private static final Path NVME = Path.of("..", "captures", "roce-nvmeof-discover.pcap");

    private static final Path PERFTEST = Path.of("..", "captures", "roce-rping.pcap");

    @Test
    void theReportSaysIt() {
        assertThat(CommandRun.of("analyze", NVME).out()).contains("carries NVMe-oF");
        assertThat(CommandRun.of("analyze", PERFTEST).out()).doesNotContain("carries");
    }

    @Test
    void jsonSaysItOrNull() {
        assertThat(CommandRun.of("analyze", NVME, "--format", "json").out())
                .containsPattern("\"carries\" ?: ?\"NVMe-oF\"");
        assertThat(CommandRun.of("analyze", PERFTEST, "--format", "json").out())
                .containsPattern("\"carries\" ?: ?null");
    }

    @Test
    void jsonLinesSayItOrNull() {
        assertThat(CommandRun.of("analyze", NVME, "--format", "jsonl").out())
                .containsPattern("\"type\":\"session\".*\"carries\":\"NVMe-oF\"");
        assertThat(CommandRun.of("analyze", PERFTEST, "--format", "jsonl").out())
                .containsPattern("\"type\":\"session\".*\"carries\":null");
    }

    @Test
    void csvSaysItOrLeavesItEmpty() {
        assertThat(CommandRun.of("analyze", NVME, "--format", "csv")
                        .out()
                        .lines()
                        .skip(1))
                .isNotEmpty()
                .allMatch(row -> row.endsWith(",NVMe-oF"));
        assertThat(CommandRun.of("analyze", PERFTEST, "--format", "csv")
                        .out()
                        .lines()
                        .skip(1))
                .isNotEmpty()
                .allMatch(row -> row.endsWith(","));
    }

    @Test
    void theFilterSelectsByIt() {
        String named = CommandRun.of(
                        "analyze", NVME, "--filter", "carries == NVMe-oF", "--format", "csv")
                .out();
        assertThat(named.lines()).hasSize(3);
        String others = CommandRun.of(
                        "analyze", NVME, "--filter", "carries == iSER", "--format", "csv")
                .out();
        assertThat(others.lines()).hasSize(1);
    }

    @Test
    void showNamesTheMessageWhicheverFramesWereAskedFor() {
        assertThat(CommandRun.of("show", NVME, "--frame", "4").out())
                .contains("nvme.fabrics.cmd.fctype")
                .contains("Connect");
    }
}
