package io.qpscope.cli;

import io.qpscope.fuzz.target.TargetAddress;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

@Command(
        name = "fuzz",
        description = {
            "Searches for what breaks an RDMA endpoint: messages, faults on the way and forged packets"
                    + " are drawn, run, and judged by what the protocol allows. Each kind of failure is"
                    + " made as small as it gets and written as a folder that shows it again.",
            "The default target is the built-in endpoint in virtual time: nothing is sent on any"
                    + " network, and no privileges are needed.",
            "With --target roce://HOST the cases are run against that peer, in real time, each in"
                    + " connections of its own; only that address is ever sent to.",
            "With --bridge nothing is searched for: a transparent bridge between two interfaces breaks"
                    + " the RDMA traffic that crosses by a plan, and tells what each side made of it."
        })
final class Fuzz implements Callable<Integer> {
    /** Numbers that are short enough to be typed again. */
    private static final int DRAWN_BITS = 32;

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private Qpscope root;

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = WholeNumber.class,
            description =
                    "Of all that is drawn: same seed and --cases, same findings. Default: drawn,"
                            + " and printed.")
    private Long seed;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description =
                    "Ends after 30s, 500ms, 5m or 1h; 60s where neither this nor --cases is"
                            + " given, and a bridge never. Ctrl-C ends it earlier, with all that was found.")
    private Span time;

    @Option(names = "--json", description = "The report for programs, on standard output.")
    private boolean json;

    @Mixin
    private CampaignOptions campaign;

    @Mixin
    private TargetOptions target;

    @Mixin
    private BridgeOptions bridge;

    @Override
    public Integer call() throws IOException {
        long drawn = seed != null
                ? seed
                : new SplittableRandom().nextLong() >>> (Long.SIZE - DRAWN_BITS);
        if (bridge.wanted()) {
            return new BridgeRun(
                            bridge,
                            drawn,
                            time,
                            json,
                            spec.commandLine(),
                            root.color().style())
                    .call();
        }
        campaign.check();
        if (campaign.isSoft()) {
            target.checkNone();
            return run(new SoftSubject(campaign, drawn), drawn);
        }
        PrintWriter err = spec.commandLine().getErr();
        TargetAddress address = target.check(campaign.target());
        OneCase one = target.one() == null ? null : new OneCase(target.one());
        try (LiveSubject live =
                LiveSubject.open(campaign, target, address, drawn, bridge.yes(), err)) {
            if (one == null) {
                return run(live, drawn);
            }
            long times = campaign.cases() == null ? 1 : campaign.cases();
            return one.run(live.target(), times, spec.commandLine().getOut());
        }
    }

    private int run(Subject subject, long drawn) throws IOException {
        return new CampaignRun(
                        campaign,
                        subject,
                        drawn,
                        time,
                        json,
                        root.color().style(),
                        spec.commandLine())
                .call();
    }
}
