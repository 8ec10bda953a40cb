package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.Envelope;
import io.qpscope.build.LinkPackets;
import io.qpscope.build.PacketBuilder;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Whole files with damaged headers of files and records, read as the commands read them. More files
 * than a build has time for: {@code -Dqpscope.files=30000}.
 */
class HostileFilesTest {
    private static final int FILES = Integer.getInteger("qpscope.files", 60);
    private static final List<Integer> REPORTED = List.of(ExitCode.BAD_INPUT);
    /** All the same there may be no requester in it. */
    private static final List<Integer> READABLE = List.of(ExitCode.GOOD, ExitCode.CHECK_FAILED);

    private static final int PCAP_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int LONGEST = 40_000;

    /** Maven runs tests in the folder of their module. */
    private static final Path CAPTURES = Path.of("..", "captures");

    /** A file and where its headers begin. */
    private record Original(String suffix, ByteBuffer bytes, List<Integer> headers) {}

    @TempDir
    Path folder;

    private final long seed = Long.getLong("qpscope.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void damagedFilesEndInAReportAndTheRightExitCode() throws IOException {
        List<Original> originals = originals();
        int damaged = 0;
        for (int round = 0; round < FILES; round++) {
            Original original = originals.get(random.nextInt(originals.size()));
            Path file = folder.resolve("damaged" + original.suffix());
            Files.write(file, damage(original));
            try {
                damaged += check(file) ? 1 : 0;
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("-Dqpscope.seed=" + seed + " round " + round, e);
            }
        }
        assertThat(damaged).as("-Dqpscope.seed=%d", seed).isBetween(FILES / 10, FILES - 1);
    }

    private static List<Original> originals() throws IOException {
        List<Original> originals = new ArrayList<>();
        for (String name : List.of(
                "roce-rping.pcap",
                "roce-cm-connect-disconnect.pcap",
                "roce-nvmeof-discover.pcap",
                "iwarp-rping.pcap",
                "iwarp-pcapng.pcapng",
                "roce-pcapng.pcapng",
                "roce-two-taps-loss.pcapng")) {
            byte[] all = Files.readAllBytes(CAPTURES.resolve(name));
            boolean ng = name.endsWith("ng");
            byte[] bytes = Arrays.copyOf(all, Math.min(all.length, LONGEST));
            ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            originals.add(new Original(
                    ng ? ".pcapng" : ".pcap", buffer, ng ? blocks(buffer) : records(buffer)));
        }
        originals.add(erf());
        return originals;
    }

    private static List<Integer> records(ByteBuffer file) {
        List<Integer> headers = new ArrayList<>(List.of(0));
        int at = PCAP_HEADER;
        while (at + RECORD_HEADER <= file.capacity()) {
            headers.add(at);
            at += RECORD_HEADER + file.getInt(at + 8);
        }
        return headers;
    }

    private static List<Integer> blocks(ByteBuffer file) {
        List<Integer> headers = new ArrayList<>();
        for (int at = 0; at + RECORD_HEADER <= file.capacity(); at += file.getInt(at + 4)) {
            headers.add(at);
        }
        return headers;
    }

    private static Original erf() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<Integer> headers = new ArrayList<>();
        PacketBuilder packet = new PacketBuilder(Envelope.GLOBAL, Opcode.SEND_ONLY);
        for (int i = 0; i < 100; i++) {
            headers.add(out.size());
            packet.bth.setPsn(i);
            byte[] bytes = i % 2 == 0 ? packet.build() : LinkPackets.flowControl(0, i, 0, i + 9);
            int type = i % 2 == 0 ? 21 : 25;
            long time = (1_700_000_000L << 32) + i * 1000L;
            byte[] more = i % 3 == 0 ? new byte[8] : new byte[0];
            out.writeBytes(LinkPackets.erf(type, i & 3, time, more, bytes));
        }
        return new Original(".erf", ByteBuffer.wrap(out.toByteArray()), headers);
    }

    private byte[] damage(Original original) {
        byte[] bytes = original.bytes().array().clone();
        List<Integer> headers = original.headers();
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            // The file's own header is one of hundreds, and the one that matters most.
            int header = random.nextInt(4) == 0 ? 0 : headers.get(random.nextInt(headers.size()));
            int at = Math.min(bytes.length - 4, header + random.nextInt(RECORD_HEADER + 12));
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> ByteBuffer.wrap(bytes).putInt(at, random.nextInt());
                case 3 -> ByteBuffer.wrap(bytes).putInt(at, random.nextBoolean() ? 0 : -1);
                case 4 -> System.arraycopy(bytes, 0, bytes, at, Math.min(header, 64) % 4);
                default -> bytes = Arrays.copyOf(bytes, Math.max(4, random.nextInt(bytes.length)));
            }
        }
        return bytes;
    }

    /** Whether the file was told to be damaged. */
    private boolean check(Path file) {
        CommandRun json = CommandRun.of("analyze", "--format", "json", file);
        boolean damaged = json.exitCode() == ExitCode.BAD_INPUT;
        consistent(json, damaged);
        if (!json.out().isEmpty()) {
            JsonNode capture =
                    JsonMapper.shared().readTree(json.out()).get("captures").get(0);
            assertThat(capture.get("damage").isNull()).isEqualTo(!damaged);
        } else {
            assertThat(damaged).isTrue();
        }
        String other = List.of("text", "jsonl", "csv").get(random.nextInt(3));
        consistent(CommandRun.of("analyze", "--format", other, file), damaged);
        String shown = random.nextBoolean() ? "text" : "json";
        consistent(CommandRun.of("show", "--frame", "1..20", "--format", shown, file), null);
        consistent(CommandRun.of("show", "--filter", "infiniband.cm", file), damaged);
        CommandRun plan = CommandRun.of("replay", file, "--to", "roce://127.0.0.1", "--preflight");
        assertThat(plan.exitCode()).as(plan.err()).isIn(damaged ? REPORTED : READABLE);
        assertThat(plan.err().lines()).allMatch(line -> line.startsWith("qpscope: "));
        consistent(CommandRun.of("replay", "--from", file), damaged);
        return damaged;
    }

    /**
     * One line for each complaint, and a complaint for each exit code but 0.
     *
     * @param damaged null where the command may have stopped before the damage
     */
    private static void consistent(CommandRun run, Boolean damaged) {
        if (damaged != null) {
            assertThat(run.exitCode())
                    .as(run.err())
                    .isEqualTo(damaged ? ExitCode.BAD_INPUT : ExitCode.GOOD);
        }
        // Frames that are not there are wrong usage.
        assertThat(run.exitCode())
                .as(run.err())
                .isIn(ExitCode.GOOD, ExitCode.BAD_INPUT, ExitCode.USAGE);
        assertThat(run.err().isEmpty()).isEqualTo(run.exitCode() == ExitCode.GOOD);
        assertThat(run.err().lines()).allMatch(line -> line.startsWith("qpscope: "));
    }
}
