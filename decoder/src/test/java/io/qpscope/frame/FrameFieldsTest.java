package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.session.iwarp.StreamReader;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A filter takes every name that {@code show} prints. */
class FrameFieldsTest {
    /** Maven runs tests in the folder of their module. */
    private static final Path RECORDINGS = Path.of("..", "captures");

    @Test
    void everyFieldOfEveryRecordingHasAType() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(RECORDINGS)) {
            files = all.filter(file -> file.toString().matches(".*\\.pcap(ng)?"))
                    .toList();
        }
        Set<String> seen = new TreeSet<>();
        Set<String> wrong = new TreeSet<>();
        for (Path file : files) {
            look(file, seen, wrong);
        }
        assertThat(seen).contains("iwarp_mpa.crc", "infiniband.bth.psn", "smc.rest");
        assertThat(wrong).isEmpty();
    }

    private static void look(Path file, Set<String> seen, Set<String> wrong) throws IOException {
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        UpperContext context = new UpperContext();
        StreamContext streams = new StreamReader();
        try (FrameCursor cursor = CaptureFile.open(file)) {
            while (cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(cursor.number(), cursor.timeNs(), 0, cursor.interfaceId());
                dissector.dissect(view);
                context.onFrame(view);
                for (LayerNode layer :
                        FieldTree.of(view, context, streams.unitsOf(view)).layers()) {
                    for (Field field : layer.fields()) {
                        seen.add(field.name());
                        // One name for reserved fields of all widths.
                        boolean any = field.name().endsWith(".reserved");
                        if (!any && !fits(FrameFields.types().get(field.name()), field.value())) {
                            wrong.add(field.name() + " " + field.value().getClass());
                        }
                    }
                }
            }
        }
    }

    private static boolean fits(FieldType type, Object value) {
        if (type == null) {
            return false;
        }
        return switch (type) {
            case NUMBER ->
                value instanceof Long || value instanceof BigInteger || value instanceof Boolean;
            case DECIMAL -> value instanceof Double;
            case TEXT, BYTES -> value instanceof String;
            case ADDRESS -> value instanceof Long || value instanceof String;
        };
    }

    @Test
    void soHaveThoseThatNoRecordingHolds() {
        assertThat(FrameFields.types())
                .containsKeys(
                        "infiniband.variant.crc",
                        "infiniband.variant.crc.status",
                        "infiniband_link.lpcrc",
                        "infiniband_link.lpcrc.status",
                        "erf.eth.pad");
    }
}
