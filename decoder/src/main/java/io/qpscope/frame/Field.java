package io.qpscope.frame;

/**
 * A field of a frame as people see it.
 *
 * @param name Wireshark's filter name where one exists
 * @param value Long; BigInteger for 64 bits above Long's range; Double for a time in milliseconds;
 *     Boolean for one bit; String for bytes (hex) and verdicts
 * @param offset byte of the frame that holds the field's first bit; -1 for a field of a stream's
 *     unit that does not lie whole in this frame
 * @param bitOffset bits before the field in that byte, counted from the most significant
 * @param bits width; 0 for what is computed or known from the capture file
 * @param text what the value means, in words; null when the value says it all
 */
public record Field(String name, Object value, int offset, int bitOffset, int bits, String text) {}
