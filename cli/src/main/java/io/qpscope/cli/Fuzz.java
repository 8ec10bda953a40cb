package io.qpscope.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

@Command(
        name = "fuzz",
        description =
                "Breaks RDMA traffic on purpose and tells what each side made of it. --bridge is a"
                        + " transparent bridge between two interfaces.")
final class Fuzz implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private Qpscope root;

    @Mixin
    private BridgeOptions bridge;

    @Override
    public Integer call() throws IOException {
        if (!bridge.wanted()) {
            throw new UsageException(spec.commandLine(), "expected --bridge IF1,IF2");
        }
        return new BridgeRun(bridge, spec.commandLine(), root.color().style()).call();
    }
}
