package io.qpscope.cli.report;

import java.io.PrintWriter;

/** One way to write a finished analysis. */
public interface Report {
    void write(Analysis analysis, PrintWriter out);
}
