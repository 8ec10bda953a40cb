package io.qpscope.cli;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.report.FrameReport;
import io.qpscope.cli.report.JsonFrames;
import io.qpscope.cli.report.TextFrames;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.StreamContext;
import io.qpscope.frame.StreamUnit;
import io.qpscope.session.iwarp.StreamReader;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

@Command(name = "show", description = "Shows every field of frames, with its place and meaning.")
final class Show implements Callable<Integer> {
    /** How frames are written. */
    enum Format {
        TEXT,
        JSON;

        @Override
        public String toString() {
            return Names.lower(this);
        }
    }

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private Qpscope root;

    @Parameters(
            paramLabel = "CAPTURE",
            description = "pcap or pcapng, also .gz or .zst; - is standard input.")
    private Path capture;

    @Option(
            names = "--frame",
            paramLabel = "N[..M]",
            converter = FrameRange.Converter.class,
            description = "These frames only, counted from 1; N.. goes on to the end.")
    private FrameRange range = FrameRange.ALL;

    @Option(names = "--hex", description = "Adds the bytes (text only).")
    private boolean hex;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}; json is one object a line. Default text.")
    private Format format;

    @Mixin
    private RocePort rocePort;

    @Override
    public Integer call() throws IOException {
        if (hex && format == Format.JSON) {
            throw new UsageException(spec.commandLine(), "--hex goes with --format text only");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (FrameCursor cursor = CaptureFile.open(List.of(capture));
                FrameReport report = format == Format.JSON
                        ? new JsonFrames(out)
                        : new TextFrames(out, root.color().style(), hex)) {
            return show(cursor, report, out);
        }
    }

    private int show(FrameCursor cursor, FrameReport report, PrintWriter out) throws IOException {
        Dissector dissector = new Dissector(rocePort.number(), true);
        FrameView view = new FrameView();
        StreamContext streams = new StreamReader();
        long frames = 0;
        // A reader that has seen enough closes its end; checkError is how a PrintWriter tells.
        while (frames < range.last() && cursor.next() && !out.checkError()) {
            frames = cursor.number();
            // Streams are followed from the first frame on, whichever are shown.
            Frames.dissect(cursor, dissector, view);
            List<StreamUnit> units = streams.unitsOf(view);
            if (range.contains(frames)) {
                report.frame(view, units);
            }
        }
        out.flush();
        int code = damage(cursor.captures().get(0));
        if (code == ExitCode.GOOD && frames < range.first() && !range.equals(FrameRange.ALL)) {
            throw new UsageException(
                    spec.commandLine(),
                    "--frame " + range.first() + ": " + capture + " has " + frames
                            + (frames == 1 ? " frame" : " frames"));
        }
        return code;
    }

    private int damage(CaptureInfo info) {
        if (info.damage() == null) {
            return ExitCode.GOOD;
        }
        spec.commandLine().getErr().println("qpscope: " + info.file() + ": " + info.damage());
        return ExitCode.BAD_INPUT;
    }
}
