package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.qpscope.build.LinkPackets;
import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapWriter;
import io.qpscope.frame.Difference.Found;
import io.qpscope.frame.Tshark.Shown;
import io.qpscope.session.iwarp.StreamReader;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Dissects every recording, and frames that no recording holds, with tshark too. What differs must
 * stand in {@link KnownDifferences}, and what stands there must differ.
 */
class ParityTest {
    /** The release whose differences are known. */
    private static final String RELEASE = "TShark (Wireshark) 4.0.";

    /** Maven runs tests in the folder of their module. */
    private static final Path RECORDINGS = Path.of("..", "captures");

    private static final int ERF_HEADER = 16;

    @TempDir
    static Path folder;

    private static Tshark tshark;
    private static Set<String> theirNames;

    @BeforeAll
    static void findTshark() throws IOException {
        tshark = new Tshark(Files.createDirectory(folder.resolve("configuration")));
        String version = tshark.version();
        assumeTrue(version != null, "tshark is not installed: nothing to compare with");
        assumeTrue(version.startsWith(RELEASE), "differences are known for 4.0 only: " + version);
        theirNames = tshark.names();
    }

    @Test
    void agreesOnEveryRecording() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(RECORDINGS)) {
            files = all.filter(file -> file.toString().matches(".*\\.pcap(ng)?"))
                    .sorted()
                    .toList();
        }
        assertThat(files).hasSizeGreaterThan(100);
        List<ParityComparison> parts = files.parallelStream()
                .map(file -> compare(file, number -> place(file)))
                .toList();
        ParityComparison all = new ParityComparison(theirNames);
        parts.forEach(all::add);
        assertThat(all.compared()).isGreaterThan(300_000);
        check(
                all.found(),
                List.of(Difference.EVERYWHERE, Difference.RECORDED, KnownDifferences.PROBE));
    }

    private static String place(Path file) {
        return file.endsWith(KnownDifferences.PROBE) ? KnownDifferences.PROBE : Difference.RECORDED;
    }

    @Test
    void agreesOnFramesThatNoRecordingHolds() throws IOException {
        List<String> names = new ArrayList<>(ParityFrames.ALL.keySet());
        Path file = write("frames.pcap", LinkType.ETHERNET, ParityFrames.ALL.values());
        ParityComparison all = compare(file, number -> names.get((int) number - 1));
        names.add(Difference.EVERYWHERE);
        check(all.found(), names);
    }

    /** The record's header is compared for its values alone. */
    @Test
    void agreesOnNativeFramesInErf() throws IOException {
        List<String> names = new ArrayList<>(ParityFrames.NATIVE.keySet());
        List<byte[]> records = new ArrayList<>();
        ParityFrames.NATIVE.forEach((name, packet) -> records.add(LinkPackets.erf(
                name.equals(ParityFrames.LINK) ? 25 : 21, 0, 1L << 32, new byte[0], packet)));
        Path file = write("native.pcap", LinkType.ERF, records);
        // tshark takes ERF's header away and counts from what is behind.
        ParityComparison all = compare(
                file,
                number -> names.get((int) number - 1),
                theirs -> theirs.stream()
                        .map(field -> field.name().startsWith("infiniband")
                                ? field.moved(ERF_HEADER)
                                : field)
                        .toList());
        check(all.found(), names);
    }

    @Test
    void readsNativeFramesOfALinkTypeThatTsharkRefuses() throws IOException {
        List<byte[]> packets = List.of(ParityFrames.NATIVE.get("native"));
        assertThat(tshark.opens(write("ethernet.pcap", LinkType.ETHERNET, packets)))
                .isTrue();
        Path file = write("plain.pcap", LinkType.INFINIBAND, packets);
        assertThat(tshark.opens(file)).isFalse();
        assertThat(trees(file).get(1L).layers())
                .extracting(LayerNode::name)
                .contains("infiniband.lrh", "infiniband.bth", "infiniband.payload");
    }

    private static Path write(String name, int linkType, Collection<byte[]> frames)
            throws IOException {
        Path file = folder.resolve(name);
        try (PcapWriter writer = PcapWriter.create(file, linkType)) {
            for (byte[] frame : frames) {
                writer.write(1_700_000_000_000_000_000L, frame, frame.length);
            }
        }
        return file;
    }

    private static ParityComparison compare(Path file, LongFunction<String> where) {
        return compare(file, where, theirs -> theirs);
    }

    private static ParityComparison compare(
            Path file, LongFunction<String> where, UnaryOperator<List<Shown>> placed) {
        ParityComparison comparison = new ParityComparison(theirNames);
        try {
            // By number: of files with several interfaces we read the frames in order of time.
            Map<Long, FieldTree> ours = trees(file);
            long[] number = {0};
            tshark.frames(file, theirs -> {
                FieldTree tree = ours.remove(++number[0]);
                assertThat(tree).as("%s frame %d", file, number[0]).isNotNull();
                String place = file.getFileName() + " frame " + number[0];
                comparison.frame(where.apply(number[0]), place, tree, placed.apply(theirs));
            });
            assertThat(ours).as("%s: tshark reads fewer frames", file).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return comparison;
    }

    private static Map<Long, FieldTree> trees(Path file) throws IOException {
        Map<Long, FieldTree> trees = new HashMap<>();
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        UpperContext context = new UpperContext();
        StreamContext streams = new StreamReader();
        try (FrameCursor cursor = CaptureFile.open(List.of(file))) {
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
                trees.put(cursor.number(), FieldTree.of(view, context, streams.unitsOf(view)));
            }
        }
        return trees;
    }

    private static void check(Map<Found, String> found, Collection<String> places) {
        List<String> wrong = new ArrayList<>();
        found.forEach((difference, sample) -> {
            if (KnownDifferences.ALL.stream().noneMatch(known -> known.covers(difference))) {
                wrong.add("not listed: " + difference + " as in " + sample);
            }
        });
        Set<String> checked = new HashSet<>(places);
        for (Difference known : KnownDifferences.ALL) {
            for (String name : known.names()) {
                boolean met = found.keySet().stream()
                        .anyMatch(difference -> known.covers(difference)
                                && Difference.matches(name, difference.name()));
                if (checked.contains(known.where()) && !met) {
                    wrong.add("no longer differs: " + known.where() + ", " + known.kind() + " "
                            + name);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}
