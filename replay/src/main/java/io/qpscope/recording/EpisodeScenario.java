package io.qpscope.recording;

import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Verb;

/**
 * The smallest run that has such an episode: messages of one kind from host {@code a} to host
 * {@code b}, and one fault.
 *
 * @param size bytes of a message
 * @param count messages, all posted at once
 * @param ackTimeout exponent, as of {@link io.qpscope.endpoint.QpAttributes#timeout}
 * @param fault one rule of a plan, as YAML in one line
 * @param tapAtA whether the analysis sees what passes beside host {@code a}; else beside {@code b}
 */
record EpisodeScenario(
        Profile profile,
        int pathMtu,
        Verb verb,
        int size,
        int count,
        int ackTimeout,
        int retryCount,
        int rnrRetryCount,
        String fault,
        boolean tapAtA) {

    EpisodeScenario with(String otherFault, boolean otherTapAtA) {
        return new EpisodeScenario(
                profile,
                pathMtu,
                verb,
                size,
                count,
                ackTimeout,
                retryCount,
                rnrRetryCount,
                otherFault,
                otherTapAtA);
    }
}
