package io.qpscope.fuzz.generate;

import io.qpscope.fuzz.Case;

/** A source of cases. Same seed, same cases. */
@FunctionalInterface
public interface Cases {
    /** The next one; null when there are no more. */
    Case next();
}
