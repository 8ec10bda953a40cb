package io.qpscope.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that says how many threads may work. */
final class Threads {
    /** Sessions are followed by one thread, which this many others more than keep busy. */
    private static final int USEFUL = 8;

    private static final int MOST = 64;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private int number = Math.min(Runtime.getRuntime().availableProcessors(), USEFUL);

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads may work; the result is the same. Default is one for"
                    + " each processor, at most " + USEFUL + ".")
    void set(int threads) {
        if (threads < 1 || threads > MOST) {
            CommandLine line = command.commandLine();
            throw new UsageException(line, "--threads must be 1 to " + MOST + ", not " + threads);
        }
        number = threads;
    }

    int number() {
        return number;
    }
}
