package io.qpscope.cli;

import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.endpoint.service.Conversation;
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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

@Command(
        name = "serve",
        description = "Answers as an RDMA peer, RoCEv2 or iWARP, until Ctrl-C: echo, sink, source,"
                + " rping, pingpong.",
        footer = {
            "",
            "Ports of RDMA-CM: echo 7, sink 9, source 19, rping 7174; pingpong is found at TCP port"
                    + " 18515, as ibv_rc_pingpong's server. TCP ports with --iwarp: echo 7007, sink"
                    + " 7009, source 7019, rping 7174.",
            "Only this machine can connect unless --bind says otherwise.",
            "Over UDP the IPv4 identification of what arrives is not known: one packet in 65536"
                    + " with a bad ICRC passes. IPv6 has no identification and is checked in full."
        })
final class Serve implements Callable<Integer> {
    private static final int MOST_SIZE = 1 << 24;
    private static final long PINGPONG_IDLE_NS = TimeUnit.SECONDS.toNanos(60);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Local address, one of IPv4 or IPv6; default ${DEFAULT-VALUE}.")
    private InetAddress bind;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Only these: ${COMPLETION-CANDIDATES}; default all. One alone with a queue"
                            + " pair by hand (default sink) and with --port.")
    private Set<ServiceName> services = EnumSet.noneOf(ServiceName.class);

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port of the one service; default its own.")
    private Integer port;

    @Option(
            names = "--to",
            paramLabel = "ADDRESS",
            description = "The peer, for a queue pair by hand.")
    private InetAddress to;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "65536",
            description = "Longest message, and the sink's memory; default ${DEFAULT-VALUE}.")
    private int size;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "64",
            description = "Work requests under way on a queue pair; default ${DEFAULT-VALUE}.")
    private int depth;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            defaultValue = "64",
            description = "More are refused; bounds memory. Default ${DEFAULT-VALUE}.")
    private int maxConnections;

    @Option(
            names = "--duration",
            paramLabel = "SECONDS",
            description = "Ends by itself after so long; default: Ctrl-C.")
    private Integer duration;

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
        try (Interrupt interrupt = new Interrupt();
                Site here = site(err)) {
            HandshakePort handshakes =
                    here instanceof IwarpSite tcp ? open(tcp, out) : open((Attachment) here, out);
            out.flush();
            interrupt.await(
                    duration == null ? Long.MAX_VALUE : TimeUnit.SECONDS.toMillis(duration));
            if (handshakes != null) {
                handshakes.close();
            }
            here.disconnect();
            out.println("connections: accepted=" + here.ask(here::accepted) + " refused="
                    + here.ask(here::refused));
            here.show(out);
            boolean exercised = options.faults().report(here.ask(options.faults()::counts), out);
            out.flush();
            return exercised ? ExitCode.GOOD : ExitCode.CHECK_FAILED;
        }
    }

    private Site site(PrintWriter err) throws IOException {
        if (iwarp.wanted()) {
            return iwarp.open(bind, maxConnections, options, EnumSet.allOf(RtrKind.class));
        }
        return raw.wanted()
                ? Attachment.raw(bind, to, raw, options, maxConnections)
                : Attachment.udp(bind, options, maxConnections, err);
    }

    private void check() {
        iwarp.check(options);
        if (!iwarp.wanted()) {
            options.check();
            raw.check(bind, to);
        } else if (services.contains(ServiceName.PINGPONG)) {
            throw options.wrong("pingpong does not go with --iwarp");
        }
        options.range("--size", size, 1, MOST_SIZE);
        options.range("--depth", depth, 1, 1024);
        options.range("--max-connections", maxConnections, 1, 4096);
        options.range("--port", port == null ? 1 : port, 1, 0xffff);
        options.range("--duration", duration == null ? 0 : duration, 0, Integer.MAX_VALUE);
        if (port != null && services.size() != 1) {
            throw options.wrong("--port goes with one --service");
        }
        if (raw.wanted() && services.contains(ServiceName.PINGPONG)) {
            throw options.wrong("pingpong needs TCP, which --raw does not speak");
        }
        boolean idle = to != null && !options.byHand() && !raw.wanted();
        if (idle || (options.byHand() && to == null)) {
            throw options.wrong("--to and --peer-qpn go together");
        }
        if (options.byHand() && services.size() > 1) {
            throw options.wrong("a queue pair by hand has one --service");
        }
    }

    /** Offers what was asked for; the port of pingpong when it is among it, else null. */
    private HandshakePort open(Attachment here, PrintWriter out) throws IOException {
        if (options.byHand()) {
            byHand(here, out);
            here.start();
            return null;
        }
        Set<ServiceName> all = services.isEmpty() ? offered() : services;
        for (ServiceName service : all) {
            if (service != ServiceName.PINGPONG) {
                here.host()
                        .serve(
                                portOf(service),
                                () -> service.open(here.endpoint(), 0, depth, size),
                                () -> options.connection(here.pathMtu()));
                out.println(service + " on " + bind.getHostAddress() + ", port " + portOf(service));
            }
        }
        here.start();
        if (!all.contains(ServiceName.PINGPONG)) {
            return null;
        }
        int tcp = portOf(ServiceName.PINGPONG);
        HandshakePort handshakes =
                new HandshakePort(new InetSocketAddress(bind, tcp), peer -> answer(here, peer));
        out.println(ServiceName.PINGPONG + " on " + bind.getHostAddress() + ", TCP port " + tcp);
        return handshakes;
    }

    /** As {@link #open(Attachment, PrintWriter)}; never pingpong. */
    private HandshakePort open(IwarpSite here, PrintWriter out) throws IOException {
        for (ServiceName service : services.isEmpty() ? offered() : services) {
            here.serve(portOf(service), () -> service.open(here.device(), 0, depth, size));
            out.println(service + " on " + bind.getHostAddress() + ", TCP port " + portOf(service));
        }
        return null;
    }

    private int portOf(ServiceName service) {
        return port != null ? port : service.port(iwarp.wanted());
    }

    /** All, but for pingpong without a TCP socket on the address, and over iWARP. */
    private Set<ServiceName> offered() {
        return raw.wanted() || iwarp.wanted()
                ? EnumSet.complementOf(EnumSet.of(ServiceName.PINGPONG))
                : EnumSet.allOf(ServiceName.class);
    }

    private void byHand(Attachment here, PrintWriter out) throws IOException {
        ServiceName service =
                services.isEmpty() ? ServiceName.SINK : services.iterator().next();
        Conversation c = here.ask(() -> {
            Conversation made = service.open(here.endpoint(), options.qpn(), depth, size);
            here.host()
                    .adopt(
                            made,
                            options.attributes(here.port().address(), to, here.pathMtu()),
                            here.port().now());
            return made;
        });
        MemoryRegion region = c.region();
        out.println(String.format(
                "%s on %s, QP 0x%x, PSN 0x%x, path MTU %d, rkey 0x%x, va 0x%x, %d bytes",
                service,
                bind.getHostAddress(),
                here.host().qpn(c),
                options.psn(),
                here.pathMtu(),
                region.key(),
                region.address(),
                region.length()));
    }

    /** Makes a queue pair for a client of pingpong's and says which. */
    private CompletionStage<TextHandshake> answer(Attachment here, TextHandshake peer) {
        CompletableFuture<TextHandshake> own = new CompletableFuture<>();
        here.port().execute(() -> {
            LocalAddress local = here.port().address();
            Conversation c = ServiceName.PINGPONG.open(here.endpoint(), 0, depth, size);
            int psn = c.region().key() & 0xff_ffff;
            boolean taken = here.host()
                    .host(
                            c,
                            options.agreed(local, peer, here.pathMtu()).sqPsn(psn),
                            PINGPONG_IDLE_NS,
                            here.port().now());
            own.complete(
                    taken
                            ? new TextHandshake(
                                    0, here.host().qpn(c), psn, local.high(), local.low())
                            : null);
        });
        return own;
    }
}
