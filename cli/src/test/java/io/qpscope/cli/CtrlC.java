package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The signal that Ctrl-C is, to a process of a test's own. */
final class CtrlC {
    private static final String IGNORED = "SigIgn:";
    private static final long SIGINT = 1 << 1;

    private CtrlC() {}

    /**
     * Aborts the test where its children would not hear the signal: a shell has what it runs in the
     * background ignore it (POSIX, 2.11), children inherit that, and Java leaves it so.
     */
    static void assumeHeard() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (Files.exists(status)) {
            for (String line : Files.readAllLines(status)) {
                boolean ignored = line.startsWith(IGNORED)
                        && (Long.parseUnsignedLong(
                                                line.substring(IGNORED.length()).trim(), 16)
                                        & SIGINT)
                                != 0;
                assumeFalse(ignored, "SIGINT is ignored here, as in the background of a shell");
            }
        }
    }

    /** Sends it and waits for the end. A process that does not heed it is killed: it would go on for ever. */
    static void send(Process to) throws Exception {
        try {
            int sent = new ProcessBuilder("kill", "-INT", String.valueOf(to.pid()))
                    .start()
                    .waitFor();
            assertThat(sent).isZero();
            assertThat(to.waitFor(60, TimeUnit.SECONDS)).as("it has ended").isTrue();
        } finally {
            // Of one that has ended this would close what it wrote.
            if (to.isAlive()) {
                to.destroyForcibly();
            }
        }
    }
}
