package io.qpscope.bridge;

import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapngWriter;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;
import io.qpscope.wire.IpAddress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A tracker for each tap and, if wanted, a capture of both, on a thread of their own so that frames
 * do not wait for them. Frames are looked at in the order of their times: what has left is held until
 * all that came in before is known.
 */
public final class TapAnalysis implements Taps {
    private static final int TAPS = 2;
    /** Frames that wait to be looked at; then the bridge waits, and the kernel's buffer fills. */
    private static final int MOST_WAITING = 1 << 14;

    private static final int MOST_ADDRESSES = 1 << 16;
    /** An address that is on both sides. */
    private static final int BOTH = -1;

    private static final long LOOK_MILLIS = 100;

    /** One frame at one tap. */
    private static final class Note {
        final int tap;
        final boolean came;
        final byte[] frame;
        final int wireLength;
        final long timeNs;
        final String comment;

        Note(int tap, boolean came, byte[] frame, int wireLength, long timeNs, String comment) {
            this.tap = tap;
            this.came = came;
            this.frame = frame;
            this.wireLength = wireLength;
            this.timeNs = timeNs;
            this.comment = comment;
        }
    }

    private record Address(long high, long low) {}

    private static final Note END = new Note(0, false, new byte[0], 0, 0, null);

    private final BlockingQueue<Note> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final List<Deque<Note>> left = List.of(new ArrayDeque<>(), new ArrayDeque<>());
    private final List<SessionTracker> trackers;
    private final Dissector dissector = new Dissector(Bridge.ROCE_PORT, true);
    private final FrameView view = new FrameView();
    private final Map<Address, Integer> homes = new HashMap<>();
    private final long linkSpeed;
    private final Thread thread = new Thread(this::run, "taps");
    /** Null for no capture. */
    private PcapngWriter writer;

    private IOException failure;
    private RuntimeException mistake;
    private long frames;

    /**
     * Begins at once.
     *
     * @param linkSpeed bits a second; 0 if not known
     */
    public TapAnalysis(SessionTracker.Options options, long linkSpeed) {
        trackers = List.of(new SessionTracker(options), new SessionTracker(options));
        this.linkSpeed = linkSpeed;
        thread.setDaemon(true);
    }

    /**
     * Also writes all frames, an interface for each tap; before {@link #start}.
     *
     * @param program that writes it
     */
    public void record(Path file, String program, List<String> names) throws IOException {
        PcapngWriter made = PcapngWriter.create(file, program, null);
        try {
            for (String name : names) {
                made.addInterface(
                        CaptureInterface.of(LinkType.ETHERNET).name(name).speed(linkSpeed));
            }
        } catch (IOException e) {
            made.close();
            throw e;
        }
        writer = made;
    }

    public void start() {
        thread.start();
    }

    @Override
    public void came(int tap, byte[] frame, int originalLength, long timeNs, String comment) {
        settle(tap, timeNs + 1);
        put(new Note(tap, true, frame, originalLength, timeNs, comment));
    }

    @Override
    public void went(int tap, byte[] frame, int length, long timeNs, String comment) {
        byte[] bytes = Arrays.copyOf(frame, length);
        left.get(tap).add(new Note(tap, false, bytes, length, timeNs, comment));
    }

    /** All that came in at a tap before a time is known. */
    public void settle(int tap, long beforeNs) {
        Deque<Note> waiting = left.get(tap);
        while (!waiting.isEmpty() && waiting.peek().timeNs < beforeNs) {
            put(waiting.poll());
        }
    }

    private void put(Note note) {
        try {
            while (!queue.offer(note, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (!thread.isAlive()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            for (Note note = queue.take(); note != END; note = queue.take()) {
                look(note);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            mistake = e;
        }
    }

    private void look(Note note) {
        frames++;
        ByteBuffer bytes = ByteBuffer.wrap(note.frame);
        int length = note.frame.length;
        view.wrap(bytes, 0, length, note.wireLength, LinkType.ETHERNET)
                .at(frames, note.timeNs, 0, note.tap)
                .linkSpeed(linkSpeed);
        dissector.dissect(view);
        trackers.get(note.tap).onFrame(view);
        if (note.came && (view.ipVersion() != 0 || view.kind() == Kind.ROCE_V1)) {
            meet(note.tap);
        }
        if (writer != null && failure == null) {
            write(note, bytes);
        }
    }

    private void meet(int tap) {
        if (homes.size() < MOST_ADDRESSES) {
            Address address = new Address(view.sourceHigh(), view.sourceLow());
            homes.merge(address, tap, (known, now) -> known.equals(now) ? known : BOTH);
        }
    }

    private void write(Note note, ByteBuffer bytes) {
        try {
            List<String> comments = note.comment == null ? List.of() : List.of(note.comment);
            writer.write(note.tap, note.timeNs, bytes, note.wireLength, comments);
        } catch (IOException e) {
            failure = e;
        }
    }

    /**
     * Looks at what is left, and tells what it all meant.
     *
     * @throws IOException when the capture could not be written
     */
    public BridgeVerdict finish() throws IOException, InterruptedException {
        for (int tap = 0; tap < TAPS; tap++) {
            settle(tap, Long.MAX_VALUE);
        }
        put(END);
        thread.join();
        if (writer != null) {
            writer.close();
        }
        if (failure != null) {
            throw failure;
        }
        if (mistake != null) {
            throw mistake;
        }
        Map<String, Integer> places = new HashMap<>();
        homes.forEach((address, tap) -> {
            if (tap != BOTH) {
                places.put(IpAddress.text(address.high(), address.low()), tap);
            }
        });
        List<TrackerResult> results =
                trackers.stream().map(SessionTracker::finish).toList();
        return new SessionMatch(results, places).judge(frames);
    }
}
