package io.qpscope.fuzz.campaign;

import io.qpscope.fuzz.Case;

/** Runs cases. */
public interface Trial {
    /** Null when all came out as the protocol allows. */
    Failure run(Case from);

    /** Packets of all runs that the analysis saw. */
    long packets();
}
