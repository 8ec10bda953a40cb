package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.Contents;
import io.qpscope.cli.report.JsonReport;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.SessionTracker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Batches of a few frames, so that short captures make many. */
@Timeout(120)
class PipelineTest {
    private static final int ROCE_PORT = 4791;
    private static final int FEW = 7;

    @TempDir
    Path folder;

    /** Stops the analysis behind so many frames, or never. */
    private static final class Watch extends Intake {
        private final long most;
        private final List<Long> numbers = new ArrayList<>();

        Watch(long most) {
            super(1);
            this.most = most;
        }

        @Override
        void track(FrameView view) {
            if (numbers.size() == most) {
                throw new IllegalStateException("enough");
            }
            numbers.add(view.number());
        }

        @Override
        Analysis result(List<Analysis.Capture> captures, Contents contents) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void eachRecordingReadsTheSame() throws IOException {
        for (Path recording : Traffic.recordings()) {
            holdsFor(List.of(recording));
        }
    }

    @Test
    void allRecordingsInOrderOfTimeReadTheSame() throws IOException {
        holdsFor(Traffic.recordings());
    }

    @Test
    void whatAViewKeepsOfAnotherFrameChangesNothing() throws IOException {
        for (long seed = 1; seed <= 5; seed++) {
            holdsFor(List.of(Traffic.damaged(folder.resolve("damaged.pcap"), seed)));
        }
    }

    @Test
    void streamsReadTheSame() throws IOException {
        Path plain = Traffic.damaged(folder.resolve("damaged.pcap"), 9);
        Path packed = Traffic.gzip(plain, folder.resolve("damaged.pcap.gz"));
        holdsFor(List.of(packed));
        holdsFor(List.of(plain, packed));
    }

    @Test
    void frameOfAStreamMayBeLargerThanABatch() throws IOException {
        byte[] large = Arrays.copyOf(Pcap.ACK, (1 << 20) + 5);
        Path plain = Pcap.write(
                folder.resolve("large.pcap"), Pcap.ACK, Pcap.ACK, large, Pcap.ACK, large, large);
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(plain)).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(16, 4 << 20);
        Files.write(plain, file.array());
        Path packed = Traffic.gzip(plain, folder.resolve("large.pcap.gz"));
        for (Path path : List.of(plain, packed)) {
            Watch watch = new Watch(-1);
            run(path, watch, dissectors(1), 3);
            assertThat(watch.numbers).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        }
    }

    @Test
    void framesComeInOrder() throws IOException {
        Path file = Traffic.sessions(folder.resolve("order.pcap"), 20_000, 10, 1);
        Watch watch = new Watch(-1);
        run(file, watch, dissectors(1), 8);
        assertThat(watch.numbers).hasSize(20_000).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void whatFailsInAHelperFailsTheRun() throws IOException {
        Path file = Traffic.sessions(folder.resolve("helper.pcap"), 2000, 10, 1);
        Thread caller = Thread.currentThread();
        Supplier<Dissector[]> broken = () -> {
            if (Thread.currentThread() != caller) {
                throw new InternalError("a page is gone");
            }
            return dissectors(1).get();
        };
        assertThatThrownBy(() -> run(file, new Watch(-1), broken, 3))
                .isInstanceOf(InternalError.class)
                .hasMessage("a page is gone");
        assertThat(helpers()).isEmpty();
    }

    @Test
    void noThreadIsLeftWhenTheCallerFails() throws IOException {
        Path file = Traffic.sessions(folder.resolve("caller.pcap"), 20_000, 10, 1);
        Watch watch = new Watch(1000);
        assertThatThrownBy(() -> run(file, watch, dissectors(1), 4)).hasMessage("enough");
        assertThat(watch.numbers).hasSize(1000);
        assertThat(helpers()).isEmpty();
    }

    private static List<String> helpers() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("dissect-"))
                .toList();
    }

    private static void run(Path file, Intake intake, Supplier<Dissector[]> dissectors, int threads)
            throws IOException {
        try (FrameCursor cursor = new Inputs(List.of(file), ROCE_PORT).open(null)) {
            new Pipeline(cursor, dissectors, new Progress(null, 1, 0), threads, FEW).run(intake);
        }
    }

    private static Supplier<Dissector[]> dissectors(int captures) {
        return () -> {
            Dissector[] dissectors = new Dissector[captures];
            Arrays.setAll(dissectors, i -> new Dissector(ROCE_PORT, true));
            return dissectors;
        };
    }

    private static void holdsFor(List<Path> files) throws IOException {
        String alone = json(files, 1);
        for (int threads : new int[] {2, 3, 8}) {
            assertThat(json(files, threads)).as("%s, %d", files, threads).isEqualTo(alone);
        }
    }

    private static String json(List<Path> files, int threads) throws IOException {
        Inputs inputs = new Inputs(files, ROCE_PORT);
        int captures = files.size();
        Progress progress = new Progress(null, captures, 0);
        StringWriter text = new StringWriter();
        try (FrameCursor cursor = inputs.open(null)) {
            Intake intake =
                    new TrackerIntake(new SessionTracker(SessionTracker.Options.DEFAULT), captures);
            Analysis analysis;
            if (threads == 1) {
                analysis =
                        new Analyzer(cursor, dissectors(captures), intake, progress, 1).run(inputs);
            } else {
                new Pipeline(cursor, dissectors(captures), progress, threads, FEW).run(intake);
                analysis = intake.finish(cursor.captures(), inputs::icrcIgnored);
            }
            PrintWriter out = new PrintWriter(text);
            new JsonReport("test").write(analysis, out);
            out.flush();
        }
        return text.toString();
    }
}
