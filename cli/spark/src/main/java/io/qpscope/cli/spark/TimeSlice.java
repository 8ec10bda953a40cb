package io.qpscope.cli.spark;

import java.io.Serializable;

/**
 * When the frames of one capture passed within one stretch of time.
 *
 * @param slice number of the stretch
 * @param times of the frames in their order, ns, never going back: a frame that is earlier than the
 *     one before it stays behind it, so it counts as of the same time
 */
@SuppressWarnings("ArrayRecordComponent") // Of bulk data, and never compared.
record TimeSlice(int capture, long slice, long[] times) implements Serializable {
    /** Short enough that the times of all captures in one slice fit into memory. */
    static final long LENGTH_NS = 100_000_000;
}
