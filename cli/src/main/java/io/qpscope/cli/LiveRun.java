package io.qpscope.cli;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.CaptureRing;
import io.qpscope.cli.report.Analysis;
import io.qpscope.frame.Dissector;
import io.qpscope.port.pcap.LiveCapture;
import io.qpscope.port.pcap.LiveCapture.Counters;
import io.qpscope.session.SessionTracker;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** One live capture from its start to its end: packets to the tracker, to a file, to the screen. */
final class LiveRun {
    /** Between looks at the clock. */
    private static final int BATCH = 1024;

    private static final long PAUSE_NS = 1_000_000;

    private final String device;
    private final LiveCapture live;
    private final RingOptions ringOptions;
    private final int snapLength;
    private final LiveFrame frame;
    private final long linkSpeed;

    private CaptureRing ring;
    private TrackerIntake intake;
    private volatile boolean stopped;
    private long packets;
    private long wireBytes;
    private long cut;
    private long firstNs = Long.MAX_VALUE;
    private long lastNs;
    private IOException failure;
    private Counters counters = new Counters(0, 0, 0);

    LiveRun(
            String device,
            LiveCapture live,
            RingOptions ring,
            int snapLength,
            int rocePort,
            boolean checkIcrc) {
        this.device = device;
        this.live = live;
        this.ringOptions = ring;
        this.snapLength = snapLength;
        this.linkSpeed = live.linkSpeed();
        Dissector dissector = new Dissector(rocePort, checkIcrc);
        this.frame = new LiveFrame(dissector, live.linkType(), linkSpeed);
    }

    /** From any thread. */
    void stop() {
        stopped = true;
    }

    /** What ended it early, or null. */
    IOException failure() {
        return failure;
    }

    /**
     * Runs until it is stopped, has enough, or fails; what was captured until then is analyzed.
     *
     * @param duration null for no limit
     * @throws OutputException when the file can't be created
     */
    Analysis run(SessionTracker.Options options, long count, Span duration, LiveScreen screen)
            throws OutputException {
        intake = new TrackerIntake(new SessionTracker(options), 1);
        CaptureInterface from =
                CaptureInterface.of(live.linkType(), snapLength).name(device).speed(linkSpeed);
        try (CaptureRing opened = ringOptions.open(from)) {
            ring = opened;
            loop(count, duration == null ? Long.MAX_VALUE : duration.ns(), screen);
        } catch (OutputException e) {
            throw e;
        } catch (IOException e) {
            // Closing writes the last buffer.
            failure = ringOptions.failed(e);
        }
        screen.done();
        boolean timed = firstNs <= lastNs;
        CaptureInfo info = new CaptureInfo(
                device,
                "live",
                List.of(live.linkType()),
                packets,
                wireBytes,
                cut,
                timed ? firstNs : 0,
                timed ? lastNs : 0,
                null);
        return intake.finish(List.of(info), index -> false);
    }

    private void loop(long count, long durationNs, LiveScreen screen) {
        long start = System.nanoTime();
        try {
            while (!stopped && packets < count) {
                int most = (int) Math.min(BATCH, count - packets);
                int got = live.poll(most, this::take);
                long elapsed = System.nanoTime() - start;
                if (elapsed >= durationNs) {
                    break;
                }
                if (screen.isDue(elapsed)) {
                    counters = live.counters();
                    if (ring != null) {
                        flush();
                    }
                    screen.show(this, elapsed);
                }
                if (got == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
            counters = live.counters();
        } catch (IOException e) {
            failure = e;
        }
    }

    private void flush() throws OutputException {
        try {
            ring.flush();
        } catch (IOException e) {
            throw ringOptions.failed(e);
        }
    }

    private void take(byte[] packet, int originalLength, long timeNs) throws IOException {
        intake.take(frame.next(packet, originalLength, timeNs), 0);
        int wire = frame.wireLength();
        packets++;
        wireBytes += wire;
        cut += wire > packet.length ? 1 : 0;
        firstNs = Math.min(firstNs, timeNs);
        lastNs = Math.max(lastNs, timeNs);
        if (ring != null) {
            try {
                ring.write(timeNs, frame.bytes(), wire);
            } catch (IOException e) {
                throw ringOptions.failed(e);
            }
        }
    }

    SessionTracker tracker() {
        return intake.tracker();
    }

    /** As {@code 173 packets, 2 cut short; dropped 0 by the kernel, 0 by the interface}. */
    String counters() {
        return packets + (packets == 1 ? " packet" : " packets")
                + (cut > 0 ? ", " + cut + " cut short" : "")
                + "; dropped " + counters.dropped() + " by the kernel, "
                + counters.droppedByInterface() + " by the interface";
    }

    long packets() {
        return packets;
    }
}
