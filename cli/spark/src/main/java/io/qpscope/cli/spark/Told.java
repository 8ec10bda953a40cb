package io.qpscope.cli.spark;

import java.io.Serializable;

/**
 * Something that a group's tracker told, with the group's own numbers of sessions and flows.
 *
 * @param values of a record's components in their order, see {@link Columns}
 */
@SuppressWarnings("ArrayRecordComponent") // Of bulk data, and never compared.
record Told(Sort sort, long group, Object[] values) implements Serializable {
    /** What the values are of. */
    enum Sort {
        MESSAGE,
        DIRECTION,
        EPISODE,
        FINDING,
        /** An observation that concerns no session. */
        OBSERVATION,
        PAUSE,
        /** {@link GroupTracker.Count}; one of each group. */
        COUNT
    }
}
