package io.qpscope.cli.spark;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.Frames;
import io.qpscope.cli.IcrcSample;
import io.qpscope.cli.spark.CaptureFacts.Gid;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.frame.Kind;
import io.qpscope.session.Kinship;

import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The first reading of a capture: when its frames passed, and at the end its {@link CaptureFacts}. */
final class Survey extends Produced<Survey.Part> {
    /** One of both is there, the other null. */
    record Part(TimeSlice slice, CaptureFacts facts) implements Serializable {}

    /** Of two hosts that speak over TCP; none has so many, and each is paired with each. */
    private static final int MAX_GIDS = 128;

    private final String name;
    private final Settings settings;
    private final CaptureFacts facts;
    private final Kinship kinship = new Kinship();
    private final FrameView view = new FrameView();
    private Dissector dissector;
    private FrameCursor cursor;
    private boolean begun;
    private long[] times = new long[1024];
    private int count;
    private long slice;
    private long latest = Long.MIN_VALUE;
    private boolean over;

    Survey(int capture, String name, Settings settings) {
        this.name = name;
        this.settings = settings;
        facts = new CaptureFacts(capture);
    }

    @Override
    Part produce() {
        if (over) {
            return null;
        }
        try {
            if (!begun) {
                begun = true;
                open();
            }
            while (cursor.next()) {
                Frames.dissect(cursor, dissector, view);
                view.at(cursor.number(), cursor.timeNs(), facts.capture, cursor.interfaceId());
                note();
                TimeSlice full = time(cursor.timeNs());
                if (full != null) {
                    return new Part(full, null);
                }
            }
            CaptureInfo info = cursor.captures().get(0);
            facts.failure = info.damage() == null ? null : name + ": " + info.damage();
        } catch (IOException e) {
            facts.failure = Captures.line(name, e);
        }
        return last();
    }

    private void open() throws IOException {
        boolean check = settings.icrc() == null || settings.icrc();
        if (settings.icrc() == null) {
            try (FrameCursor sample = Captures.open(name)) {
                facts.icrcIgnored = IcrcSample.isMeaningless(sample, settings.rocePort());
            }
        }
        dissector = new Dissector(settings.rocePort(), check && !facts.icrcIgnored);
        cursor = Captures.open(name);
    }

    /** The last slice, then the facts. */
    private Part last() {
        close();
        if (count > 0) {
            return new Part(slice(), null);
        }
        over = true;
        return new Part(null, facts);
    }

    private void close() {
        try {
            if (cursor != null) {
                cursor.close();
            }
        } catch (IOException e) {
            facts.failure = Captures.line(name, e);
        }
    }

    /** Adds a frame; returns the slice that ended before it, or null. */
    private TimeSlice time(long ns) {
        facts.frames++;
        facts.lastNs = Math.max(facts.lastNs, ns);
        latest = Math.max(latest, ns);
        long now = Math.floorDiv(latest, TimeSlice.LENGTH_NS);
        TimeSlice full = count > 0 && now != slice ? slice() : null;
        slice = now;
        if (count == times.length) {
            times = Arrays.copyOf(times, 2 * count);
        }
        times[count++] = latest;
        return full;
    }

    private TimeSlice slice() {
        TimeSlice full = new TimeSlice(facts.capture, slice, Arrays.copyOf(times, count));
        count = 0;
        return full;
    }

    private void note() {
        long home = Kinship.home(view);
        if (home == Kinship.NONE) {
            return;
        }
        if (kinship.matters(view)) {
            facts.mattering.add(home);
        }
        Kind kind = view.kind();
        if (kind == Kind.TCP) {
            kinship.gids(view, (high, low) -> announced(home, new Gid(high, low)));
        } else if (kind.hasTransport()) {
            packet(home);
        } else if (kind == Kind.PFC || kind == Kind.PAUSE || kind == Kind.INFINIBAND_LINK) {
            facts.governed.add(home);
        }
    }

    private void announced(long home, Gid gid) {
        Set<Gid> said = facts.gids.computeIfAbsent(home, unused -> new HashSet<>());
        if (said.size() < MAX_GIDS) {
            said.add(gid);
        }
    }

    private void packet(long home) {
        if (view.icrc() == IcrcStatus.BAD) {
            facts.spoiled.add(home);
            return;
        }
        facts.clean.add(home);
        long port = Kinship.port(facts.capture, view.interfaceId());
        facts.passed.computeIfAbsent(port, unused -> new HashSet<>()).add(home);
        kinship.ties(view, other -> facts.ties.add(new CaptureFacts.Tie(home, other)));
    }
}
