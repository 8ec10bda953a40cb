package io.qpscope.cli;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.report.FrameReport;
import io.qpscope.cli.report.JsonFrames;
import io.qpscope.cli.report.TextFrames;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.StreamContext;
import io.qpscope.frame.StreamUnit;
import io.qpscope.frame.UpperContext;
import io.qpscope.frame.filter.FilterException;
import io.qpscope.frame.filter.PacketFields;
import io.qpscope.frame.filter.Parser;
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
import java.util.function.Predicate;

@Command(
        name = "show",
        description = "Shows every field of frames, with its place and meaning.",
        footer = {
            "",
            "A filter uses the names of fields as they are shown, and of layers. As in:",
            "  --filter 'infiniband.bth.opcode == 17 && ip.src == 10.9.0.1'",
            "  --filter 'ip.src == 10.9.0.0/24 and infiniband.bth.destqp in {0x11, 100..199}'",
            "  --filter 'infiniband.cm.rej or not infiniband'"
        })
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
            description = "pcap, pcapng or ERF, also .gz or .zst; - is standard input.")
    private Path capture;

    @Option(
            names = "--frame",
            paramLabel = "N[..M]",
            converter = FrameRange.Converter.class,
            description = "These frames only, counted from 1; N.. goes on to the end.")
    private FrameRange range = FrameRange.ALL;

    @Option(
            names = "--filter",
            paramLabel = "EXPR",
            description = "Only frames that pass; they keep their numbers.")
    private String filter;

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

    @Mixin
    private RdmapAtomics atomics;

    @Override
    public Integer call() throws IOException {
        if (hex && format == Format.JSON) {
            throw new UsageException(spec.commandLine(), "--hex goes with --format text only");
        }
        Predicate<FieldTree> wanted = wanted();
        PrintWriter out = spec.commandLine().getOut();
        try (FrameCursor cursor = CaptureFile.open(List.of(capture));
                FrameReport report = format == Format.JSON
                        ? new JsonFrames(out)
                        : new TextFrames(out, root.color().style(), hex)) {
            return show(cursor, wanted, report, out);
        }
    }

    private Predicate<FieldTree> wanted() {
        if (filter == null) {
            return tree -> true;
        }
        try {
            return Parser.parse(filter).bind(PacketFields.FIELDS);
        } catch (FilterException e) {
            throw new UsageException(spec.commandLine(), "--filter", e);
        }
    }

    private int show(
            FrameCursor cursor, Predicate<FieldTree> wanted, FrameReport report, PrintWriter out)
            throws IOException {
        Dissector dissector = new Dissector(rocePort.number(), true);
        FrameView view = new FrameView();
        UpperContext context = new UpperContext();
        StreamContext streams = new StreamReader(atomics.codes());
        long frames = 0;
        // A reader that has seen enough closes its end; checkError is how a PrintWriter tells.
        while (frames < range.last() && cursor.next() && !out.checkError()) {
            frames = cursor.number();
            // Connections are followed from the first frame on, whichever are shown.
            Frames.dissect(cursor, dissector, view);
            context.onFrame(view);
            List<StreamUnit> units = streams.unitsOf(view);
            if (range.contains(frames)) {
                FieldTree tree = FieldTree.of(view, context, units);
                if (wanted.test(tree)) {
                    report.frame(view, tree);
                }
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
