package io.qpscope.fuzz.corpus;

import io.qpscope.fuzz.Case;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Cases that showed something new, in the order in which they came. */
public final class Corpus {
    private static final int MOST = 20_000;

    private final List<Case> roce = new ArrayList<>();
    private final List<Case> iwarp = new ArrayList<>();
    private final SplittableRandom random;

    /**
     * @param random draws who goes when there are too many
     */
    public Corpus(SplittableRandom random) {
        this.random = random;
    }

    public void add(Case one) {
        List<Case> cases = of(one.isIwarp());
        if (cases.size() == MOST) {
            cases.set(random.nextInt(MOST), one);
        } else {
            cases.add(one);
        }
    }

    /** Those over one transport; grows as cases are added. */
    public List<Case> of(boolean iwarpStreams) {
        return iwarpStreams ? iwarp : roce;
    }

    public int size() {
        return roce.size() + iwarp.size();
    }

    /** Those over RoCE first. */
    public List<Case> all() {
        List<Case> all = new ArrayList<>(roce);
        all.addAll(iwarp);
        return all;
    }
}
