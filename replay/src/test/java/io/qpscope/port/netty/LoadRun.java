package io.qpscope.port.netty;

import io.qpscope.endpoint.Counters;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.Host;
import io.qpscope.endpoint.service.LoadClient;
import io.qpscope.endpoint.service.LoadClient.Volume;
import io.qpscope.endpoint.service.SinkServer;
import io.qpscope.endpoint.service.Tally;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One queue pair's WRITEs over loopback UDP, beside {@code iperf3 -u -l 4096 -b 0} and beside a
 * Netty sender that does nothing else, in turns so that neighbours on the machine weigh on all alike;
 * then the latency of WRITEs of eight bytes, one at a time. Rates are of payload, and a WRITE counts
 * when it is acknowledged. Each takes two threads. From the project's root:
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
    private static final Pattern TOTAL =
            Pattern.compile("([0-9.]+) Mbits/sec[^\n]*(?:sender|receiver)");

    private static final Pattern LOAD =
            Pattern.compile("local/sender ([0-9.]+)%.*remote/receiver ([0-9.]+)%");

    private LoadRun() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length == 0 ? 5 : Integer.parseInt(args[0]);
        List<Rates> own = new ArrayList<>();
        List<Rates> netty = new ArrayList<>();
        List<Rates> iperf = new ArrayList<>();
        print("Gbit/s sent, arrived, and arrived for each second of processor time of both ends");
        print("%-8s %27s %27s %27s  rewinds", "", "WRITE", "Netty", "iperf3");
        for (int i = 0; i <= rounds; i++) {
            Load load = write(Verb.RDMA_WRITE, MESSAGE, DEPTH, SECONDS);
            Rates write = load.rates;
            Rates plain = BareSender.run(address(3), address(4), SECONDS);
            Rates other = iperf3();
            String round = i == 0 ? "warm-up" : "round " + i;
            print("%-8s %s %s %s %6d", round, write, plain, other, load.rewinds);
            if (i > 0) {
                own.add(write);
                netty.add(plain);
                iperf.add(other);
            }
        }
        print("ratios to what Netty: %s", ratios(own, netty));
        print("ratios to what iperf3: %s", ratios(own, iperf));
        Histogram latency = write(Verb.RDMA_WRITE, 8, 1, SECONDS).latency;
        print(
                "WRITE of 8 bytes, one at a time: p50 %.1f us, p99 %.1f us, %d of them",
                latency.getValueAtPercentile(50) / 1e3,
                latency.getValueAtPercentile(99) / 1e3,
                latency.getTotalCount());
    }

    /**
     * Gbit/s of payload. A sender without flow control loses what its receiver is too slow for.
     *
     * @param perProcessor arrived, by the seconds that both ends' threads had a processor
     */
    record Rates(double sent, double arrived, double perProcessor) {
        static Rates of(double sentBits, double arrivedBits, long ns, long processorNs) {
            return new Rates(
                    sentBits / ns, arrivedBits / ns, arrivedBits / Math.max(1, processorNs));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%9.2f%9.2f%9.2f", sent, arrived, perProcessor);
        }
    }

    /** What a run has brought. */
    private record Load(Rates rates, long rewinds, Histogram latency) {}

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
            long processor = ask(portA, LoadRun::processorNs) + ask(portB, LoadRun::processorNs);
            Load load = ask(portA, () -> {
                Tally tally = client.tally();
                double bits = tally.bytes() * 8.0;
                Rates rates = Rates.of(bits, bits, tally.durationNs(), processor);
                Counters counters = a.endpoint().counters();
                long rewinds = counters.rcvdSeqErr + counters.completerRetryErr;
                return new Load(rates, rewinds, tally.latency().copy());
            });
            if (client.failure() != null) {
                throw new IllegalStateException(client.failure());
            }
            return load;
        }
    }

    /** On the port's own thread. */
    private static <T> T ask(UdpPort port, Supplier<T> question)
            throws InterruptedException, ExecutionException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        port.execute(() -> answer.complete(question.get()));
        return answer.get();
    }

    /** Of the calling thread. */
    static long processorNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Zeros when it isn't installed. */
    private static Rates iperf3() throws IOException, InterruptedException {
        Process server;
        try {
            server = new ProcessBuilder("iperf3", "-s", "-1", "-B", "127.0.0.1", "-p", "5292")
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException absent) {
            return new Rates(0, 0, 0);
        }
        try {
            Thread.sleep(300);
            Process client = new ProcessBuilder(("iperf3 -V -u -l " + MTU
                                    + " -b 0 -f m -c 127.0.0.1 -p 5292 -t " + SECONDS)
                            .split(" "))
                    .redirectErrorStream(true)
                    .start();
            String text =
                    new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            client.waitFor();
            Matcher total = TOTAL.matcher(text);
            double[] gigabits = new double[2];
            for (int i = 0; i < 2; i++) {
                if (!total.find()) {
                    throw new IOException("iperf3 said: " + text);
                }
                gigabits[i] = Double.parseDouble(total.group(1)) / 1000;
            }
            Matcher load = LOAD.matcher(text);
            if (!load.find()) {
                throw new IOException("iperf3 said: " + text);
            }
            double share = Double.parseDouble(load.group(1)) + Double.parseDouble(load.group(2));
            return new Rates(gigabits[0], gigabits[1], gigabits[1] / (share / 100));
        } finally {
            server.destroy();
        }
    }

    private static String ratios(List<Rates> own, List<Rates> other) {
        List<Double> sent = new ArrayList<>();
        List<Double> arrived = new ArrayList<>();
        List<Double> processor = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            sent.add(own.get(i).arrived / other.get(i).sent);
            arrived.add(own.get(i).arrived / other.get(i).arrived);
            processor.add(own.get(i).perProcessor / other.get(i).perProcessor);
        }
        return String.format(
                Locale.ROOT,
                "sent %.2f, brought over %.2f, by processor time %.2f",
                median(sent),
                median(arrived),
                median(processor));
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
