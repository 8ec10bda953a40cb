package io.qpscope.fuzz.campaign;

import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.corpus.Corpus;
import io.qpscope.fuzz.generate.Cases;
import io.qpscope.fuzz.generate.RandomCases;
import io.qpscope.fuzz.generate.SmallScope;
import io.qpscope.fuzz.generate.StreamCases;
import io.qpscope.fuzz.generate.StreamScope;
import io.qpscope.fuzz.mutate.Mutations;
import io.qpscope.fuzz.mutate.StreamMutations;

import java.util.SplittableRandom;

/** Where the cases over one transport come from: all single faults first, then all kinds in turns. */
final class Source {
    /** Of so many cases: pairs of the small ones, random ones; the others are mutations. */
    private static final int TURN = 5;

    private final Cases small;
    private final long singles;
    private final Cases random;
    private final Cases mutations;
    private boolean smallIsOver;
    private long cases;

    private Source(Cases small, long singles, Cases random, Cases mutations) {
        this.small = small;
        this.singles = singles;
        this.random = random;
        this.mutations = mutations;
    }

    static Source of(
            Transport transport, Device device, long seed, Corpus corpus, SplittableRandom root) {
        if (transport == Transport.IWARP) {
            StreamScope scope = new StreamScope(device, seed);
            return new Source(
                    scope,
                    StreamScope.FIRST,
                    new StreamCases(device, root.split()),
                    new StreamMutations(device, corpus, root.split()));
        }
        SmallScope scope = new SmallScope(device, seed);
        return new Source(
                scope,
                scope.singles(),
                new RandomCases(device, root.split()),
                new Mutations(corpus, root.split()));
    }

    Case next() {
        long turn = cases % TURN;
        Case next = null;
        if (!smallIsOver && (cases < singles || turn == 0)) {
            next = small.next();
            smallIsOver = next == null;
        } else if (turn >= TURN - 2) {
            next = mutations.next();
        }
        cases++;
        return next == null ? random.next() : next;
    }
}
