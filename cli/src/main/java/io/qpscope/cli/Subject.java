package io.qpscope.cli;

import io.qpscope.cli.report.FuzzSummary;
import io.qpscope.fuzz.campaign.Campaign;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.fuzz.campaign.TargetLostException;

import java.io.IOException;

/** What a campaign of the command line is run against. */
interface Subject extends AutoCloseable {
    Campaign campaign();

    /** Writes a folder that shows a failure again. */
    Reproducer.Written write(Found found) throws OutputException;

    /** Of a live target; null for the built-in endpoint. */
    FuzzSummary.Live live();

    /**
     * The target does not answer any more.
     *
     * @param number of the case
     * @return what to tell of it
     * @throws IOException when our own side is gone, too
     */
    Found lost(TargetLostException why, long number, long atNs) throws IOException;

    @Override
    void close();
}
