package io.qpscope.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that says where RoCEv2 is. */
public final class RocePort {
    private static final String IANA = "4791";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private int number = Integer.parseInt(IANA);

    @Option(
            names = "--roce-port",
            paramLabel = "N",
            defaultValue = IANA,
            description = "UDP port of RoCEv2; default ${DEFAULT-VALUE}.")
    void set(int port) {
        if (port < 1 || port > 0xffff) {
            CommandLine line = command.commandLine();
            throw new UsageException(line, "--roce-port must be 1 to 65535, not " + port);
        }
        number = port;
    }

    public int number() {
        return number;
    }
}
