package io.qpscope.cli.spark;

import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.Frames;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.frame.Kind;
import io.qpscope.session.Kinship;

import scala.Tuple2;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** The second reading of a capture: each frame that matters, on its way to its group. */
final class FrameSource extends Produced<Tuple2<Place, byte[]>> {
    private static final byte[] NOTHING = {};

    private final int capture;
    private final String name;
    private final Iterator<Tuple2<Place, Ranks>> ranks;
    private final Plan plan;
    private final FrameView view = new FrameView();
    private final Deque<Tuple2<Place, byte[]>> ready = new ArrayDeque<>();
    private final boolean checked;
    private final Dissector dissector;
    private FrameCursor cursor;
    private int[] runs = {};
    private int run;
    private int leftInRun;
    private long rank;

    /**
     * @param ranks of the capture's frames, by time
     */
    FrameSource(int capture, String name, Iterator<Tuple2<Place, Ranks>> ranks, Plan plan) {
        this.capture = capture;
        this.name = name;
        this.ranks = ranks;
        this.plan = plan;
        checked = plan.checksIcrc(capture);
        dissector = new Dissector(plan.settings().rocePort(), checked);
    }

    @Override
    Tuple2<Place, byte[]> produce() {
        try {
            while (ready.isEmpty() && nextRank()) {
                read();
            }
            if (ready.isEmpty() && cursor != null) {
                cursor.close();
                cursor = null;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ready.poll();
    }

    /** Only so many frames are read as the first reading found. */
    private boolean nextRank() {
        while (leftInRun == 0) {
            if (run == runs.length) {
                if (!ranks.hasNext()) {
                    return false;
                }
                Ranks next = ranks.next()._2();
                runs = next.runs();
                run = 0;
                rank = plan.before().get(next.slice());
            }
            rank += runs[run];
            leftInRun = runs[run + 1];
            run += 2;
        }
        leftInRun--;
        rank++;
        return true;
    }

    private void read() throws IOException {
        if (cursor == null) {
            cursor = Captures.open(name);
        }
        if (!cursor.next()) {
            throw new IOException(name + ": became shorter while it was read");
        }
        Frames.dissect(cursor, dissector, view);
        view.at(rank, cursor.timeNs(), capture, cursor.interfaceId());
        long home = Kinship.home(view);
        long group = plan.groups().of(home);
        if (home == Kinship.NONE || !plan.groups().matters(group)) {
            return;
        }
        boolean pause = view.kind() == Kind.PFC || view.kind() == Kind.PAUSE;
        long speed = pause ? cursor.linkSpeed() : 0;
        ready.add(new Tuple2<>(plan.place(group, rank), Parcel.pack(view, speed, checked)));
        if (view.kind().hasTransport()
                && view.icrc() == IcrcStatus.BAD
                && plan.groups().isStray(home)) {
            for (int i = 0; i < plan.partitions(); i++) {
                ready.add(new Tuple2<>(new Place(i, Plan.STRAYS, rank), NOTHING));
            }
        }
    }
}
