package io.qpscope.session.taps;

import io.qpscope.capture.LinkType;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.Host;
import io.qpscope.session.Packet;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two hosts and taps between them. Taps are captures of their own, each with its own clock, or
 * interfaces of one capture. Unless told otherwise tap 0 is beside a, and a packet takes 10 us from
 * tap 0 to tap 1 and 14 us back.
 */
public final class Scene {
    public static final long START_NS = 1_700_000_000_000_000_000L;
    public static final long FORTH_NS = 10_000;
    public static final long BACK_NS = 14_000;

    private record Event(
            int capture, int interfaceId, long stampNs, ByteBuffer frame, int captured) {}

    public final Host a = new Host("a", 1, 0x11);
    public final Host b = new Host("b", 2, 0x22);
    private final long[] clocks;
    private final List<List<Event>> events = new ArrayList<>();
    private List<TrackerResult> results;

    /**
     * @param clocks what each tap's clock is ahead by, ns
     */
    public Scene(long... clocks) {
        this.clocks = clocks;
        for (int i = 0; i < clocks.length; i++) {
            events.add(new ArrayList<>());
        }
        Host.connect(a, b);
    }

    /** Passes one tap at a true time. */
    public void at(int tap, long ns, Packet packet) {
        record(tap, 0, ns, packet.frame(), packet.captured());
    }

    /** Passes an interface of capture 0. */
    void atInterface(int id, long ns, Packet packet) {
        record(0, id, ns, packet.frame(), packet.captured());
    }

    void record(int tap, int interfaceId, long ns, byte[] frame, int captured) {
        long stamp = START_NS + ns + clocks[tap];
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        events.get(tap).add(new Event(tap, interfaceId, stamp, bytes, captured));
    }

    /** Passes both taps on the way from a to b. */
    public void forth(long us, Packet... packets) {
        long now = us;
        for (Packet packet : packets) {
            at(0, now * 1000, packet);
            at(1, now * 1000 + FORTH_NS, packet);
            now++;
        }
    }

    /** Passes both taps on the way from b to a. */
    public void back(long us, Packet... packets) {
        long now = us;
        for (Packet packet : packets) {
            at(1, now * 1000, packet);
            at(0, now * 1000 + BACK_NS, packet);
            now++;
        }
    }

    /** SENDs and their acknowledgements, from a PSN on, so that both ways are known. */
    public void talk(long us, int psn, int count) {
        for (int i = 0; i < count; i++) {
            forth(us + 100L * i, a.send(psn + i));
            back(us + 100L * i + 50, b.ack(psn + i));
        }
    }

    public TapReport finish() {
        events.forEach(tap -> tap.sort(Comparator.comparingLong(Event::stampNs)));
        long[] shifts = shifts();
        List<Event> all = new ArrayList<>();
        events.forEach(all::addAll);
        all.sort(Comparator.comparingLong(e -> e.stampNs() - shifts[e.capture()]));
        TapMatcher matcher = new TapMatcher(shifts);
        List<SessionTracker> trackers = new ArrayList<>();
        Map<Integer, Long> numbers = new HashMap<>();
        Dissector dissector = new Dissector(Host.ROCE_PORT, true);
        FrameView view = new FrameView();
        for (Event event : all) {
            long number = numbers.merge(event.capture(), 1L, Long::sum);
            dissect(event, number, dissector, view);
            int tap = matcher.onFrame(view, number);
            if (tap == trackers.size()) {
                trackers.add(new SessionTracker(SessionTracker.Options.DEFAULT));
            }
            if (tap >= 0) {
                trackers.get(tap).onFrame(view);
            }
        }
        results = trackers.stream().map(SessionTracker::finish).toList();
        return matcher.finish(results);
    }

    private long[] shifts() {
        ClockSearch search = new ClockSearch(clocks.length);
        Dissector dissector = new Dissector(Host.ROCE_PORT, false);
        FrameView view = new FrameView();
        for (int tap = 0; tap < clocks.length; tap++) {
            for (Event event : events.get(tap)) {
                dissect(event, 1, dissector, view);
                if (!search.head(tap, view)) {
                    break;
                }
            }
        }
        search.meet();
        return search.shifts();
    }

    private static void dissect(Event event, long number, Dissector dissector, FrameView view) {
        ByteBuffer frame = event.frame();
        view.wrap(frame, 0, event.captured(), frame.capacity(), LinkType.ETHERNET);
        view.at(number, event.stampNs(), event.capture(), event.interfaceId());
        dissector.dissect(view);
    }

    /** What the rules say of it. */
    public List<Finding> judge() {
        TapReport report = finish();
        return Rules.judge(report, results);
    }

    /** The path between two addresses' last bytes. */
    static TapReport.Path path(TapReport report, int from, int to) {
        return report.paths().stream()
                .filter(path -> path.from().endsWith("." + from) && path.to().endsWith("." + to))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no path in " + report.paths()));
    }

    /** The only segment of the way from a to b. */
    static TapReport.Segment forth(TapReport report) {
        return path(report, 1, 2).segments().get(0);
    }

    static TapReport.Segment back(TapReport report) {
        return path(report, 2, 1).segments().get(0);
    }
}
