package io.qpscope.cli;

import io.qpscope.capture.CaptureException;
import io.qpscope.capture.CaptureFile;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.generate.RecordedFlow;
import io.qpscope.recording.PartReader;
import io.qpscope.recording.RecordedPart;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The conversations of captures that a campaign begins with, each once. */
final class Recordings {
    private static final Pattern CAPTURE =
            Pattern.compile(".*\\.(pcap|pcapng|cap|erf)(\\.(gz|zst))?");

    private final Set<Flow> flows = new LinkedHashSet<>();
    private final PrintWriter err;

    /**
     * Reads them. Of a folder, a capture that can't be read is named and skipped.
     *
     * @throws IOException when a file that was named can't be read, or nothing of all can be used
     */
    Recordings(List<Path> paths, PrintWriter err) throws IOException {
        this.err = err;
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                folder(path);
            } else {
                read(path);
            }
        }
        if (!paths.isEmpty() && flows.isEmpty()) {
            throw new IOException(paths.get(0) + ": no RC requester that can be asked for again");
        }
    }

    private void folder(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(each ->
                            CAPTURE.matcher(each.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            try {
                read(file);
            } catch (CaptureException e) {
                err.println("qpscope: " + Errors.line(e) + " (skipped)");
            }
        }
    }

    private void read(Path file) throws IOException {
        PartReader reader = new PartReader(() -> CaptureFile.open(file), new RocePort().number());
        for (RecordedPart part : reader.read()) {
            Flow flow = RecordedFlow.of(part);
            if (flow != null) {
                flows.add(flow);
            }
        }
        if (reader.damage() != null) {
            err.println("qpscope: " + file + ": " + reader.damage());
        }
    }

    List<Flow> flows() {
        return List.copyOf(flows);
    }
}
