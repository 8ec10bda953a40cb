package io.qpscope.cli;

import io.qpscope.cli.report.FailedChecks;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.campaign.Failure;
import io.qpscope.fuzz.campaign.TargetLostException;
import io.qpscope.fuzz.campaign.Trial;
import io.qpscope.fuzz.corpus.CaseReader;
import io.qpscope.fuzz.target.LiveTarget;
import io.qpscope.scenario.Check;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** One case of a file against a live target, again and again. */
final class OneCase {
    private final Path file;
    private final Case one;

    /**
     * Reads the file.
     *
     * @throws IOException when there is no case in it
     */
    OneCase(Path file) throws IOException {
        this.file = file;
        try {
            one = CaseReader.read(file.toString(), Files.readString(file));
        } catch (InvalidYamlException e) {
            throw new IOException(String.join("; ", e.problems()), e);
        }
    }

    /**
     * Runs it.
     *
     * @return an exit code
     */
    int run(LiveTarget target, long times, PrintWriter out) {
        Trial trial = target.shrinking();
        Case fitting = target.fit(one);
        long failed = 0;
        target.leftOut()
                .forEach((why, count) -> out.println("left out without --yes: " + count
                        + (count == 1 ? " rule" : " rules") + " for " + why));
        for (long i = 1; i <= times; i++) {
            Failure failure;
            try {
                failure = trial.run(fitting);
            } catch (TargetLostException e) {
                out.println("run " + i + ": the target is gone: " + e.getMessage());
                return ExitCode.CHECK_FAILED;
            }
            if (failure == null) {
                out.println("run " + i + ": as expected");
            } else {
                failed++;
                for (Check each : failure.broken()) {
                    out.println("run " + i + ": " + FailedChecks.line(each));
                }
            }
        }
        out.println(file + ": " + failed + " of " + times + " failed");
        out.flush();
        return failed == 0 ? ExitCode.GOOD : ExitCode.CHECK_FAILED;
    }
}
