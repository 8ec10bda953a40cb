/**
 * Recorded captures back on a wire: frame by frame onto an interface, or as verbs into a peer. This
 * package waits, and reads files.
 */
package io.qpscope.recording;
