package io.qpscope.bench;

import io.qpscope.session.TrackerResult;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * From the file to the summary: mapping, records, layers, ICRC, sessions. An operation is a packet;
 * with {@code -prof gc} its allocation holds everything, the tables and the summary too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(jvmArgsAppend = "-XX:+UseSerialGC") // as bin/qpscope starts an analysis
public class AnalysisBenchmark {
    private static final int HEADERS = 10_000_000;
    private static final int WHOLE = 500_000;

    /** Per second. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Rate {
        public double gigabytes;
    }

    private Path headers = Path.of("");
    private Path whole = Path.of("");

    @Setup
    public void files() throws IOException {
        headers = TrafficFile.cached(TrafficFile.Options.HEADERS);
        whole = TrafficFile.cached(TrafficFile.Options.WHOLE);
    }

    /** Ten million packets cut at 128 bytes. */
    @Benchmark
    @OperationsPerInvocation(HEADERS)
    public TrackerResult headersOnly(Rate rate) throws IOException {
        return analyze(headers, HEADERS, rate);
    }

    /** Packets of up to 4 KiB, each with its ICRC checked. */
    @Benchmark
    @OperationsPerInvocation(WHOLE)
    public TrackerResult wholePackets(Rate rate) throws IOException {
        return analyze(whole, WHOLE, rate);
    }

    private static TrackerResult analyze(Path file, long packets, Rate rate) throws IOException {
        Analysis analysis = Analysis.of(file, packets);
        rate.gigabytes += analysis.bytes / 1e9;
        return analysis.result;
    }
}
