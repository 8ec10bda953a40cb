package io.qpscope.cli;

import io.qpscope.cli.report.Analysis;
import io.qpscope.cli.report.parquet.ParquetReport;
import io.qpscope.session.SessionTracker;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;

/** The option that writes Parquet tables. Its libraries are loaded only where it is used. */
final class Tables {
    @Option(
            names = "--parquet",
            paramLabel = "DIR",
            description = "Also write messages, directions, episodes and findings as Parquet tables"
                    + " into this folder, for DuckDB or a notebook.")
    private Path folder;

    private ParquetReport report;

    /** Before the first frame. */
    void begin() throws OutputException {
        if (folder == null) {
            return;
        }
        try {
            report = new ParquetReport(folder);
        } catch (IOException e) {
            throw new OutputException(folder, e);
        }
    }

    /**
     * Before the tracker's first frame.
     *
     * @param number of the tracker, from 0
     */
    void listen(SessionTracker tracker, int number) {
        if (report != null) {
            tracker.listen(report.listener(number));
        }
    }

    void write(Analysis analysis) throws OutputException {
        if (report == null) {
            return;
        }
        try (ParquetReport closing = report) {
            closing.write(analysis);
        } catch (IOException e) {
            throw new OutputException(folder, e);
        }
    }
}
