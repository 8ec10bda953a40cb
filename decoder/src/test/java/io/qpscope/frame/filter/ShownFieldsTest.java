package io.qpscope.frame.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FieldType;
import io.qpscope.frame.FrameFields;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.HostileSeeds;
import io.qpscope.frame.LayerNode;
import io.qpscope.frame.UpperContext;
import io.qpscope.session.iwarp.StreamReader;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Whatever {@code show} writes of a frame, a filter finds the frame by. */
class ShownFieldsTest {
    /** Values of one name that are typed back; the rest is alike. */
    private static final int TYPED = 5;

    /** Maven runs tests in the folder of their module. */
    private static final Path RECORDINGS = Path.of("..", "captures");

    private final Map<String, Predicate<FieldTree>> present = new HashMap<>();
    private final Map<String, Integer> typed = new HashMap<>();
    private final Set<String> layers = new TreeSet<>();

    @Test
    void everyNameOfEveryRecordingIsAFilter() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(RECORDINGS)) {
            files = all.filter(file -> file.toString().matches(".*\\.pcap(ng)?"))
                    .sorted()
                    .toList();
        }
        assertThat(files).hasSizeGreaterThan(100);
        for (Path file : files) {
            Reader reader = new Reader(true, this::check);
            try (FrameCursor cursor = CaptureFile.open(file)) {
                while (cursor.next()) {
                    reader.frame(
                            cursor.buffer(),
                            cursor.offset(),
                            cursor.capturedLength(),
                            cursor.linkType());
                }
            }
        }
        assertThat(layers).contains("nvme.cmd", "smc.accept", "iwarp_rdma", "vlan");
    }

    @Test
    void everyNameOfFramesThatNoRecordingHoldsIsAFilter() {
        // Some are built without an ICRC.
        Reader reader = new Reader(false, this::check);
        for (HostileSeeds.Seed seed : HostileSeeds.all()) {
            byte[] bytes = new byte[seed.length()];
            seed.copy(0, bytes, bytes.length);
            reader.frame(ByteBuffer.wrap(bytes), 0, bytes.length, seed.linkType);
        }
        assertThat(layers)
                .contains("infiniband_link", "erf", "macc", "infiniband.xrceth", "gre", "rds");
    }

    /** Dissects with all that earlier frames told. */
    private static final class Reader {
        private final Dissector dissector;
        private final FrameView view = new FrameView();
        private final UpperContext context = new UpperContext();
        private final StreamReader streams = new StreamReader();
        private final Consumer<FieldTree> then;
        private long number;

        Reader(boolean checkIcrc, Consumer<FieldTree> then) {
            dissector = new Dissector(4791, checkIcrc);
            this.then = then;
        }

        void frame(ByteBuffer buffer, int offset, int length, int linkType) {
            view.wrap(buffer, offset, length, length, linkType).at(++number, number * 1000, 0, 0);
            dissector.dissect(view);
            context.onFrame(view);
            then.accept(FieldTree.of(view, context, streams.unitsOf(view)));
        }
    }

    private void check(FieldTree tree) {
        Set<String> names = new HashSet<>();
        for (LayerNode layer : tree.layers()) {
            layers.add(layer.name());
            names.add(layer.name());
            layer.fields().forEach(field -> {
                names.add(field.name());
                typedBack(tree, field);
            });
        }
        for (String name : names) {
            boolean found = present.computeIfAbsent(name, ShownFieldsTest::bind).test(tree);
            assertThat(found).as("%s of frame %d", name, tree.frame()).isTrue();
        }
    }

    private void typedBack(FieldTree tree, io.qpscope.frame.Field field) {
        if (typed.merge(field.name(), 1, Integer::sum) > TYPED) {
            return;
        }
        FieldType type = FrameFields.types().get(field.name());
        Object value = field.value();
        String written = String.valueOf(value);
        if (written.isEmpty()) {
            return;
        }
        if (type == FieldType.BYTES && !(value instanceof String)) {
            // One name for reserved fields of all widths, which a filter takes for bytes.
            assertThat(field.name()).endsWith("reserved");
            long bits = value instanceof Number n ? n.longValue() : (Boolean) value ? 1 : 0;
            written = HexFormat.of().toHexDigits(bits, (field.bits() + 7) / 8 * 2);
            assertThat(bind(field.name() + " contains " + written).test(tree)).isTrue();
        }
        if (type != FieldType.ADDRESS) {
            assertThat(bind(field.name() + " == " + written).test(tree))
                    .as("%s == %s", field.name(), written)
                    .isTrue();
            assertThat(bind(field.name() + " != " + written).test(tree)).isFalse();
        } else {
            assertThat(bind(field.name() + " eq " + field.text()).test(tree))
                    .as("%s eq %s", field.name(), field.text())
                    .isTrue();
        }
        if (value instanceof Number number && type == FieldType.NUMBER) {
            String hex = "0x" + Long.toHexString(number.longValue());
            assertThat(bind(field.name() + " in {" + hex + "}").test(tree))
                    .as("%s in %s", field.name(), hex)
                    .isTrue();
        }
    }

    private static Predicate<FieldTree> bind(String expression) {
        try {
            return Parser.parse(expression).bind(PacketFields.FIELDS);
        } catch (FilterException e) {
            throw new AssertionError(expression + ": " + e.getMessage(), e);
        }
    }
}
