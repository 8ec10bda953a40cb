package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is needed to capture or to send frames really lacks, and the error says how to get it. */
class LackingTest {
    /** Empty files in the place of each libpcap, for these processes alone. */
    private static final String WITHOUT_LIBPCAP =
            "for f in $(ldconfig -p | sed -n 's/.*libpcap.* => //p'); do"
                    + " mount --bind /dev/null \"$f\" || exit 99; done; exec \"$0\" \"$@\"";

    private static final String CAPTURE = "capture -i lo";
    private static final String EXTCAP =
            "extcap --capture --fifo=/dev/null --extcap-interface=qpscope-live-lo";
    private static final String REPLAY = "replay ../captures/roce-rping.pcap --to lo";

    /** The program in a process of its own, started by other words; its one line on stderr. */
    private static String error(List<String> start, String words) throws Exception {
        // Whoever lacks namespaces can't be trusted to lack a library alone.
        Namespace.in(() -> true);
        List<String> command = new ArrayList<>(start);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add("io.qpscope.cli.Main");
        command.addAll(List.of(words.split(" ", -1)));
        Process process;
        try {
            process = new ProcessBuilder(command).start();
        } catch (IOException missing) {
            return abort(missing.getMessage());
        }
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(err).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err.lines()).hasSize(1);
        return err;
    }

    @ParameterizedTest
    @ValueSource(strings = {CAPTURE, EXTCAP, REPLAY})
    void theLibrary(String words) throws Exception {
        List<String> start = List.of("unshare", "-m", "sh", "-c", WITHOUT_LIBPCAP);
        assertThat(error(start, words))
                .isEqualTo("qpscope: libpcap can't be loaded: install it (package libpcap0.8 in"
                        + " Debian and Ubuntu, libpcap in Fedora, RHEL and Alpine)\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {CAPTURE, EXTCAP, REPLAY})
    void theRight(String words) throws Exception {
        List<String> start = List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all");
        String err = error(start, words);
        if (err.contains("libpcap can't be loaded")) {
            abort(err);
        }
        assertThat(err)
                .startsWith("qpscope: lo: capturing needs root or CAP_NET_RAW: use sudo, or ")
                .contains("sudo tcpdump -i lo -w - | qpscope analyze -")
                .endsWith("sudo setcap cap_net_raw+ep " + System.getProperty("java.home")
                        + "/bin/java\n");
    }
}
