package io.qpscope.recording;

import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Verb;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Episode;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.TrackerResult;

import java.util.List;

/**
 * Turns an episode into a scenario that has been tried: a run of it has one episode, of the same
 * cause and with the same end.
 */
public final class EpisodeMaker {
    private static final int DEFAULT_MTU = 1024;
    private static final int DEFAULT_TIMEOUT = 14;
    private static final int DEFAULT_RETRY = 7;
    private static final int[] COUNTS = {6, 3, 12, 1};
    private static final int FOREVER = 7;
    private static final long MOST_BYTES = 4L << 20;

    private EpisodeMaker() {}

    /** Null when no fault that is known leads to such an episode under that profile. */
    public static EpisodeScenario make(RecordedEpisode recorded, Profile profile) {
        for (int count : COUNTS) {
            EpisodeScenario base = base(recorded, profile, count);
            int packets = Math.max(1, (base.size() + base.pathMtu() - 1) / base.pathMtu());
            int message = Math.min(count, 2);
            for (EpisodeScenario each :
                    new EpisodeFaults(base, recorded, message, packets).likely()) {
                if (tells(each, recorded)) {
                    return each;
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

    private static boolean tells(EpisodeScenario scenario, RecordedEpisode recorded) {
        EpisodeTrial trial = new EpisodeTrial(scenario);
        TrackerResult result = trial.run();
        List<SessionSummary> sessions = result == null ? List.of() : result.sessions();
        if (trial.fired() == 0
                || sessions.isEmpty()
                || sessions.get(0).episodes().isEmpty()) {
            return false;
        }
        List<Episode> episodes = sessions.get(0).episodes();
        Episode episode = episodes.get(0);
        String outcome = recorded.outcome();
        return episodes.stream().allMatch(e -> e.cause() == recorded.episode().cause())
                && episode.outcome().equals(recorded.episode().outcome())
                && trial.status().name().equals(outcome)
                && sessions.get(0).outcome().status().equals(outcome);
    }
}
