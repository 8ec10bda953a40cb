package io.qpscope.port.netty;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.Host;
import io.qpscope.endpoint.service.LoadClient;
import io.qpscope.endpoint.service.LoadClient.Volume;
import io.qpscope.endpoint.service.SinkServer;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One queue pair's WRITEs over loopback UDP, beside {@code iperf3 -u -l 4096 -b 0} and beside a
 * Netty sender that does nothing else, in turns so that neighbours on the machine weigh on all alike;
 * then the latency of WRITEs of eight bytes, one at a time. Goodput is what arrives. Each takes two
 * threads. From the project's root:
 *
 * <pre>mvn -q -Pbench -pl replay -am test-compile -Dbench.main=io.qpscope.port.netty.LoadRun -Dbench.args=5</pre>
 *
 * The argument is the number of rounds.
 */
public final class LoadRun {
    private static final int CM_PORT = 7174;
    private static final int MTU = 4096;
    private static final int MESSAGE = 1 << 20;
    private static final int DEPTH = 4;
    private static final int SECONDS = 3;
    private static final Pattern RECEIVED =
            Pattern.compile("([0-9.]+) Mbits/sec.*receiver", Pattern.CASE_INSENSITIVE);

    private LoadRun() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length == 0 ? 5 : Integer.parseInt(args[0]);
        List<Double> own = new ArrayList<>();
        List<Double> netty = new ArrayList<>();
        List<Double> iperf = new ArrayList<>();
        print("%-8s %14s %14s %14s   Gbit/s of payload", "round", "WRITE", "Netty", "iperf3 -u");
        for (int i = 0; i <= rounds; i++) {
            double write = write(Verb.RDMA_WRITE, MESSAGE, DEPTH, SECONDS).gigabits();
            double plain = BareSender.gigabits(address(3), address(4), SECONDS);
            double other = iperf3();
            print("%-8s %14.2f %14.2f %14.2f", i == 0 ? "warm-up" : i, write, plain, other);
            if (i > 0) {
                own.add(write);
                netty.add(plain);
                iperf.add(other);
            }
        }
        print(
                "median   %14.2f %14.2f %14.2f   ratios %.2f and %.2f",
                median(own),
                median(netty),
                median(iperf),
                median(ratios(own, netty)),
                median(ratios(own, iperf)));
        Histogram latency = write(Verb.RDMA_WRITE, 8, 1, SECONDS).latency;
        print(
                "WRITE of 8 bytes, one at a time: p50 %.1f us, p99 %.1f us, %d of them",
                latency.getValueAtPercentile(50) / 1e3,
                latency.getValueAtPercentile(99) / 1e3,
                latency.getTotalCount());
    }

    /** What a run has brought. */
    private record Load(long bytes, long ns, Histogram latency) {
        double gigabits() {
            return bytes * 8.0 / ns;
        }
    }

    private static InetAddress address(int host) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 48, 0, (byte) host});
    }

    private static Host host(UdpPort port, long seed) {
        Profile profile = Profile.IBTA.within(port.window(MTU));
        return new Host(new Endpoint(profile, false, seed), port.address(), 4, seed);
    }

    private static Load write(Verb verb, int size, int depth, int seconds)
            throws IOException, InterruptedException, ExecutionException {
        try (UdpPort portA = new UdpPort(address(1));
                UdpPort portB = new UdpPort(address(2))) {
            Host a = host(portA, 1);
            Host b = host(portB, 2);
            b.serve(
                    CM_PORT,
                    () -> new SinkServer(b.endpoint(), 0, 4, Math.max(size, MTU)),
                    () -> new CmOptions().pathMtu(MTU));
            portB.start(b);
            portA.start(a);
            LoadClient client = new LoadClient(a.endpoint(), 0, verb, depth, new Volume(size, 0));
            portA.execute(() -> a.connect(
                    client,
                    a.address().to(b.address().high(), b.address().low(), 0),
                    CM_PORT,
                    new CmOptions().pathMtu(MTU),
                    portA.now()));
            Thread.sleep(seconds * 1000L);
            CompletableFuture<Load> load = new CompletableFuture<>();
            portA.execute(() -> load.complete(new Load(
                    client.tally().bytes(),
                    client.tally().durationNs(),
                    client.tally().latency().copy())));
            if (client.failure() != null) {
                throw new IllegalStateException(client.failure());
            }
            for (UdpPort p : new UdpPort[] {portA, portB}) {
                Host h = p == portA ? a : b;
                CompletableFuture<String> text = new CompletableFuture<>();
                p.execute(() -> text.complete("alloc "
                        + ((com.sun.management.ThreadMXBean)
                                        java.lang.management.ManagementFactory.getThreadMXBean())
                                .getCurrentThreadAllocatedBytes()
                        + " sent " + h.endpoint().counters().sentPkts + " rcvd "
                        + h.endpoint().counters().rcvdPkts));
                print(text.get());
            }
            return load.get();
        }
    }

    /** 0 when it isn't installed. */
    private static double iperf3() throws IOException, InterruptedException {
        Process server;
        try {
            server = new ProcessBuilder("iperf3", "-s", "-1", "-B", "127.0.0.1", "-p", "5292")
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException absent) {
            return 0;
        }
        try {
            Thread.sleep(300);
            Process client = new ProcessBuilder(("iperf3 -u -l " + MTU
                                    + " -b 0 -f m -c 127.0.0.1 -p 5292 -t " + SECONDS)
                            .split(" "))
                    .redirectErrorStream(true)
                    .start();
            String text =
                    new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            client.waitFor();
            Matcher line = RECEIVED.matcher(text);
            if (!line.find()) {
                throw new IOException("iperf3 said: " + text);
            }
            return Double.parseDouble(line.group(1)) / 1000;
        } finally {
            server.destroy();
        }
    }

    private static List<Double> ratios(List<Double> a, List<Double> b) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            ratios.add(a.get(i) / b.get(i));
        }
        return ratios;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
