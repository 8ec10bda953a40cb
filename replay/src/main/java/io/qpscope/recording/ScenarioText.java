package io.qpscope.recording;

import io.qpscope.endpoint.Verb;
import io.qpscope.session.Episode;
import io.qpscope.wire.AckTimeout;

import java.util.Locale;

/** An {@link EpisodeScenario} as a scenario file. */
final class ScenarioText {
    private static final long MS = 1_000_000;
    /** Rounds of the ACK timeout: who goes on longer does for ever. */
    private static final long MOST_ROUNDS = 64;

    private static final long MOST_BESIDES_MS = 2_000;

    private ScenarioText() {}

    /**
     * Writes it.
     *
     * @param name of the scenario
     * @param capture file that the episode is of, without its folder
     */
    static String of(
            EpisodeScenario scenario, RecordedEpisode recorded, String name, String capture) {
        Episode episode = recorded.episode();
        String end = episode.endFrame() == null ? "the end" : "frame " + episode.endFrame();
        return """
                # Session %d, episode %d of %s: %s at PSN %d, frame %d to %s.
                # Tried when it was made: one run under profile %s has this cause and this outcome.
                name: %s
                profile: %s
                duration: %dms
                fabric:
                  hosts: [a, b]
                  links:
                    - {between: [a, b], rate: 100G, delay: 2us}
                flows:
                  - name: episode
                    from: a
                    to: b
                    verb: %s
                    size: %d
                    count: %d
                    depth: %d
                    pathMtu: %d
                    timeout: %d
                    retryCount: %d
                    rnrRetryCount: %d
                  # Long after: silence in between is the requester's, not the end of the recording.
                  - {name: witness, from: a, to: b, verb: send, size: 8, count: 1, start: %dms}
                faults:
                  - %s
                expect:
                  tap: %s
                  flows:
                    episode: {status: %s}
                    witness: {status: SUCCESS}
                  episodes:
                    - {flow: episode, cause: %s, outcome: %s}
                """.formatted(
                        recorded.session().id(),
                        episode.id(),
                        capture,
                        episode.cause(),
                        episode.psn(),
                        episode.startFrame(),
                        end,
                        scenario.profile().name(),
                        name,
                        scenario.profile().name(),
                        startMs(scenario) + MOST_BESIDES_MS,
                        verb(scenario.verb()),
                        scenario.size(),
                        scenario.count(),
                        scenario.count(),
                        scenario.pathMtu(),
                        scenario.ackTimeout(),
                        scenario.retryCount(),
                        scenario.rnrRetryCount(),
                        startMs(scenario),
                        scenario.fault(),
                        scenario.tapAtA() ? "a" : "b",
                        recorded.outcome(),
                        episode.cause(),
                        episode.outcome());
    }

    private static long startMs(EpisodeScenario scenario) {
        return MOST_ROUNDS * AckTimeout.ns(scenario.ackTimeout()) / MS + MOST_BESIDES_MS;
    }

    private static String verb(Verb verb) {
        return switch (verb) {
            case RDMA_WRITE -> "write";
            case RDMA_WRITE_WITH_IMM -> "write-imm";
            case RDMA_READ -> "read";
            case SEND_WITH_IMM -> "send-imm";
            case SEND_WITH_INV -> "send-inv";
            case ATOMIC_CMP_AND_SWP -> "cmp-swap";
            case ATOMIC_FETCH_AND_ADD -> "fetch-add";
            default -> verb.name().toLowerCase(Locale.ROOT).replace('_', '-');
        };
    }
}
