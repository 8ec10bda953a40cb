package io.qpscope.fuzz.campaign;

import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.corpus.Corpus;
import io.qpscope.fuzz.corpus.Coverage;
import io.qpscope.fuzz.generate.Cases;
import io.qpscope.fuzz.generate.RandomCases;
import io.qpscope.fuzz.generate.SmallScope;
import io.qpscope.fuzz.mutate.Mutations;
import io.qpscope.fuzz.shrink.Shrinker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    /** Of so many cases: pairs of the small ones, random ones; the others are mutations. */
    private static final int TURN = 5;

    private final Coverage coverage = new Coverage();
    private final Target target;
    private final Trial runner;
    /** Of what only makes another case smaller: what it meets does not count. */
    private final Trial shrinking;

    private final Device device;
    /** Of earlier campaigns, and not run yet. */
    private final ArrayDeque<Case> resumed = new ArrayDeque<>();

    private final Corpus corpus;
    private final Cases small;
    private final Cases random;
    private final Cases mutations;
    private final LongSupplier clock;
    private final long startNs;
    private final Map<String, Long> kinds = new HashMap<>();
    private final List<Found> found = new ArrayList<>();
    private boolean smallIsOver;
    /** Null while the target lives. */
    private TargetLostException lost;

    private final long singles;
    private long cases;
    private long failures;

    /**
     * @param clock nanoseconds, for {@link Found#atNs}
     */
    public Campaign(Device device, long seed, LongSupplier clock) {
        this(device, seed, clock, Target.BUILT_IN);
    }

    /** The same against another target. */
    public Campaign(Device device, long seed, LongSupplier clock, Target target) {
        this.target = target;
        runner = target.trial(coverage);
        shrinking = target.shrinking();
        this.device = device;
        this.clock = clock;
        startNs = clock.getAsLong();
        SplittableRandom root = new SplittableRandom(seed);
        corpus = new Corpus(root.split());
        SmallScope scope = new SmallScope(device, seed & 0xffff_ffffL);
        singles = scope.singles();
        small = scope;
        random = new RandomCases(device, root.split());
        mutations = new Mutations(corpus, root.split());
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
        long turn = cases % TURN;
        Case next = null;
        if (!smallIsOver && (cases < singles || turn == 0)) {
            next = small.next();
            smallIsOver = next == null;
        } else if (turn >= TURN - 2) {
            next = mutations.next();
        }
        return next == null ? random.next() : next;
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
