package io.qpscope.frame.filter;

import com.code_intelligence.jazzer.junit.FuzzTest;

import java.nio.charset.StandardCharsets;

/** Any text is a filter, or a complaint that points into it. JAZZER_FUZZ=1 searches. */
class FilterFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void anyTextIsAFilterOrAComplaint(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        try {
            Parser.parse(text).bind(PacketFields.FIELDS);
        } catch (FilterException complaint) {
            if (complaint.position() < 0 || complaint.position() > text.length()) {
                throw new AssertionError(complaint.position() + " in " + text, complaint);
            }
        }
    }
}
