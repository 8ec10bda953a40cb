package io.qpscope.capture;

import com.code_intelligence.jazzer.junit.FuzzTest;

import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Plain runs replay the seeds in CaptureFuzzTestInputs; JAZZER_FUZZ=1 searches. */
class CaptureFuzzTest {
    /** No record is smaller than a pcap record header or an empty packet block. */
    private static final int SMALLEST_RECORD = 16;

    @FuzzTest(maxDuration = "30s")
    void anyBytesEndInRecordsOrAnIoException(byte[] data) throws IOException {
        try (StreamWindow window = new StreamWindow(new ByteArrayInputStream(data), 64);
                RecordCursor cursor = CaptureFile.walk("fuzz", Packing.NONE, window)) {
            while (cursor.next()) {
                check(cursor, data.length);
            }
            if (cursor.info().packets() != cursor.number()) {
                throw new AssertionError("lost count");
            }
        } catch (CaptureException e) {
            if (!e.getMessage().startsWith("fuzz: byte ")) {
                throw new AssertionError("no offset in: " + e.getMessage(), e);
            }
        }
    }

    private static void check(FrameCursor cursor, int fileLength) {
        int length = cursor.capturedLength();
        if (length < 0 || length > cursor.originalLength() || cursor.timeNs() < 0) {
            throw new AssertionError("a getter left its range");
        }
        for (int i = 0; i < length; i++) {
            cursor.buffer().get(cursor.offset() + i);
        }
        if (cursor.number() > fileLength / SMALLEST_RECORD) {
            throw new AssertionError("more records than bytes");
        }
        if (cursor.buffer().capacity() > 2 * Math.max(fileLength, 64)) {
            throw new AssertionError("buffer outgrew the file");
        }
    }
}
