package io.qpscope.cli;

import io.qpscope.fuzz.target.PeerMemory;
import io.qpscope.fuzz.target.Settings;
import io.qpscope.fuzz.target.TargetAddress;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;

/** How a campaign meets a live peer, and how it spares it. */
final class TargetOptions {
    private static final List<String> ONLY_LIVE = List.of(
            "--bind",
            "--raw",
            "--mac",
            "--peer-mac",
            "--peer-rkey",
            "--peer-va",
            "--peer-size",
            "--rate",
            "--connections-rate",
            "--ack-timeout",
            "--mtu",
            "--case");

    private static final List<Integer> PATH_MTUS = List.of(256, 512, 1024, 2048, 4096);
    private static final long MOST_RATE = 10_000_000;
    private static final int MOST_CONNECTIONS = 10_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "Local address to a live target; default: the one that faces it, and"
                    + " 127.0.0.2 for 127.0.0.1, since both sides need UDP port 4791.")
    private InetAddress bind;

    @Mixin
    private RawEthernet raw;

    @ArgGroup(exclusive = false)
    private PeerOptions.Memory memory;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Packets a second that are sent to a live target at most; default"
                    + " ${DEFAULT-VALUE}.")
    private long rate;

    @Option(
            names = "--connections-rate",
            paramLabel = "N",
            defaultValue = "100",
            description =
                    "Connections a second to a live target at most; default" + " ${DEFAULT-VALUE}.")
    private long connectionsRate;

    @Option(
            names = "--ack-timeout",
            paramLabel = "N",
            defaultValue = "14",
            description = "ACK timeout to a live target, 4.096 us x 2^N, 8 to 22; default"
                    + " ${DEFAULT-VALUE}, 67 ms.")
    private int ackTimeout;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            description = "Longest path MTU to a live target; default: what fits our interface, at"
                    + " most 1024.")
    private Integer mtu;

    @Option(
            names = "--case",
            paramLabel = "FILE",
            description = "Runs only this case against a live target, --cases times (default once):"
                    + " a scenario.yaml that a campaign has written.")
    private Path one;

    /** Null for a campaign. */
    Path one() {
        return one;
    }

    /** Null where the address facing the target will do. */
    InetAddress bind() {
        return bind;
    }

    RawEthernet raw() {
        return raw;
    }

    /** Null for what fits. */
    Integer mtu() {
        return mtu;
    }

    /** What goes with a live target only. */
    void checkNone() {
        ParseResult given = command.commandLine().getParseResult();
        for (String name : ONLY_LIVE) {
            require(
                    !given.hasMatchedOption(name),
                    name + " goes with a live target: --target roce://HOST");
        }
    }

    /**
     * The target that is meant.
     *
     * @throws IOException when its name is not known
     */
    TargetAddress check(String text) throws IOException {
        TargetAddress target;
        try {
            target = TargetAddress.of(text);
        } catch (IllegalArgumentException e) {
            throw wrong("--target: " + e.getMessage() + "; soft is the built-in endpoint");
        }
        raw.check(bind, target.host());
        require(!target.iwarp() || !raw.wanted(), "--raw goes with roce://, not with iwarp://");
        require(rate >= 1 && rate <= MOST_RATE, "--rate must be 1 to " + MOST_RATE);
        require(
                connectionsRate >= 1 && connectionsRate <= MOST_CONNECTIONS,
                "--connections-rate must be 1 to " + MOST_CONNECTIONS);
        require(ackTimeout >= 8 && ackTimeout <= 22, "--ack-timeout must be 8 to 22");
        require(
                mtu == null || PATH_MTUS.contains(mtu),
                "--mtu must be 256, 512, 1024, 2048 or 4096, not " + mtu);
        boolean sized = memory == null
                || (memory.size() >= 1
                        && memory.size() <= Integer.MAX_VALUE
                        && memory.key() >= 0
                        && memory.key() <= 0xffff_ffffL);
        require(sized, "--peer-size must be 1 to 2147483647, and --peer-rkey at most 0xffffffff");
        return target;
    }

    Settings settings(boolean destructive) {
        PeerMemory told = memory == null
                ? null
                : new PeerMemory((int) memory.key(), memory.address(), memory.size());
        return new Settings(told, ackTimeout, rate, connectionsRate, destructive);
    }

    /** What was said about the peer, to be said again. */
    String words() {
        StringBuilder words = new StringBuilder();
        ParseResult given = command.commandLine().getParseResult();
        for (String name : ONLY_LIVE) {
            if (!name.equals("--case") && given.hasMatchedOption(name)) {
                words.append(' ').append(name);
                words.append(' ')
                        .append(String.join(",", given.matchedOption(name).originalStringValues()));
            }
        }
        return words.toString();
    }

    private void require(boolean right, String message) {
        if (!right) {
            throw wrong(message);
        }
    }

    private UsageException wrong(String message) {
        return new UsageException(command.commandLine(), message);
    }
}
