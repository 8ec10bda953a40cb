package io.qpscope.scenario;

import io.qpscope.capture.AnnotatedCopy.Notes;
import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapngWriter;
import io.qpscope.frame.FrameView;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Writes what passes the taps of a run as pcapng: an interface each, virtual time from 1970 on. */
public final class TapRecorder implements FrameSink, AutoCloseable {
    private final PcapngWriter writer;
    private final Notes notes;
    private IOException failure;

    private TapRecorder(PcapngWriter writer, Notes notes) {
        this.writer = writer;
        this.notes = notes;
    }

    /**
     * Replaces a file that is there.
     *
     * @param program that writes it
     */
    public static TapRecorder create(Path file, String program, List<TapView> taps)
            throws IOException {
        return create(file, program, null, taps, (tap, frame) -> List.of());
    }

    /**
     * The same with comments.
     *
     * @param comment on the whole file, or null
     * @param notes on frames, as they are numbered through all taps; asked for as of one capture
     */
    public static TapRecorder create(
            Path file, String program, String comment, List<TapView> taps, Notes notes)
            throws IOException {
        PcapngWriter writer = PcapngWriter.create(file, program, comment);
        try {
            for (TapView tap : taps) {
                writer.addInterface(
                        CaptureInterface.of(tap.isErf() ? LinkType.ERF : LinkType.ETHERNET)
                                .name(tap.name())
                                .speed(tap.port().bitsPerSecond()));
            }
            return new TapRecorder(writer, notes);
        } catch (IOException e) {
            writer.close();
            throw e;
        }
    }

    @Override
    public void frame(int tap, FrameView frame) {
        if (failure == null) {
            ByteBuffer bytes = frame.buffer().duplicate();
            bytes.limit(frame.offset() + frame.captured()).position(frame.offset());
            try {
                List<String> comments = notes.on(0, frame.number());
                writer.write(tap, frame.timeNs(), bytes, frame.captured(), comments);
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    /** Tells at last what went wrong meanwhile. */
    @Override
    public void close() throws IOException {
        writer.close();
        if (failure != null) {
            throw failure;
        }
    }
}
