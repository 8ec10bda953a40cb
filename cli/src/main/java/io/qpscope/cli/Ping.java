package io.qpscope.cli;

import io.qpscope.cli.report.Json;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.endpoint.service.Client;
import io.qpscope.endpoint.service.DrainClient;
import io.qpscope.endpoint.service.EchoClient;
import io.qpscope.endpoint.service.LoadClient;
import io.qpscope.endpoint.service.RpingClient;
import io.qpscope.endpoint.service.Tally;
import io.qpscope.fault.RuleCount;
import io.qpscope.fault.plan.Action.Place;
import io.qpscope.port.netty.HandshakePort;
import io.qpscope.port.netty.TextHandshake;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

@Command(
        name = "ping",
        description =
                "Asks an RDMA peer, RoCEv2 or iWARP: data there and back and compared, or a load"
                        + " of one verb.",
        footer = {
            "",
            "As in:",
            "  qpscope ping --to 10.9.0.1                  against rping -s -a 10.9.0.1 -p 7174",
            "  qpscope ping --to 10.9.0.1 --service pingpong     against ibv_rc_pingpong",
            "  qpscope ping --to 127.0.0.1 --verb write --size 4096 --depth 32 --qps 2",
            "                                              against qpscope serve",
            "  qpscope ping --iwarp --to 10.9.0.1          the same rping on an iWARP device",
            "Over iWARP a SEND or WRITE is done when TCP has it: latency and throughput are those"
                    + " of this side.",
            "Exit code 1: refused, no answer, an error, data that differs, or a fault not exercised."
        })
final class Ping implements Callable<Integer> {
    private static final int MOST_SIZE = 1 << 24;
    private static final int MOST_QPS = 1024;
    /** A tenth of Linux's patience: people wait. */
    private static final int RESPONSE_TIMEOUT = 17;

    private static final int CM_RETRIES = 9;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--to",
            paramLabel = "ADDRESS",
            required = true,
            description = "The peer: name or address.")
    private InetAddress to;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "Local address; default: the one that faces the peer, and 127.0.0.2 for"
                    + " 127.0.0.1, since both sides need UDP port 4791.")
    private InetAddress bind;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            description = "What the peer offers: ${COMPLETION-CANDIDATES}; default rping, and sink"
                    + " with --verb.")
    private ServiceName service;

    @Option(names = "--port", paramLabel = "N", description = "Default: the service's own.")
    private Integer port;

    @Option(
            names = "--verb",
            paramLabel = "VERB",
            description = "A load of: ${COMPLETION-CANDIDATES}.")
    private LoadVerb verb;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            description = "Of each message or operation; default 64, and 4096 for pingpong.")
    private Integer size;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "Rounds or operations of each queue pair; 0 for no end. Default 10, and"
                    + " 10000 with --verb.")
    private Long count;

    @Option(
            names = "--depth",
            paramLabel = "N",
            description =
                    "Operations under way on each queue pair; default 1, and 16 receive requests"
                            + " for source.")
    private Integer depth;

    @Option(
            names = "--qps",
            paramLabel = "N",
            defaultValue = "1",
            description = "Queue pairs side by side; default ${DEFAULT-VALUE}.")
    private int qps;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Span.Converter.class,
            description = "Gives up when not all is done after so long, as 10s or 500ms; default:"
                    + " when nothing was done for 30 s.")
    private Span timeout;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private Show.Format format;

    @Option(
            names = "--rkey",
            paramLabel = "KEY",
            converter = WholeNumber.class,
            description = "The peer's memory, for a queue pair by hand.")
    private Long rkey;

    @Option(
            names = "--va",
            paramLabel = "ADDRESS",
            converter = WholeNumber.class,
            description = "Where in it.")
    private Long va;

    @Mixin
    private RawEthernet raw;

    @Mixin
    private EndpointOptions options;

    @Mixin
    private IwarpOptions iwarp;

    @Override
    public Integer call() throws IOException {
        check();
        options.readFaults(iwarp.wanted() ? Place.STREAMS : Place.PACKETS);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        InetAddress local = local();
        try (Interrupt interrupt = new Interrupt();
                Site here = site(local, err)) {
            here.start();
            List<Client> clients = connect(here);
            PingWatch watch = new PingWatch(here, clients);
            watch.await(
                    interrupt,
                    timeout,
                    new PingProgress(Terminal.hasErrors() ? err : null, count * qps));
            here.disconnect();
            boolean exercised = report(here, local, watch, out);
            out.flush();
            if (watch.failure() != null) {
                err.println("qpscope: " + to.getHostAddress() + ": " + watch.failure());
                return ExitCode.CHECK_FAILED;
            }
            if (!exercised) {
                return ExitCode.CHECK_FAILED;
            }
        }
        return ExitCode.GOOD;
    }

    private InetAddress local() throws IOException {
        if (bind != null) {
            return bind;
        }
        return iwarp.wanted() ? Attachment.facing(to) : Attachment.apart(to);
    }

    private Site site(InetAddress local, PrintWriter err) throws IOException {
        if (iwarp.wanted()) {
            // A source speaks first, which over iWARP only a peer-to-peer set-up lets it do.
            Set<RtrKind> rtr = service == ServiceName.SOURCE
                    ? EnumSet.allOf(RtrKind.class)
                    : EnumSet.noneOf(RtrKind.class);
            return iwarp.open(local, qps, options, rtr);
        }
        return raw.wanted()
                ? Attachment.raw(local, to, raw, options, qps)
                : Attachment.udp(local, options, qps, err);
    }

    /** Returns whether all faults that had to act did. */
    private boolean report(Site here, InetAddress local, PingWatch watch, PrintWriter out)
            throws IOException {
        Tally all = here.ask(watch::tally);
        List<RuleCount> faults = here.ask(options.faults()::counts);
        if (format == Show.Format.TEXT) {
            out.println(title(local));
            PingReport.write(all, out);
            here.show(out);
            return options.faults().report(faults, out);
        }
        try (Json json = Json.pretty(out)) {
            json.beginObject().text("qpscope", Version.NUMBER);
            json.text("transport", iwarp.wanted() ? "iWARP" : "RoCEv2")
                    .text("service", service.toString())
                    .text("verb", verb == null ? null : verb.toString())
                    .text("from", local.getHostAddress())
                    .text("to", to.getHostAddress())
                    .value("port", options.byHand() ? null : port)
                    .value("pathMtu", here instanceof Attachment roce ? roce.pathMtu() : null)
                    .number("size", size)
                    .number("count", count)
                    .number("depth", depth)
                    .number("queuePairs", qps)
                    .text("status", watch.status().name())
                    .text("failure", watch.failure());
            PingReport.write(all, json);
            json.beginObject("counters");
            here.ask(() -> {
                here.counters(json::number);
                return null;
            });
            json.endObject();
            boolean exercised = options.faults().report(faults, json);
            json.endObject();
            return exercised;
        }
    }

    private void check() {
        iwarp.check(options);
        if (!iwarp.wanted()) {
            options.check();
            raw.check(bind, to);
        }
        if (verb != null && service != null && service != ServiceName.SINK) {
            throw options.wrong("--verb goes with --service sink, not " + service);
        }
        if (verb == null && service == ServiceName.SINK) {
            throw options.wrong("--service sink needs a --verb");
        }
        if (service == null) {
            service = verb == null ? ServiceName.RPING : ServiceName.SINK;
        }
        if (options.byHand() && qps != 1) {
            throw options.wrong("--qps goes with RDMA-CM, not with a queue pair by hand");
        }
        if (!options.byHand() && (rkey != null || va != null)) {
            throw options.wrong("--rkey and --va go with a queue pair by hand (--peer-qpn)");
        }
        if (depth == null) {
            depth = service == ServiceName.SOURCE ? 16 : 1;
        }
        if (service == ServiceName.RPING && depth != 1) {
            throw options.wrong("rping has one round under way; --depth goes with --verb");
        }
        if (size == null) {
            size = service == ServiceName.PINGPONG ? 4096 : 64;
        }
        if (count == null) {
            count = verb == null ? 10L : 10_000L;
        }
        options.range("--size", size, verb == null ? 1 : 0, MOST_SIZE);
        options.range("--count", count, 0, Long.MAX_VALUE);
        options.range("--depth", depth, 1, 1024);
        options.range("--qps", qps, 1, MOST_QPS);
        options.range("--port", port == null ? 1 : port, 1, 0xffff);
        if (port == null) {
            port = service.port(iwarp.wanted());
        }
        if (iwarp.wanted()) {
            checkIwarp();
        }
    }

    /** What iWARP has no message for. */
    private void checkIwarp() {
        if (service == ServiceName.PINGPONG) {
            throw options.wrong("pingpong does not go with --iwarp");
        }
        if (verb == LoadVerb.FLUSH || verb == LoadVerb.ATOMIC_WRITE) {
            throw options.wrong("iWARP has no " + verb);
        }
        if (verb == LoadVerb.SEND_IMM && size != 0) {
            throw options.wrong("over iWARP immediate data goes alone or behind a write: --verb"
                    + " send_imm goes with --size 0");
        }
        if (service == ServiceName.SOURCE && iwarp.revision() == 1) {
            throw options.wrong("a source speaks first, which MPA lets it do in revision 2 only");
        }
    }

    private List<Client> connect(Site here) throws IOException {
        if (here instanceof Attachment roce
                && service == ServiceName.PINGPONG
                && !options.byHand()) {
            return List.of(pingpong(roce));
        }
        List<Client> clients = here.ask(
                () -> Stream.generate(() -> open(here.device())).limit(qps).toList());
        for (Client client : clients) {
            if (here instanceof IwarpSite tcp) {
                tcp.connect(client.conversation(), to, port);
            } else {
                Attachment roce = (Attachment) here;
                roce.ask(() -> {
                    connect(roce, client);
                    return null;
                });
            }
        }
        return clients;
    }

    private void connect(Attachment here, Client client) {
        LocalAddress local = here.port().address();
        long now = here.port().now();
        if (options.byHand()) {
            here.host()
                    .adopt(
                            client.conversation(),
                            options.attributes(local, to, here.pathMtu()),
                            now);
            return;
        }
        LocalAddress peer = LocalAddress.of(to.getAddress(), 0);
        Path path = local.to(peer.high(), peer.low(), 0);
        CmOptions proposal = options.connection(here.pathMtu())
                .responseTimeout(RESPONSE_TIMEOUT)
                .maxCmRetries(CM_RETRIES);
        here.host().connect(client.conversation(), path, port, proposal, now);
    }

    private Client open(Device device) {
        int qpn = options.qpn();
        return switch (service) {
            case RPING -> new RpingClient(device, qpn, size, count);
            case ECHO, PINGPONG -> new EchoClient(device, qpn, depth, size, count);
            case SOURCE -> new DrainClient(device, qpn, depth, size, count);
            case SINK -> {
                LoadClient.Volume volume = new LoadClient.Volume(size, count);
                LoadClient client = new LoadClient(device, qpn, verb.verb(), depth, volume);
                yield rkey == null && va == null
                        ? client
                        : client.remote(rkey == null ? 0 : rkey.intValue(), va == null ? 0 : va);
            }
        };
    }

    /** The queue pair is agreed on over TCP before it is connected. */
    private Client pingpong(Attachment here) throws IOException {
        Client client = here.ask(() -> open(here.device()));
        int psn = client.conversation().region().key() & 0xff_ffff;
        LocalAddress local = here.port().address();
        TextHandshake own = new TextHandshake(
                0, here.host().qpn(client.conversation()), psn, local.high(), local.low());
        TextHandshake peer = HandshakePort.exchange(new InetSocketAddress(to, port), own);
        here.ask(() -> {
            here.host()
                    .adopt(
                            client.conversation(),
                            options.agreed(local, peer, here.pathMtu()).sqPsn(psn),
                            here.port().now());
            return null;
        });
        return client;
    }

    private String title(InetAddress local) {
        String what = verb == null ? service + ", data compared" : verb + " to " + service;
        return what + ": " + local.getHostAddress() + " to " + to.getHostAddress()
                + (options.byHand() ? "" : " port " + port) + ", " + size + " bytes, depth " + depth
                + ", queue pairs " + qps;
    }
}
