package io.qpscope.cli.spark;

import java.io.Serializable;
import java.util.Map;
import java.util.Set;

/**
 * What the first reading settled for the second; sent to each node once.
 *
 * @param icrcIgnored captures whose ICRCs mean nothing
 * @param before how many frames of all captures passed before a slice of time
 * @param endNs time of the last frame of all
 * @param partitions that groups are shared out among
 */
record Plan(
        Settings settings,
        Groups groups,
        Set<Integer> icrcIgnored,
        Map<Long, Long> before,
        long endNs,
        int partitions)
        implements Serializable {
    /** Sorts before all groups: frames that each partition must know of. */
    static final long STRAYS = Long.MIN_VALUE;

    boolean checksIcrc(int capture) {
        return settings.icrc() == null ? !icrcIgnored.contains(capture) : settings.icrc();
    }

    /** Where a frame of a group goes. */
    Place place(long group, long rank) {
        return new Place(Math.floorMod(Long.hashCode(group), partitions), group, rank);
    }
}
