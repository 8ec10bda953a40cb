package io.qpscope.cli;

import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.recording.RecordedPart;
import io.qpscope.session.DirectionSummary.InForce;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.net.InetAddress;

/** How a replay meets a live peer. */
final class PeerOptions {
    /** A tenth of Linux's patience: people wait. */
    private static final int RESPONSE_TIMEOUT = 17;

    private static final int CM_RETRIES = 9;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "Local address with roce://; default: the one that faces the peer, and"
                    + " 127.0.0.2 for 127.0.0.1, since both sides need UDP port 4791.")
    private InetAddress bind;

    @ArgGroup(exclusive = false)
    private Memory memory;

    @Mixin
    private RawEthernet raw;

    @Mixin
    private EndpointOptions endpoint;

    /** Of a peer that does not tell it. */
    static final class Memory {
        @Option(
                names = "--peer-rkey",
                paramLabel = "KEY",
                required = true,
                converter = WholeNumber.class,
                description = "Key of the peer's memory; default: what qpscope serve tells.")
        private long key;

        @Option(
                names = "--peer-va",
                paramLabel = "ADDRESS",
                required = true,
                converter = WholeNumber.class,
                description = "Its address.")
        private long address;

        @Option(
                names = "--peer-size",
                paramLabel = "BYTES",
                required = true,
                description = "Its length.")
        private long size;

        long key() {
            return key;
        }

        long address() {
            return address;
        }

        long size() {
            return size;
        }
    }

    InetAddress bind() {
        return bind;
    }

    /** Null where the peer tells. */
    Memory memory() {
        return memory;
    }

    RawEthernet raw() {
        return raw;
    }

    EndpointOptions endpoint() {
        return endpoint;
    }

    void check(InetAddress to) {
        endpoint.check();
        raw.check(bind, to);
        if (memory != null) {
            endpoint.range("--peer-size", memory.size, 1, Integer.MAX_VALUE);
            endpoint.range("--peer-rkey", memory.key, 0, 0xffff_ffffL);
        }
    }

    /**
     * What the recording had in force, as far as it tells; what was said here goes first.
     *
     * @param mtu that fits the interface
     */
    CmOptions connection(RecordedPart part, int mtu) {
        Integer recorded = part.session().pathMtu();
        boolean fits = recorded != null && recorded <= mtu && !said("--mtu");
        CmOptions options = endpoint.connection(fits ? recorded : mtu)
                .responseTimeout(RESPONSE_TIMEOUT)
                .maxCmRetries(CM_RETRIES);
        InForce inForce = part.from().inForce();
        if (inForce.retryCount() != null && !said("--retry")) {
            options.retryCount(inForce.retryCount());
        }
        if (inForce.ackTimeoutExponent() != null && !said("--ack-timeout")) {
            options.ackTimeout(inForce.ackTimeoutExponent());
        }
        return options;
    }

    private boolean said(String option) {
        return command.commandLine().getParseResult().hasMatchedOption(option);
    }
}
