package io.qpscope.cli.report;

import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.scenario.Check;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What came of a campaign.
 *
 * @param cases those of a corpus not among them
 * @param failures cases that failed
 * @param states kinds of conversation that were met
 * @param packets that the analysis saw
 * @param stopped whether Ctrl-C ended it
 * @param live of a live target; null for the built-in endpoint
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
        Live live,
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
     * A live target.
     *
     * @param address as {@code --target} takes it
     * @param verbs that cases have
     * @param refused verbs that the peer did not take, and how it ended
     * @param leftOut rules that were left out as they may do harm, by why
     * @param unsteady cases that failed once and not again
     * @param sent packets
     * @param lost why it does not answer any more; null while it does
     * @param repeat a command that runs one case again, but for the case's file
     */
    public record Live(
            String address,
            List<String> verbs,
            Map<String, String> refused,
            Map<String, Long> leftOut,
            long unsteady,
            long sent,
            String lost,
            String repeat) {}

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
        if (live != null) {
            return live.address() + ", live, our side profile " + device.profile();
        }
        return "the built-in endpoint, profile " + device.profile()
                + (device.recovery().isEmpty() ? "" : ", recovery " + device.recovery())
                + (device.defect().isEmpty() ? "" : ", defect " + device.defect());
    }

    /** Whether nothing failed, and the target is still there. */
    public boolean isGood() {
        return kinds.isEmpty() && (live == null || live.lost() == null);
    }

    /** The command that shows a failure again. */
    String again(Kind kind) {
        return (live == null ? "qpscope replay" : live.repeat()) + " " + kind.scenario();
    }

    /** What a person wants to know first. */
    String verdict() {
        if (live != null && live.lost() != null) {
            return "the target is gone: " + live.lost();
        }
        return kinds.isEmpty()
                ? "nothing found"
                : Units.count(failures, "case") + " failed in " + Units.count(kinds.size(), "way");
    }
}
