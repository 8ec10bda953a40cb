package io.qpscope.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Ports in a network namespace of their own: loopback with two IPv6 addresses, and a virtual cable
 * v0 - v1 whose end v0 has addresses of the kernel's. Skipped where namespaces can't be made.
 */
class NamespaceTest {
    private static final String SETUP = "ip link set lo up"
            + " && ip addr add fd77::2/128 dev lo nodad"
            + " && ip link add v0 type veth peer name v1"
            + " && ip link set v0 up && ip link set v1 up"
            + " && ip addr add 10.77.0.1/24 dev v0 && ip addr add fd78::1/64 dev v0 nodad";

    @BeforeAll
    static void namespaces() throws IOException, InterruptedException {
        assumeTrue(run("true").equals(""), "no network namespaces here, or no ip or veth");
    }

    private static String run(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "unshare", "-rn", "sh", "-c", "(" + SETUP + ") || exit 9; exec " + command)
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text.strip();
    }

    private static String trial(String server, String client)
            throws IOException, InterruptedException {
        String path = System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return run(String.join(
                " ",
                java,
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                path,
                Trial.class.getName(),
                server,
                client));
    }

    @ParameterizedTest
    @CsvSource({
        "udp=::1, udp=fd77::2",
        "udp=127.0.0.1, udp=127.0.0.2",
        "raw=v1=10.77.0.2, raw=v0=10.77.0.3",
        "raw=v1=fd78::2, raw=v0=fd78::3"
    })
    void twoHostsTalk(String server, String client) throws IOException, InterruptedException {
        assertThat(lastLine(trial(server, client))).isEqualTo("good");
    }

    /** The raw end checks in full what the socket sends: identification 0 and Don't Fragment. */
    @ParameterizedTest
    @CsvSource({
        "raw=v1=10.77.0.2, udp=10.77.0.1",
        "udp=10.77.0.1, raw=v1=10.77.0.2",
        "raw=v1=fd78::2, udp=fd78::1",
        "udp=fd78::1, raw=v1=fd78::2"
    })
    void whatASocketSendsIsRightOnTheWire(String server, String client)
            throws IOException, InterruptedException {
        assertThat(lastLine(trial(server, client))).isEqualTo("good");
    }

    @Test
    void anInterfaceThatIsNotThereIsNamed() throws IOException, InterruptedException {
        assertThat(trial("raw=v9=10.77.0.2", "raw=v0=10.77.0.3")).contains("v9: no such interface");
    }

    private static String lastLine(String text) {
        return text.lines().reduce("", (before, line) -> line);
    }
}
