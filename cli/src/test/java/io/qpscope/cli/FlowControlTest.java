package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/** Pauses from the capture to the report. */
class FlowControlTest {
    /** Stops class 3 for 65535 quanta. */
    private static final byte[] XOFF = Arrays.copyOf(
            HexFormat.of().parseHex("0180c2000001020000000002880801010008000000000000" + "ffff"),
            60);

    private static final byte[] PAUSE =
            Arrays.copyOf(HexFormat.of().parseHex("0180c2000001020000000002880800011234"), 60);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Pcap.write(folder.resolve("pause.pcap"), XOFF, PAUSE, Pcap.ACK);
    }

    private static JsonNode json(Object... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return JsonMapper.shared().readTree(run.out());
    }

    @Test
    void linkSpeedTurnsQuantaIntoTime() {
        JsonNode report = json("analyze", "--format=json", "--link-speed=100G", file);
        assertThat(report.get("protocols").get("PFC").asInt()).isEqualTo(1);
        assertThat(report.get("protocols").get("PAUSE").asInt()).isEqualTo(1);
        JsonNode pfc = report.get("pauses").get(0);
        assertThat(pfc.propertyNames())
                .containsExactly(
                        "source",
                        "class",
                        "xoff",
                        "xon",
                        "pausedNs",
                        "stormSuspected",
                        "capture",
                        "interface",
                        "longestNs",
                        "neverResumed",
                        "frames");
        assertThat(pfc.get("source").asString()).isEqualTo("02:00:00:00:00:02");
        assertThat(pfc.get("class").asInt()).isEqualTo(3);
        assertThat(pfc.get("xoff").asInt()).isEqualTo(1);
        assertThat(pfc.get("pausedNs").asLong()).isEqualTo(335_539);
        assertThat(report.get("pauses").get(1).get("class").isNull()).isTrue();
    }

    @Test
    void withoutALinkSpeedTimesAreNullAndTheTextSaysWhatToDo() {
        JsonNode report = json("analyze", "--format=json", file);
        assertThat(report.get("pauses").get(0).get("pausedNs").isNull()).isTrue();
        CommandRun text = CommandRun.of("analyze", file);
        assertThat(text.out())
                .contains("PFC 1 | PAUSE 1")
                .contains("paused by")
                .contains("02:00:00:00:00:02")
                .contains("--link-speed tells it");
        assertThat(CommandRun.of("analyze", "--link-speed", "400G", file).out())
                .contains("83.9 us")
                .doesNotContain("--link-speed");
    }

    @Test
    void aCaptureWithoutPausesHasNoTableOfThem() throws IOException {
        Path none = Pcap.write(folder.resolve("none.pcap"), Pcap.ACK);
        assertThat(CommandRun.of("analyze", none).out()).doesNotContain("paused by");
    }

    @Test
    void thePcapngInterfacesSpeedIsTakenUnlessAnotherIsTold() throws IOException {
        ByteBuffer ng = ByteBuffer.allocate(28 + 36 + 92).order(ByteOrder.LITTLE_ENDIAN);
        ng.putInt(0x0a0d0d0a).putInt(28).putInt(0x1a2b3c4d).putShort((short) 1).putShort((short) 0);
        ng.putLong(-1).putInt(28);
        ng.putInt(1).putInt(36).putInt(1).putInt(0);
        ng.putShort((short) 8)
                .putShort((short) 8)
                .putLong(25_000_000_000L)
                .putInt(0)
                .putInt(36);
        ng.putInt(6)
                .putInt(92)
                .putInt(0)
                .putLong(0)
                .putInt(60)
                .putInt(60)
                .put(XOFF)
                .putInt(92);
        Path second = Pcap.write(folder.resolve("later.pcap"), Pcap.ACK);
        Path first = Files.write(folder.resolve("speed.pcapng"), ng.array());
        JsonNode report = json("analyze", "--format=json", first, second);
        assertThat(report.get("pauses").get(0).get("pausedNs").asLong()).isEqualTo(1_342_157);
        JsonNode asked = json("analyze", "--format=json", "--link-speed=400G", first, second);
        assertThat(asked.get("pauses").get(0).get("pausedNs").asLong()).isEqualTo(83_885);
    }

    @Test
    void jsonLinesNamePauses() {
        assertThat(CommandRun.of("analyze", "--format=jsonl", file).out())
                .contains("{\"type\":\"pause\",\"source\":\"02:00:00:00:00:02\",\"class\":3,");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--link-speed=100",
                "--link-speed=0G",
                "--link-speed=fast",
                "--link-speed=999999999T",
                "--cnp-dscp=64",
                "--cnp-dscp=-1",
                "--dscp-map=64:3",
                "--dscp-map=26:8",
                "--dscp-map=26",
                "--dscp-map=26:3,,48:6"
            })
    void wrongValuesAreWrongUsage(String option) {
        CommandRun run = CommandRun.of("analyze", option, file);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("qpscope: " + option.substring(0, option.indexOf('=')));
    }

    @Test
    void speedsAndMapsAreRead() {
        assertThat(new FlowControl().options().cnpDscp()).isEqualTo(-1);
        FlowControl control = CommandLine.populateCommand(
                new FlowControl(), "--link-speed=25g", "--dscp-map=26:3, 48:6", "--cnp-dscp=48");
        assertThat(control.options().cnpDscp()).isEqualTo(48);
        assertThat(control.options().bitsPerSecond()).isEqualTo(25_000_000_000L);
        assertThat(control.options().classOfDscp().get(26)).isEqualTo(3);
        assertThat(control.options().classOfDscp().get(48)).isEqualTo(6);
        assertThat(control.options().classOfDscp().get(0)).isEqualTo(-1);
    }
}
