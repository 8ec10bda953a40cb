package io.qpscope.fuzz.target;

import io.qpscope.fault.plan.StreamField;
import io.qpscope.fuzz.Rule;

import java.util.List;

/**
 * What a live peer must end its stream for: changes of one FPDU of ours that no receiver may take. All
 * stay within the connection of the case.
 */
final class StreamBreaks {
    /** A message far beyond what any peer has receives or an IRD for. */
    private static final int FAR_MESSAGES = 1_000_000;
    /** Beyond any receive buffer, in bytes. */
    private static final int FAR_OFFSET = 1 << 30;

    private static final long FAR_ADDRESS = 1L << 40;
    /** There are queues 0 to 3 at most. */
    private static final int NO_QUEUE = 9;
    /** Of 1, which is the only version, makes 3 (RFC 5041, 4.1; RFC 5040, 4.1). */
    private static final int OTHER_VERSION = 2;
    /** Reserved. */
    private static final int NO_OPCODE = 15;

    /** The CRC (RFC 5044, 8), then headers of DDP and RDMAP under a right CRC. */
    private static final List<Rule> ALL = List.of(
            Rule.of("mpa").with("crc", "bad"),
            field(StreamField.DV).with("xor", OTHER_VERSION),
            field(StreamField.VERSION).with("xor", OTHER_VERSION),
            field(StreamField.OPCODE).with("value", NO_OPCODE),
            field(StreamField.QN).with("value", NO_QUEUE),
            field(StreamField.MSN).with("add", FAR_MESSAGES),
            field(StreamField.MO).with("add", FAR_OFFSET),
            field(StreamField.TAGGED_OFFSET).with("add", FAR_ADDRESS));

    private static final int MOST_FPDU = 4;

    private StreamBreaks() {}

    private static Rule field(StreamField field) {
        return Rule.of("mpa").with("field", field.label());
    }

    /**
     * One of them, always the same for a rule about packets, on the n-th FPDU behind the memory's
     * writing.
     */
    static Rule of(Rule drawn) {
        int which = Math.floorMod(drawn.toString().hashCode(), ALL.size());
        long place = Math.floorMod(drawn.number("psn", 0), MOST_FPDU) + 1L;
        return ALL.get(which).with("from", "a").with("every", place).with("times", 1);
    }
}
