package io.qpscope.session;

import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

import java.util.ArrayList;
import java.util.List;

/** One interface of one capture: who sends pauses there, and what they stop. */
final class PausePort {
    private static final int MAX_LANES = 64;

    final int captureIndex;
    final int interfaceId;
    final List<PauseSource> sources = new ArrayList<>(2);
    private final Long2ObjectHashMap<PauseSource> byMac = new Long2ObjectHashMap<>();
    private final List<Lane> lanes = new ArrayList<>(2);

    PausePort(int captureIndex, int interfaceId) {
        this.captureIndex = captureIndex;
        this.interfaceId = interfaceId;
    }

    /** Null when not seen before. */
    PauseSource source(long mac) {
        return byMac.get(mac);
    }

    PauseSource addSource(long mac) {
        PauseSource added = new PauseSource(mac);
        byMac.put(mac, added);
        sources.add(added);
        link();
        return added;
    }

    /** Null beyond the bound. */
    Lane lane(long source, long destination) {
        for (Lane lane : lanes) {
            if (lane.source == source && lane.destination == destination) {
                return lane;
            }
        }
        if (lanes.size() >= MAX_LANES) {
            return null;
        }
        Lane added = new Lane(source, destination);
        lanes.add(added);
        link();
        return added;
    }

    /**
     * Who stops whom. A pause goes to the other end of the link, and stops what that end sends to the
     * pause's source. Where the source is an end of the traffic, that is what is sent to it. Else it
     * is a switch port, whose address no data bears: then either direction may be the one; the one
     * that goes on sending is not ({@link Lane#sent}).
     */
    private void link() {
        LongHashSet ends = new LongHashSet();
        for (Lane lane : lanes) {
            lane.forgetSources();
            ends.add(lane.source);
            ends.add(lane.destination);
        }
        for (PauseSource source : sources) {
            source.lanes.clear();
            boolean isEnd = ends.contains(source.mac);
            for (Lane lane : lanes) {
                boolean to = lane.destination == source.mac;
                boolean perhaps = !isEnd || lane.destination < 0;
                if ((to || (perhaps && lane.source != source.mac)) && lane.add(source)) {
                    source.lanes.add(lane);
                }
            }
        }
    }
}
