package io.qpscope.cli.report.parquet;

import com.jerolba.carpet.CarpetWriter;
import com.jerolba.carpet.io.FileSystemOutputFile;

import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.parquet.Rows.DirectionRow;
import io.qpscope.cli.report.parquet.Rows.EpisodeRow;
import io.qpscope.cli.report.parquet.Rows.FindingRow;
import io.qpscope.cli.report.parquet.Rows.MessageRow;
import io.qpscope.session.Message;
import io.qpscope.session.MessageListener;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.taps.TapMatcher;

import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a folder of Parquet files: messages as they end, the other tables at the end. Messages
 * tell their flow and not their session, because sessions get their numbers when all is read; a
 * direction has both.
 */
public final class ParquetReport implements Closeable {
    /** What a writer gathers before it writes; bounds memory. */
    private static final long ROW_GROUP_BYTES = 16L << 20;

    /** Flows of a tap have keys of their own. */
    private static final int TAP_FLOWS = Integer.MAX_VALUE / TapMatcher.MAX_TAPS;

    private final Path folder;
    private final CarpetWriter<MessageRow> messages;

    /** By tracker. */
    private final List<Flows> trackers = new ArrayList<>(1);

    private IOException failure;

    /** Creates the folder; files of these names in it are replaced. */
    public ParquetReport(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder);
        messages = writer("messages.parquet", MessageRow.class);
    }

    private <T> CarpetWriter<T> writer(String name, Class<T> row) throws IOException {
        return new CarpetWriter.Builder<>(
                        new FileSystemOutputFile(folder.resolve(name).toFile()), row)
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withRowGroupSize(ROW_GROUP_BYTES)
                .build();
    }

    /** What a tracker tells, each of which numbers flows and sessions by itself. */
    private final class Flows implements MessageListener {
        private final int base;
        /** By session and side: {@code 2 * session + side}; 0 for none. */
        private int[] flows = new int[64];

        Flows(int base) {
            this.base = base;
        }

        /** A failure is kept for {@link #write}: the tracker does no I/O and knows none. */
        @Override
        public void onMessage(Message message) {
            if (failure == null) {
                try {
                    messages.write(MessageRow.of(message, base + message.flow()));
                } catch (IOException e) {
                    failure = e;
                }
            }
        }

        @Override
        public void onFlow(int flow, int session, Side from) {
            int index = 2 * session + from.ordinal();
            if (index >= flows.length) {
                flows = Arrays.copyOf(flows, Math.max(2 * flows.length, index + 1));
            }
            flows[index] = base + flow;
        }

        Integer flow(int session, Side from) {
            int index = 2 * session + from.ordinal();
            return index < flows.length && flows[index] > 0 ? (Integer) flows[index] : null;
        }
    }

    /**
     * For a tracker of its own, or of the next tap.
     *
     * @param tracker from 0, in turn, at most {@link TapMatcher#MAX_TAPS}
     */
    public MessageListener listener(int tracker) {
        Flows flows = new Flows(tracker * TAP_FLOWS);
        trackers.add(tracker, flows);
        return flows;
    }

    private Integer flow(int session, Side from, Analysis.Taps taps) {
        if (taps == null) {
            return trackers.get(0).flow(session, from);
        }
        int tap = taps.of(session);
        int tracker = taps.report().points().get(tap).tap();
        return trackers.get(tracker).flow(session - taps.firstSession(tap) + 1, from);
    }

    /** Writes the other tables, when the tracker is through; then {@link #close}. */
    public void write(Analysis analysis) throws IOException {
        if (failure != null) {
            throw failure;
        }
        Analysis.Taps taps = analysis.taps();
        try (CarpetWriter<DirectionRow> directions =
                        writer("directions.parquet", DirectionRow.class);
                CarpetWriter<EpisodeRow> episodes = writer("episodes.parquet", EpisodeRow.class)) {
            for (SessionSummary session : analysis.result().sessions()) {
                String tap = taps == null ? null : taps.name(taps.of(session.id()));
                for (Side from : Side.values()) {
                    Integer flow = flow(session.id(), from, taps);
                    directions.write(DirectionRow.of(session, from, flow, tap));
                }
                for (int i = 0; i < session.episodes().size(); i++) {
                    episodes.write(EpisodeRow.of(session, session.episodes().get(i)));
                }
            }
        }
        try (CarpetWriter<FindingRow> findings = writer("findings.parquet", FindingRow.class)) {
            for (int i = 0; i < analysis.findings().size(); i++) {
                findings.write(FindingRow.of(analysis.findings().get(i), taps));
            }
        }
    }

    @Override
    public void close() throws IOException {
        messages.close();
    }
}
