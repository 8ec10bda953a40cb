package io.qpscope.fuzz.campaign;

import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.corpus.Coverage;

/** What a campaign is run against. */
public interface Target {
    /** The built-in endpoint in virtual time, for both sides. */
    Target BUILT_IN = new Target() {
        private static final int MOST_SHRINKS = 600;

        @Override
        public Trial trial(Coverage coverage) {
            return new CaseRunner(coverage);
        }

        @Override
        public Trial shrinking() {
            return new CaseRunner(new Coverage());
        }

        @Override
        public Case fit(Case drawn) {
            return drawn;
        }

        @Override
        public int mostShrinks() {
            return MOST_SHRINKS;
        }
    };

    /**
     * One more way to run cases.
     *
     * @param coverage hears of all packets
     */
    Trial trial(Coverage coverage);

    /** The same for cases that only make another one smaller: what they meet does not count. */
    Trial shrinking();

    /** What of a drawn case can be done with this target. */
    Case fit(Case drawn);

    /** Runs at most that make one case smaller. */
    int mostShrinks();
}
