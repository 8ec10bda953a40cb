package io.qpscope.cli.spark;

import java.io.Serializable;

/**
 * Where the frames of one capture stand among those of all, within one slice of time.
 *
 * @param runs pairs: how many frames of others come between, then how many of this capture follow
 *     one another
 */
@SuppressWarnings("ArrayRecordComponent") // Of bulk data, and never compared.
record Ranks(int capture, long slice, int[] runs) implements Serializable {}
