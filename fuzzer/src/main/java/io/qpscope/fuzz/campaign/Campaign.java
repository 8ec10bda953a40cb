package io.qpscope.fuzz.campaign;

import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.corpus.Corpus;
import io.qpscope.fuzz.corpus.Coverage;
import io.qpscope.fuzz.generate.Cases;
import io.qpscope.fuzz.generate.RecordedCases;
import io.qpscope.fuzz.shrink.Shrinker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Case after case against the built-in endpoint: all small ones, random ones, and such that are made
 * of those that showed something new. Each kind of failure is made small when it comes first. Same
 * seed, same cases.
 */
public final class Campaign {
    /** Kinds that are told apart; what fails in so many ways needs no more. */
    private static final int MOST_KINDS = 50;

    private final Coverage coverage = new Coverage();
    private final Target target;
    private final Trial runner;
    /** Of what only makes another case smaller: what it meets does not count. */
    private final Trial shrinking;

    private final Device device;
    /** Of earlier campaigns, and not run yet. */
    private final ArrayDeque<Case> resumed = new ArrayDeque<>();

    private final Corpus corpus;
    private final List<Source> sources = new ArrayList<>();
    private final LongSupplier clock;
    private final long startNs;
    private final Map<String, Long> kinds = new HashMap<>();
    private final List<Found> found = new ArrayList<>();
    /** Null for none. */
    private Cases recorded;

    /** Null while the target lives. */
    private TargetLostException lost;

    private long cases;
    private long failures;

    /** Over all transports, in turns. */
    public Campaign(Device device, long seed, LongSupplier clock) {
        this(device, EnumSet.allOf(Transport.class), seed, clock);
    }

    /**
     * @param transports one at least
     * @param clock nanoseconds, for {@link Found#atNs}
     */
    public Campaign(Device device, Set<Transport> transports, long seed, LongSupplier clock) {
        this(device, transports, seed, clock, Target.BUILT_IN);
    }

    /** The same against another target. */
    public Campaign(
            Device device,
            Set<Transport> transports,
            long seed,
            LongSupplier clock,
            Target target) {
        this.target = target;
        runner = target.trial(coverage);
        shrinking = target.shrinking();
        this.device = device;
        this.clock = clock;
        startNs = clock.getAsLong();
        SplittableRandom root = new SplittableRandom(seed);
        corpus = new Corpus(root.split());
        for (Transport each : Transport.values()) {
            if (transports.contains(each)) {
                sources.add(Source.of(each, device, seed & 0xffff_ffffL, corpus, root));
            }
        }
    }

    /**
     * Has every second case made of recorded conversations.
     *
     * @param flows see {@link io.qpscope.fuzz.generate.RecordedFlow}; none for none
     */
    public void record(List<Flow> flows, long seed) {
        if (!flows.isEmpty()) {
            recorded = new RecordedCases(device, flows, new SplittableRandom(~seed));
        }
    }

    /** Runs these before all others, which makes what they meet known ground. They are not counted. */
    public void resume(Collection<Case> earlier) {
        resumed.addAll(earlier);
    }

    /** Of {@link #resume}, those still to be run. */
    public int toResume() {
        return resumed.size();
    }

    /**
     * Runs one more case; the kind of failure that it is the first of, else null.
     *
     * @throws TargetLostException when the target is not there any more
     */
    public Found step() {
        if (lost != null) {
            throw lost;
        }
        if (!resumed.isEmpty()) {
            return judge(target.fit(resumed.remove().with(device)));
        }
        Case next = next();
        cases++;
        return judge(target.fit(next));
    }

    private Case next() {
        if (recorded != null && cases % 2 == 1) {
            return recorded.next();
        }
        return sources.get((int) (cases % sources.size())).next();
    }

    private Found judge(Case one) {
        Failure failure = runner.run(one);
        if (coverage.novel() > 0) {
            corpus.add(one);
        }
        if (failure == null) {
            return null;
        }
        failures++;
        boolean known = kinds.merge(failure.kind(), 1L, Long::sum) > 1;
        if (known || found.size() >= MOST_KINDS) {
            return null;
        }
        long atNs = clock.getAsLong() - startNs;
        Failure smallest = shrunk(failure);
        boolean same = found.stream().anyMatch(each -> each.kind().equals(smallest.kind()));
        kinds.putIfAbsent(smallest.kind(), 0L);
        if (same) {
            return null;
        }
        Found added = new Found(failure, smallest, cases, atNs);
        found.add(added);
        return added;
    }

    /** What is wrong may be told by fewer checks when there is less of it. */
    private Failure shrunk(Failure failure) {
        Failure[] last = {failure};
        if (!failure.steady()) {
            return failure;
        }
        Shrinker shrinker = new Shrinker(
                candidate -> {
                    Failure other = shrinking.run(target.fit(candidate));
                    boolean fails = other != null && other.isLike(failure);
                    last[0] = fails ? other : last[0];
                    return fails;
                },
                target.mostShrinks());
        try {
            shrinker.shrink(failure.from());
        } catch (TargetLostException e) {
            // What was found is told first.
            lost = e;
        }
        return last[0];
    }

    /** Kinds of failure, in the order in which they came. */
    public List<Found> found() {
        return List.copyOf(found);
    }

    /** How often a kind was met. */
    public long count(Found of) {
        return Math.max(1, kinds.getOrDefault(of.first().kind(), 1L));
    }

    public Corpus corpus() {
        return corpus;
    }

    /** Cases so far; those of earlier campaigns, or that only made another one smaller, do not count. */
    public long cases() {
        return cases;
    }

    /** Cases that failed, those of earlier campaigns too. */
    public long failures() {
        return failures;
    }

    /** Packets that the analysis saw. */
    public long packets() {
        return runner.packets();
    }

    /** Kinds of conversation that were met. */
    public int states() {
        return coverage.size();
    }
}
