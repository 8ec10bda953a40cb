package io.qpscope.cli.spark;

import io.qpscope.cli.spark.CaptureFacts.Gid;
import io.qpscope.session.Kinship;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Homes that one tracker must see together, from the facts of all captures. */
final class Groups implements Serializable {
    private static final long serialVersionUID = 1;

    /** Union-find: towards the group's first home; a home that is tied to none has no entry. */
    private final Map<Long, Long> parents = new HashMap<>();

    private final Set<Long> mattering = new HashSet<>();
    /** Homes of packets with a bad ICRC that no good packet shares: a flipped bit in an address. */
    private final Set<Long> stray = new HashSet<>();

    Groups(List<CaptureFacts> captures) {
        Map<Long, Set<Gid>> gids = new HashMap<>();
        Set<Long> governed = new HashSet<>();
        Set<Long> clean = new HashSet<>();
        for (CaptureFacts facts : captures) {
            facts.ties.forEach(tie -> unite(tie.one(), tie.other()));
            facts.gids.forEach((home, said) ->
                    gids.computeIfAbsent(home, unused -> new HashSet<>()).addAll(said));
            governed.addAll(facts.governed);
            clean.addAll(facts.clean);
            stray.addAll(facts.spoiled);
        }
        stray.removeAll(clean);
        gids.forEach(this::announced);
        for (CaptureFacts facts : captures) {
            facts.passed.forEach((port, homes) -> {
                if (governed.contains(port)) {
                    homes.forEach(home -> unite(port, home));
                }
            });
        }
        // From here on nothing changes: tasks share this.
        parents.replaceAll((home, up) -> root(up));
        captures.forEach(facts -> facts.mattering.forEach(home -> mattering.add(of(home))));
    }

    /** Which of them goes with which is told by their order, which the tracker reads. */
    private void announced(long home, Set<Gid> said) {
        List<Gid> all = new ArrayList<>(said);
        for (int i = 0; i < all.size(); i++) {
            for (int j = i; j < all.size(); j++) {
                Gid one = all.get(i);
                Gid other = all.get(j);
                unite(home, Kinship.hosts(one.high(), one.low(), other.high(), other.low()));
            }
        }
    }

    private void unite(long one, long other) {
        long group = root(one);
        long joined = root(other);
        if (group != joined) {
            parents.put(joined, group);
        }
    }

    private long root(long home) {
        long at = home;
        for (Long up = parents.get(at); up != null; up = parents.get(at)) {
            Long above = parents.get(up);
            if (above != null) {
                parents.put(at, above);
            }
            at = up;
        }
        return at;
    }

    /** The group of a home. */
    long of(long home) {
        return parents.getOrDefault(home, home);
    }

    /** Whether a group is worth a tracker. */
    boolean matters(long group) {
        return mattering.contains(group);
    }

    boolean isStray(long home) {
        return stray.contains(home);
    }
}
