package io.qpscope.frame;

/** What the values of a {@link Field} are. */
public enum FieldType {
    /** A Long, a BigInteger or a Boolean. */
    NUMBER,
    /** A Double. */
    DECIMAL,
    /** A word. */
    TEXT,
    /** A Long or hexadecimal digits, shown as IP or MAC address. */
    ADDRESS,
    /** Hexadecimal digits. */
    BYTES
}
