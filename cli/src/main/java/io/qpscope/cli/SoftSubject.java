package io.qpscope.cli;

import io.qpscope.cli.report.FuzzSummary;
import io.qpscope.fuzz.campaign.Campaign;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.fuzz.campaign.TargetLostException;

/** The built-in endpoint, which is always there. */
final class SoftSubject implements Subject {
    private final CampaignOptions options;
    private final long seed;

    SoftSubject(CampaignOptions options, long seed) {
        this.options = options;
        this.seed = seed;
    }

    @Override
    public Campaign campaign() {
        return new Campaign(options.device(), options.transports(), seed, System::nanoTime);
    }

    @Override
    public Reproducer.Written write(Found found) throws OutputException {
        return Reproducer.write(options.out(), found, seed);
    }

    @Override
    public FuzzSummary.Live live() {
        return null;
    }

    @Override
    public Found lost(TargetLostException why, long number, long atNs) {
        throw new IllegalStateException(why);
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
