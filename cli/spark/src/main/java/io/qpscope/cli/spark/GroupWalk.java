package io.qpscope.cli.spark;

import io.qpscope.frame.FrameView;

import scala.Tuple2;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Takes a partition's groups to trackers, one after the other, as their frames come by number. */
final class GroupWalk extends Produced<Told> {
    private final Iterator<Tuple2<Place, byte[]>> frames;
    private final Plan plan;
    private final Parcel parcel;
    private final FrameView view = new FrameView();
    private final Deque<Told> told = new ArrayDeque<>();
    /** Numbers of frames with a bad ICRC that may belong to any group. */
    private final List<Long> strays = new ArrayList<>();

    private GroupTracker tracker;
    private int straysTold;

    /**
     * @param frames by group and number
     */
    GroupWalk(Iterator<Tuple2<Place, byte[]>> frames, Plan plan) {
        this.frames = frames;
        this.plan = plan;
        parcel = new Parcel(plan.settings().rocePort());
    }

    @Override
    Told produce() {
        while (told.isEmpty() && (frames.hasNext() || tracker != null)) {
            if (frames.hasNext()) {
                take(frames.next());
            } else {
                finish();
            }
        }
        return told.poll();
    }

    private void take(Tuple2<Place, byte[]> frame) {
        Place place = frame._1();
        if (place.group() == Plan.STRAYS) {
            strays.add(place.rank());
            return;
        }
        if (tracker != null && tracker.group() != place.group()) {
            finish();
        }
        if (tracker == null) {
            tracker = new GroupTracker(place.group(), plan.settings().tracker(), told);
            straysTold = 0;
        }
        parcel.unpack(frame._2(), place.rank(), view);
        while (straysTold < strays.size() && strays.get(straysTold) < place.rank()) {
            tracker.corruptElsewhere(strays.get(straysTold++));
        }
        tracker.onFrame(view);
    }

    private void finish() {
        tracker.finish(plan.endNs());
        tracker = null;
    }
}
