package io.qpscope.recording;

import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Verb;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.Verdict;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Episode;

import java.util.List;

/**
 * Turns an episode into a scenario that has been tried: a run of it has episodes of that cause
 * alone, and the same end.
 */
public final class EpisodeMaker {
    private static final int DEFAULT_MTU = 1024;
    private static final int DEFAULT_TIMEOUT = 14;
    private static final int DEFAULT_RETRY = 7;
    private static final int[] COUNTS = {6, 3, 12, 1};
    private static final int FOREVER = 7;
    private static final long MOST_BYTES = 4L << 20;

    private EpisodeMaker() {}

    /**
     * The scenario's file; null when no fault that is known leads to such an episode under that
     * profile.
     *
     * @param name of the scenario
     * @param capture file that the episode is of, without its folder
     */
    public static String make(
            RecordedEpisode recorded, Profile profile, String name, String capture) {
        for (int count : COUNTS) {
            EpisodeScenario base = base(recorded, profile, count);
            int packets = Math.max(1, (base.size() + base.pathMtu() - 1) / base.pathMtu());
            int message = Math.min(count, 2);
            for (EpisodeScenario each :
                    new EpisodeFaults(base, recorded, message, packets).likely()) {
                if (tells(each, recorded, name, capture)) {
                    return ScenarioText.of(each, recorded, name, capture);
                }
            }
        }
        return null;
    }

    private static EpisodeScenario base(RecordedEpisode recorded, Profile profile, int count) {
        DirectionSummary from = recorded.from();
        Integer mtu = recorded.session().pathMtu();
        Integer inferredMtu = from.inferred().pathMtu();
        int pathMtu = mtu != null ? mtu : inferredMtu != null ? inferredMtu : DEFAULT_MTU;
        int size = (int) Math.min(recorded.message().payloadBytes(), MOST_BYTES / count);
        return new EpisodeScenario(
                profile,
                pathMtu,
                verb(recorded),
                size,
                count,
                timeout(from),
                retries(from),
                rnrRetries(recorded),
                null,
                true);
    }

    private static Verb verb(RecordedEpisode recorded) {
        return new VerbDraft(recorded.message()).verb();
    }

    private static int timeout(DirectionSummary from) {
        Integer known = from.inForce().ackTimeoutExponent();
        List<Integer> range = from.inferred().ackTimeoutExponentRange();
        int exponent = known != null ? known : range != null ? range.get(0) : DEFAULT_TIMEOUT;
        return exponent == 0 ? DEFAULT_TIMEOUT : exponent;
    }

    private static int retries(DirectionSummary from) {
        Integer known = from.inForce().retryCount();
        Integer inferred = from.inferred().retryCount();
        return known != null ? known : inferred != null ? inferred : DEFAULT_RETRY;
    }

    /** Who gave up had one round fewer than it was told to wait. */
    private static int rnrRetries(RecordedEpisode recorded) {
        Integer known = recorded.from().inForce().rnrRetryCount();
        if (known != null) {
            return known;
        }
        boolean gaveUp = recorded.failed() && recorded.episode().cause() == Episode.Cause.RNR;
        return gaveUp ? Math.max(0, Math.min(recorded.rnrNaks() - 1, FOREVER - 1)) : FOREVER;
    }

    /** Runs it, and lets the scenario's own expectations judge. */
    private static boolean tells(
            EpisodeScenario scenario, RecordedEpisode recorded, String name, String capture) {
        String text = ScenarioText.of(scenario, recorded, name, capture);
        try {
            return Verdict.of(new ScenarioRun(Scenario.read(name, text)).run()).passed();
        } catch (InvalidYamlException e) {
            throw new IllegalStateException(text, e);
        }
    }
}
