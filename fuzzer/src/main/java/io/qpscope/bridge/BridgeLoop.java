package io.qpscope.bridge;

import io.qpscope.port.pcap.LiveCapture;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Moves frames between two ports and the bridge, on the thread that runs it. */
public final class BridgeLoop {
    private static final int AT_ONCE = 64;
    private static final long NANOS = 1_000_000_000L;
    private static final long SHORT_NAP_NS = 20_000;
    private static final long LONG_NAP_NS = 500_000;
    /** Turns without a frame before naps, and before they become long ones. */
    private static final int ALERT = 50;

    private static final int PATIENCE = 5_000;

    /** Called every now and then, on the same thread. */
    public interface Watch {
        void look(long elapsedNs) throws IOException;
    }

    private final List<BridgePort> ports;
    private final Bridge bridge;
    private final TapAnalysis taps;
    private final long start;
    private volatile boolean stopped;

    /**
     * @param start of the run, by {@link System#nanoTime}
     */
    public BridgeLoop(List<BridgePort> ports, Bridge bridge, TapAnalysis taps, long start) {
        this.ports = List.copyOf(ports);
        this.bridge = bridge;
        this.taps = taps;
        this.start = start;
    }

    /** Nanoseconds since 1970, by the clock that stamps captures. */
    public static long wallClock() {
        Instant now = Instant.now();
        return now.getEpochSecond() * NANOS + now.getNano();
    }

    /** From any thread. */
    public void stop() {
        stopped = true;
    }

    /**
     * Runs until it is stopped, or the time is up.
     *
     * @param durationNs {@link Long#MAX_VALUE} for no end
     * @throws IOException when an interface is gone
     */
    public void run(long durationNs, Watch watch) throws IOException {
        int idle = 0;
        while (!stopped && System.nanoTime() - start < durationNs) {
            int got = 0;
            for (int port = 0; port < ports.size(); port++) {
                got += poll(port);
            }
            long now = System.nanoTime();
            bridge.turn(now);
            watch.look(now - start);
            idle = got > 0 ? 0 : idle + 1;
            if (idle > ALERT) {
                long nap = idle < PATIENCE ? SHORT_NAP_NS : LONG_NAP_NS;
                long until = bridge.deadline();
                long wait = until == Long.MAX_VALUE ? nap : Math.min(nap, until - now);
                LockSupport.parkNanos(Math.max(1, wait));
            }
        }
    }

    private int poll(int port) throws IOException {
        long before = wallClock();
        LiveCapture.Sink sink = (bytes, originalLength, timeNs) ->
                bridge.frame(port, bytes, originalLength, timeNs, System.nanoTime());
        int got = ports.get(port).poll(AT_ONCE, sink);
        if (got < AT_ONCE) {
            taps.settle(port, before);
        }
        return got;
    }
}
