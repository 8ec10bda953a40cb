package io.qpscope.fuzz.corpus;

import io.qpscope.fuzz.Case;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Cases that showed something new, in the order in which they came. */
public final class Corpus {
    private static final int MOST = 20_000;

    private final List<Case> cases = new ArrayList<>();
    private final SplittableRandom random;

    /**
     * @param random draws who goes when there are too many
     */
    public Corpus(SplittableRandom random) {
        this.random = random;
    }

    public void add(Case one) {
        if (cases.size() == MOST) {
            cases.set(random.nextInt(MOST), one);
        } else {
            cases.add(one);
        }
    }

    public int size() {
        return cases.size();
    }

    public Case get(int index) {
        return cases.get(index);
    }

    public List<Case> all() {
        return List.copyOf(cases);
    }
}
