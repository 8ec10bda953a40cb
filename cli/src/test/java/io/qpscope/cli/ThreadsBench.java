package io.qpscope.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The whole command with several numbers of threads, in turns within one warm JVM. Prints the least
 * and the median of the wall clock, and how many times faster than the first number that is. The
 * least is what a busy machine disturbs least.
 */
public final class ThreadsBench {
    private static final int WARM_UP = 3;
    private static final double NANOS = 1e9;

    private ThreadsBench() {}

    /** Arguments: rounds, numbers of threads as 1,2, then captures. */
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        String[] threads = args[1].split(",", -1);
        List<Path> files = Arrays.stream(args).skip(2).map(Path::of).toList();
        for (Path file : files) {
            if (!Files.exists(file)) {
                throw new IllegalArgumentException(file + " is missing: see PeersBench");
            }
            compare(file, threads, rounds);
        }
    }

    private static void compare(Path file, String[] threads, int rounds) {
        System.out.println(file.getFileName());
        List<List<Double>> times = new ArrayList<>();
        for (int i = 0; i < threads.length; i++) {
            times.add(new ArrayList<>());
        }
        String expected = null;
        for (int round = -WARM_UP; round < rounds; round++) {
            for (int i = 0; i < threads.length; i++) {
                long start = System.nanoTime();
                CommandRun run = CommandRun.of("analyze", "--threads", threads[i], file);
                double seconds = (System.nanoTime() - start) / NANOS;
                if (run.exitCode() != ExitCode.GOOD
                        || (expected != null && !expected.equals(run.out()))) {
                    throw new IllegalStateException(threads[i] + " threads: " + run);
                }
                expected = run.out();
                if (round >= 0) {
                    times.get(i).add(seconds);
                }
            }
        }
        times.forEach(Collections::sort);
        List<Double> first = times.get(0);
        for (int i = 0; i < threads.length; i++) {
            List<Double> all = times.get(i);
            double least = all.get(0);
            double median = all.get(rounds / 2);
            System.out.println(String.format(
                    Locale.ROOT,
                    "--threads %-3s least %.3f s (%.2f x)  median %.3f s (%.2f x)",
                    threads[i],
                    least,
                    first.get(0) / least,
                    median,
                    first.get(rounds / 2) / median));
        }
    }
}
