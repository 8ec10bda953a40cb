package io.qpscope.cli.report;

import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.scenario.Check;

import java.nio.file.Path;
import java.util.List;

/**
 * What came of a campaign.
 *
 * @param cases those of a corpus not among them
 * @param failures cases that failed
 * @param states kinds of conversation that were met
 * @param packets that the analysis saw
 * @param stopped whether Ctrl-C ended it
 * @param kinds of failure, in the order in which they came
 */
public record FuzzSummary(
        long seed,
        Device device,
        long cases,
        long failures,
        int states,
        long packets,
        long durationNs,
        boolean stopped,
        Corpora corpora,
        List<Kind> kinds) {
    private static final double SECOND = 1e9;

    /**
     * Cases on disk.
     *
     * @param read all that was there
     * @param skipped files that could not be read
     * @param added cases that showed something new and were not there
     */
    public record Corpora(int read, int skipped, int added) {}

    /**
     * One kind of failure.
     *
     * @param count how often it was met
     * @param folder that shows it
     * @param failed checks, as a replay of what the folder holds tells them
     */
    public record Kind(Found found, long count, Path folder, List<Check> failed) {
        /** Messages of the smallest case. */
        int messages() {
            return found.reproducer().messages();
        }

        /** Rules of the smallest case. */
        int rules() {
            return found.reproducer().rules().size();
        }

        /** The scenario that {@code replay} takes. */
        String scenario() {
            return folder.resolve("scenario.yaml").toString();
        }

        /** Which case, from 1. */
        String first() {
            return found.number() == 0 ? "corpus" : String.valueOf(found.number());
        }
    }

    /** Takes a copy. */
    public FuzzSummary {
        kinds = List.copyOf(kinds);
    }

    /** As {@code --seed} takes it. */
    String seedText() {
        return Long.toUnsignedString(seed);
    }

    double casesPerSecond() {
        return durationNs == 0 ? 0 : cases * SECOND / durationNs;
    }

    /** What both hosts were. */
    String target() {
        return "the built-in endpoint, profile " + device.profile()
                + (device.recovery().isEmpty() ? "" : ", recovery " + device.recovery())
                + (device.defect().isEmpty() ? "" : ", defect " + device.defect());
    }

    /** What a person wants to know first. */
    String verdict() {
        return kinds.isEmpty()
                ? "nothing found"
                : Units.count(failures, "case") + " failed in " + Units.count(kinds.size(), "way");
    }
}
