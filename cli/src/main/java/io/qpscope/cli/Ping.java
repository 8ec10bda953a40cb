package io.qpscope.cli;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.Client;
import io.qpscope.endpoint.service.DrainClient;
import io.qpscope.endpoint.service.EchoClient;
import io.qpscope.endpoint.service.LoadClient;
import io.qpscope.endpoint.service.RpingClient;
import io.qpscope.endpoint.service.Tally;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "ping",
        description = "Asks an RDMA peer: data there and back and compared, or a load of one verb.",
        footer = {
            "",
            "As in:",
            "  qpscope ping --to 10.9.0.1                  against rping -s -a 10.9.0.1 -p 7174",
            "  qpscope ping --to 10.9.0.1 --service pingpong     against ibv_rc_pingpong",
            "  qpscope ping --to 127.0.0.1 --verb write --size 4096 --depth 32 --qps 2",
            "                                              against qpscope serve",
            "Exit code 1: refused, no answer, an error, data that differs, or a fault not exercised."
        })
final class Ping implements Callable<Integer> {
    private static final int MOST_SIZE = 1 << 24;
    private static final int MOST_QPS = 1024;
    private static final int LOOK_MILLIS = 20;
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

    @Override
    public Integer call() throws IOException {
        check();
        options.readFaults();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        InetAddress local = bind != null ? bind : Attachment.facing(to);
        try (Interrupt interrupt = new Interrupt();
                Attachment here = raw.wanted()
                        ? Attachment.raw(local, to, raw, options, qps)
                        : Attachment.udp(local, options, qps, err)) {
            here.start();
            List<Client> clients = connect(here);
            boolean stopped = watch(here, clients, interrupt, err);
            here.disconnect();
            Tally all = here.ask(() -> sum(clients));
            String failure = here.ask(() -> failure(clients));
            out.println(title(local));
            PingReport.write(all, out);
            here.counters(out);
            boolean exercised = options.faults().report(here.ask(options.faults()::counts), out);
            out.flush();
            if (failure != null && !stopped) {
                err.println("qpscope: " + to.getHostAddress() + ": " + failure);
                return ExitCode.CHECK_FAILED;
            }
            if (!exercised) {
                return ExitCode.CHECK_FAILED;
            }
        }
        return ExitCode.GOOD;
    }

    private void check() {
        options.check();
        raw.check(bind, to);
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
            port = service.port();
        }
    }

    private List<Client> connect(Attachment here) throws IOException {
        if (service == ServiceName.PINGPONG && !options.byHand()) {
            return List.of(pingpong(here));
        }
        return here.ask(() -> {
            List<Client> clients = new ArrayList<>();
            for (int i = 0; i < qps; i++) {
                clients.add(open(here.endpoint()));
                connect(here, clients.get(i));
            }
            return clients;
        });
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

    private Client open(Endpoint endpoint) {
        int qpn = options.qpn();
        return switch (service) {
            case RPING -> new RpingClient(endpoint, qpn, size, count);
            case ECHO, PINGPONG -> new EchoClient(endpoint, qpn, depth, size, count);
            case SOURCE -> new DrainClient(endpoint, qpn, depth, size, count);
            case SINK -> {
                LoadClient.Volume volume = new LoadClient.Volume(size, count);
                LoadClient client = new LoadClient(endpoint, qpn, verb.verb(), depth, volume);
                yield rkey == null && va == null
                        ? client
                        : client.remote(rkey == null ? 0 : rkey.intValue(), va == null ? 0 : va);
            }
        };
    }

    /** The queue pair is agreed on over TCP before it is connected. */
    private Client pingpong(Attachment here) throws IOException {
        Client client = here.ask(() -> open(here.endpoint()));
        int psn = client.conversation().region().key() & 0xff_ffff;
        LocalAddress local = here.port().address();
        TextHandshake own = new TextHandshake(
                0, client.conversation().qp().qpn(), psn, local.high(), local.low());
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

    /** Until all are over; true when Ctrl-C came first. */
    private boolean watch(
            Attachment here, List<Client> clients, Interrupt interrupt, PrintWriter err)
            throws IOException {
        PingProgress progress = new PingProgress(Terminal.hasErrors() ? err : null, count * qps);
        boolean stopped = false;
        boolean over = false;
        while (!over && !stopped) {
            stopped = interrupt.await(LOOK_MILLIS);
            over = here.ask(() ->
                    clients.stream().allMatch(client -> client.conversation().over()));
            progress.show(here.ask(() ->
                    clients.stream().mapToLong(c -> c.tally().operations()).sum()));
        }
        progress.done();
        return stopped;
    }

    private static Tally sum(List<Client> clients) {
        Tally all = new Tally();
        clients.forEach(client -> all.add(client.tally()));
        return all;
    }

    private static String failure(List<Client> clients) {
        for (Client client : clients) {
            if (client.conversation().failure() != null) {
                return client.conversation().failure();
            }
        }
        return null;
    }

    private String title(InetAddress local) {
        String what = verb == null ? service + ", data compared" : verb + " to " + service;
        return what + ": " + local.getHostAddress() + " to " + to.getHostAddress()
                + (options.byHand() ? "" : " port " + port) + ", " + size + " bytes, depth " + depth
                + ", queue pairs " + qps;
    }
}
