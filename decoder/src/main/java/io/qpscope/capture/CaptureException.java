package io.qpscope.capture;

import java.io.IOException;

/** A file that is no capture; the message is one line with file, byte offset and expectation. */
public final class CaptureException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Says what is wrong.
     *
     * @param offset of the byte that is wrong, in the unpacked file
     * @param expectation what was expected there and what was found
     */
    public CaptureException(String file, long offset, String expectation) {
        this(file, "byte " + offset + ": " + expectation);
    }

    /** For a text that names the byte already. */
    CaptureException(String file, String damage) {
        super(file + ": " + damage);
    }
}
