package io.qpscope.cli;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The captures named on the command line. One that can't be read must not keep the others from being
 * analyzed, so each is looked at before all are opened together.
 */
final class Inputs {
    static final Path STANDARD_INPUT = Path.of("-");

    private final List<Path> readable = new ArrayList<>();
    private final List<Boolean> icrcIgnored = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private InputStream replay;

    /** Whether an output is this capture, which nobody wants to lose. */
    static boolean same(Path output, Path capture) {
        try {
            return Files.exists(output) && Files.isSameFile(output, capture);
        } catch (IOException e) {
            // Then one of them can't be opened either, which is told where it is tried.
            return false;
        }
    }

    /**
     * @param rocePort to look for ICRCs that mean nothing; 0 to skip that
     */
    Inputs(List<Path> paths, int rocePort) {
        for (Path path : paths) {
            try {
                icrcIgnored.add(look(path, paths.size() == 1, rocePort));
                readable.add(path);
            } catch (IOException e) {
                errors.add(Errors.line(e));
            }
        }
    }

    private boolean look(Path path, boolean alone, int rocePort) throws IOException {
        boolean standardInput = path.equals(STANDARD_INPUT);
        if (!standardInput && (Files.isRegularFile(path) || Files.notExists(path))) {
            try (FrameCursor cursor = CaptureFile.open(path)) {
                return rocePort > 0 && IcrcSample.isMeaningless(cursor, rocePort);
            }
        }
        // A pipe can be read once only: what the look took is put back in front.
        if (!alone || rocePort == 0) {
            return false;
        }
        InputStream in = standardInput ? System.in : Files.newInputStream(path);
        Recorder recorder = new Recorder(in);
        try (FrameCursor cursor = CaptureFile.open(recorder, path.toString())) {
            boolean meaningless = IcrcSample.isMeaningless(cursor, rocePort);
            replay = new SequenceInputStream(recorder.recorded(), in);
            return meaningless;
        }
    }

    /** Lines for those that can't be read. */
    List<String> errors() {
        return errors;
    }

    List<Path> readable() {
        return readable;
    }

    boolean icrcIgnored(int capture) {
        return icrcIgnored.get(capture);
    }

    boolean readableTwice() {
        return readable.stream().allMatch(Files::isRegularFile);
    }

    /**
     * All of them in order of time.
     *
     * @param shifts what each capture's clock is ahead by, ns; null where all go right
     */
    FrameCursor open(long[] shifts) throws IOException {
        if (shifts != null) {
            return CaptureFile.open(readable, shifts);
        }
        return replay == null
                ? CaptureFile.open(readable)
                : CaptureFile.open(replay, readable.get(0).toString());
    }

    /** Keeps what is read; stays open, for the rest is still wanted. */
    private static final class Recorder extends FilterInputStream {
        private final ByteArrayOutputStream read = new ByteArrayOutputStream();

        Recorder(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            if (b >= 0) {
                read.write(b);
            }
            return b;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            if (count > 0) {
                read.write(bytes, offset, count);
            }
            return count;
        }

        InputStream recorded() {
            return new ByteArrayInputStream(read.toByteArray());
        }

        @Override
        public void close() {
            // See the class.
        }
    }
}
