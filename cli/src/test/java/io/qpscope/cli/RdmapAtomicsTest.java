package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/** The option for the codes of RDMAP's atomics, which sources give differently. */
class RdmapAtomicsTest {
    private static final int CODE = 3;

    @TempDir
    Path folder;

    private Path file;

    /** One segment: an MPA request of revision 1, then an atomic request with code 3. */
    @BeforeEach
    void write() throws IOException {
        ByteBuffer data = ByteBuffer.allocate(20 + 76);
        data.put("MPA ID Req Frame".getBytes(StandardCharsets.US_ASCII)).putInt(0x0001_0000);
        data.putShort((short) 70).putShort((short) 0x414a).putInt(0);
        data.putInt(1).putInt(1).putInt(0).putInt(CODE);
        ByteBuffer frame = ByteBuffer.allocate(54 + data.capacity());
        frame.put(HexFormat.of().parseHex("020000000001020000000002" + "0800" + "4500"));
        frame.putShort((short) (40 + data.capacity())).putInt(0x0001_4000).putShort((short) 0x4006);
        frame.putShort((short) 0).putInt(0x0a09_0001).putInt(0x0a09_0002);
        frame.putInt(0x9c40_4e20).putInt(1).putInt(1).putInt(0x5018_ffff).putInt(0);
        frame.put(data.array());
        file = Pcap.write(folder.resolve("atomic.pcap"), frame.array());
    }

    private static JsonNode messages(Object... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode session =
                JsonMapper.shared().readTree(run.out()).get("sessions").get(0);
        return session.get("directions").get(0).get("messages");
    }

    @Test
    void analyzeCountsByTheCodesGiven() {
        JsonNode unknown = messages("analyze", "--format=json", file);
        assertThat(unknown.get("FETCH_ADD").asInt()).isZero();
        assertThat(unknown.get("CMP_SWAP").asInt()).isZero();
        JsonNode add = messages("analyze", "--format=json", "--atomic-codes=3,1,2", file);
        assertThat(add.get("FETCH_ADD").asInt()).isEqualTo(1);
        JsonNode swap = messages("analyze", "--format=json", "--atomic-codes=0,1,3", file);
        assertThat(swap.get("CMP_SWAP").asInt()).isEqualTo(1);
    }

    @Test
    void showNamesByTheCodesGiven() {
        assertThat(CommandRun.of("show", file).out())
                .contains("iwarp_rdma.atomic.opcode")
                .doesNotContain("CmpSwap");
        assertThat(CommandRun.of("show", "--atomic-codes=0,1,3", file).out()).contains("CmpSwap");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,1", "0,1,1", "0,1,16", "a,b,c", "", "0,1,2,3"})
    void anythingElseIsWrongUsage(String codes) {
        CommandRun run = CommandRun.of("analyze", "--atomic-codes=" + codes, file);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("three different numbers from 0 to 15");
    }
}
