package io.qpscope.cli.spark;

import java.io.Serializable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the first reading of a capture found. Homes are those of {@code Kinship}. */
final class CaptureFacts implements Serializable {
    private static final long serialVersionUID = 1;

    /** Two homes that one tracker must see together. */
    record Tie(long one, long other) implements Serializable {}

    /** An InfiniBand or RoCE address. */
    record Gid(long high, long low) implements Serializable {}

    final int capture;
    /** Why it can't be read, or not to its end; null when it can. */
    String failure;

    boolean icrcIgnored;
    long frames;
    long lastNs = Long.MIN_VALUE;

    /** Homes of which there may be something to tell. */
    final Set<Long> mattering = new HashSet<>();
    /** Homes of packets with a BTH whose ICRC is good or not checked. */
    final Set<Long> clean = new HashSet<>();
    /** Homes of packets with a bad ICRC. */
    final Set<Long> spoiled = new HashSet<>();

    final Set<Tie> ties = new HashSet<>();
    /** GIDs that hosts announced to one another over TCP, by home. */
    final Map<Long, Set<Gid>> gids = new HashMap<>();
    /** Homes of what passed an interface, by the interface's home. */
    final Map<Long, Set<Long>> passed = new HashMap<>();
    /** Interfaces with pauses or link packets, which concern all that passed there. */
    final Set<Long> governed = new HashSet<>();

    CaptureFacts(int capture) {
        this.capture = capture;
    }
}
