package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** The real tshark finds QPScope in its extcap folder and captures through it. */
class WiresharkTest {
    private static final Path CAPTURE = Path.of("..", "captures", "roce-loss3-write-upstream.pcap");

    /**
     * As root, for whom tshark looks in its own folder alone, ours is put in that one's place. All
     * that is changed goes with the namespaces.
     */
    private static final String START =
            "ip link set lo up && mount --bind \"$0\" \"$1\" && shift" + " && exec \"$@\"";

    @TempDir
    Path folder;

    private Path extcap;
    private String usual;

    @BeforeEach
    void install() throws Exception {
        usual = run(List.of("tshark", "-G", "folders"))
                .lines()
                .filter(line -> line.startsWith("Extcap path:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
        if (!Files.isDirectory(Path.of(usual))) {
            abort("tshark has no extcap folder");
        }
        extcap = Files.createDirectory(folder.resolve("extcap"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String program = "#!/bin/sh\nexec " + java + " --enable-native-access=ALL-UNNAMED -cp '"
                + System.getProperty("java.class.path") + "' io.qpscope.cli.Main extcap \"$@\"\n";
        Path script = Files.writeString(extcap.resolve("qpscope"), program);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Namespace.in(() -> true);
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("WIRESHARK_CONFIG_DIR", folder.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Path errors = folder.resolve("errors");
        builder.redirectError(errors.toFile());
        Process process;
        try {
            process = builder.start();
        } catch (IOException missing) {
            return abort("tshark can't be run: " + missing.getMessage());
        }
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
            return text;
        }
    }

    private List<String> tshark(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("unshare", "-m", "-n", "sh", "-c", START));
        command.addAll(List.of(extcap.toString(), usual, "tshark"));
        command.addAll(List.of(words));
        return run(command).lines().toList();
    }

    @Test
    void itListsOurInterfaces() throws Exception {
        assertThat(tshark("-D"))
                .anyMatch(line -> line.endsWith(". qpscope-file (QPScope annotated file)"))
                .anyMatch(line -> line.endsWith(". qpscope-live-lo (QPScope live: lo)"));
    }

    @Test
    void itShowsAFileWithComments() throws Exception {
        Path annotated = folder.resolve("annotated.pcapng");
        CommandRun.of("analyze", "--annotate", annotated, CAPTURE);
        String[] fields = {"-T", "fields", "-e", "frame.number", "-e", "frame.comment"};
        List<String> expected = new ArrayList<>(List.of("tshark", "-r", annotated.toString()));
        expected.addAll(List.of(fields));
        List<String> words = new ArrayList<>(List.of("-i", "qpscope-file"));
        Path whole = CAPTURE.toRealPath();
        words.addAll(List.of("-o", "extcap.qpscope_file.file:" + whole));
        words.addAll(List.of(fields));
        List<String> shown = tshark(words.toArray(String[]::new));
        assertThat(shown).isEqualTo(run(expected).lines().toList());
        assertThat(shown.get(59)).contains("QPScope: ");
    }

    /** The time limit is a guard: three packets end it. */
    @Test
    void itCapturesLive() throws Exception {
        Path script = Files.writeString(folder.resolve("live"), """
                while :; do echo hello >/dev/udp/127.0.0.1/4791; sleep 0.1; done &
                tshark -i qpscope-live-lo -f 'udp port 4791' -c 3 -a duration:60 \\
                    -T fields -e frame.number -e udp.dstport -e frame.interface_name
                code=$?
                kill $!
                exit $code
                """);
        List<String> command = new ArrayList<>(List.of("unshare", "-m", "-n", "sh", "-c", START));
        command.addAll(List.of(extcap.toString(), usual, "bash", script.toString()));
        assertThat(run(command).lines())
                .containsExactly("1\t4791\tlo", "2\t4791\tlo", "3\t4791\tlo");
    }
}
