package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The command around the analysis: inputs, formats and exit codes. */
class AnalyzeTest {
    @TempDir
    Path folder;

    private Path good;
    private Path cut;

    @BeforeEach
    void write() throws IOException {
        good = Pcap.write(folder.resolve("good.pcap"), Pcap.ACK, Pcap.ACK);
        byte[] bytes = Files.readAllBytes(good);
        cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(bytes, bytes.length - 5));
    }

    @Test
    void goodFileIsExitCodeZero() {
        CommandRun run = CommandRun.of("analyze", good);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("good.pcap").contains("pcap ns, Ethernet, 2 frames, 1 ms");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void missingFileIsExitCodeThree() {
        CommandRun run = CommandRun.of("analyze", "none.pcap");
        assertThat(run).isEqualTo(new CommandRun(3, "", "qpscope: none.pcap: no such file\n"));
    }

    @Test
    void fileThatIsNoCaptureIsExitCodeThree() throws IOException {
        Path text = Files.writeString(folder.resolve("a.txt"), "no capture at all");
        CommandRun run = CommandRun.of("analyze", text);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("qpscope: " + text + ": byte 0: ");
    }

    @Test
    void folderIsExitCodeThree() {
        CommandRun run = CommandRun.of("analyze", folder);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void damagedFileIsReportedAsFarAsItGoes() {
        CommandRun run = CommandRun.of("analyze", cut);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("1 frame").contains("damaged: byte ");
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("qpscope: " + cut + ": byte ");
    }

    @Test
    void oneMissingFileDoesNotHideTheOthers() {
        CommandRun run = CommandRun.of("analyze", "none.pcap", good, cut);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("good.pcap").contains("cut.pcap");
        assertThat(run.err())
                .contains("qpscope: none.pcap: no such file\n")
                .contains("qpscope: " + cut + ": byte ");
        assertThat(run.err().lines()).hasSize(2);
    }

    @Test
    void dashIsStandardInput() throws IOException {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(good)));
            CommandRun run = CommandRun.of("analyze", "--format", "json", "-");
            assertThat(run.err()).isEmpty();
            JsonNode capture =
                    JsonMapper.shared().readTree(run.out()).get("captures").get(0);
            assertThat(capture.get("file").asString()).isEqualTo("-");
            assertThat(capture.get("packets").asInt()).isEqualTo(2);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void formatsAndOptionsAreAccepted() {
        for (String format : new String[] {"text", "json", "jsonl", "csv"}) {
            CommandRun run = CommandRun.of("analyze", "--format", format, "--icrc=off", good);
            assertThat(run.exitCode()).as(format).isZero();
            assertThat(run.out()).isNotEmpty();
        }
        assertThat(CommandRun.of("analyze", "--color=always", good).out()).contains("\u001b[");
    }

    @Test
    void wrongFilterPointsAtThePlace() {
        CommandRun run = CommandRun.of("analyze", "--filter", "qpn == 1 and rnrs > 2", good);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("qpscope: --filter: no field 'rnrs'; fields are id, address")
                .endsWith("\n  qpn == 1 and rnrs > 2\n               ^\n");
    }

    @Test
    void malformedFramesAreCounted() throws IOException {
        Path file = Pcap.write(folder.resolve("m.pcap"), Arrays.copyOf(Pcap.ACK, 46), Pcap.ACK);
        JsonNode report = JsonMapper.shared()
                .readTree(CommandRun.of("analyze", "--format=json", file).out());
        assertThat(report.get("captures").get(0).get("malformedPackets").asInt())
                .isEqualTo(1);
    }

    @Test
    void autoIgnoresIcrcsOfWhichNoneIsGood() throws IOException {
        byte[] bad = Pcap.ACK.clone();
        bad[bad.length - 1] ^= 1;
        byte[][] frames = new byte[20][];
        Arrays.fill(frames, bad);
        Path file = Pcap.write(folder.resolve("bad.pcap"), frames);
        assertThat(new Inputs(List.of(file), 4791).icrcIgnored(0)).isTrue();
        assertThat(new Inputs(List.of(file), 0).icrcIgnored(0)).isFalse();
        frames[10] = Pcap.ACK;
        Pcap.write(file, frames);
        assertThat(new Inputs(List.of(file), 4791).icrcIgnored(0)).isFalse();
    }

    @Test
    void htmlIsWrittenBesideTheReport() throws IOException {
        Path page = folder.resolve("page.html");
        CommandRun run = CommandRun.of("analyze", "--html", page, good);
        assertThat(run).isEqualTo(CommandRun.of("analyze", good));
        assertThat(Files.readString(page)).startsWith("<!doctype html>").contains("good.pcap");
    }

    @Test
    void htmlNeverOverwritesACapture() throws IOException {
        byte[] before = Files.readAllBytes(good);
        CommandRun run = CommandRun.of("analyze", "--html", folder.resolve("./good.pcap"), good);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--html would overwrite");
        assertThat(Files.readAllBytes(good)).isEqualTo(before);
    }

    @Test
    void htmlThatCannotBeWrittenIsExitCode74AndTheReportIsThereAllTheSame() {
        Path page = folder.resolve("none").resolve("page.html");
        CommandRun run = CommandRun.of("analyze", "--html", page, good);
        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(run.err()).isEqualTo("qpscope: " + page + ": no such folder\n");
        assertThat(run.out()).contains("good.pcap");
    }

    @Test
    void htmlTellsWhatADamagedFileStillHeld() throws IOException {
        Path page = folder.resolve("page.html");
        assertThat(CommandRun.of("analyze", "--html", page, cut).exitCode()).isEqualTo(3);
        assertThat(Files.readString(page)).contains("Damaged: ");
    }
}
