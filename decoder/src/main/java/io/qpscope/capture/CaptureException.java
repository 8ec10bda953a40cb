package io.qpscope.capture;

import java.io.IOException;

/** A file that is no capture; the message is one line with file, byte offset and expectation. */
public final class CaptureException extends IOException {
    private static final long serialVersionUID = 1;

    private final String file;
    private final long offset;

    /**
     * @param offset of the byte that is wrong, in the unpacked file
     * @param expectation what was expected there and what was found
     */
    public CaptureException(String file, long offset, String expectation) {
        super(file + ": byte " + offset + ": " + expectation);
        this.file = file;
        this.offset = offset;
    }

    public String file() {
        return file;
    }

    public long offset() {
        return offset;
    }
}
