package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;

/** What must hold of a result whatever passed the tap. */
final class Sanity {
    private Sanity() {}

    static void check(TrackerResult result, long frames) {
        TrackerResult.ProtocolCounts protocols = result.protocols();
        assertThat(protocols.roceV2() + protocols.other()).as("all frames").isEqualTo(frames);
        TrackerResult.IcrcCounts icrc = result.icrc();
        assertThat(icrc.checked() + icrc.unchecked()).as("ICRCs").isEqualTo(protocols.roceV2());
        assertThat(icrc.bad()).as("bad ICRCs").isBetween(0L, icrc.checked());
        int id = 0;
        int episode = 0;
        for (SessionSummary session : result.sessions()) {
            assertThat(session.id()).isEqualTo(++id);
            session(session, frames);
            for (Episode each : session.episodes()) {
                assertThat(each.id()).isEqualTo(++episode);
                episode(each, frames);
            }
        }
        for (Observation observation : result.observations()) {
            assertThat(observation.count()).as(observation.toString()).isPositive();
            assertThat(observation.session()).as(observation.toString()).isBetween(0, id);
            inside(observation.frames(), frames);
        }
    }

    private static void session(SessionSummary session, long frames) {
        assertThat(session.firstFrame()).isBetween(1L, frames);
        assertThat(session.lastFrame()).isBetween(session.firstFrame(), frames);
        assertThat(session.durationNs()).as("duration").isNotNegative();
        assertThat(session.confidence()).isBetween(0.0, 1.0);
        assertThat(session.directions()).hasSize(2);
        for (DirectionSummary direction : session.directions()) {
            direction(direction, session.durationNs(), frames);
        }
        inside(session.outcome().frames(), frames);
    }

    private static void direction(DirectionSummary direction, long durationNs, long frames) {
        DirectionSummary.TimeShares time = direction.time();
        List<Long> parts = List.of(
                time.sending(),
                time.rnrWait(),
                time.ackTimeout(),
                time.goBackN(),
                time.cnpLimited(),
                time.idle());
        assertThat(parts).as("time of " + direction.from()).allMatch(part -> part >= 0);
        assertThat(parts.stream().mapToLong(Long::longValue).sum())
                .as("time of " + direction.from() + " " + time)
                .isEqualTo(durationNs);
        counts(direction.requests());
        counts(direction.responses());
        long messages = direction.messages().stream().mapToLong(Long::longValue).sum();
        assertThat(direction.completedMessages()).as("completed").isBetween(0L, messages);
        assertThat(direction.packets()).isBetween(0L, frames);
        assertThat(direction.timeouts()).isNotNegative();
        inside(direction.outcome().frames(), frames);
        DirectionSummary.Latency latency = direction.ackLatency();
        if (latency.count() > 0) {
            assertThat(latency.p50()).isBetween(0L, latency.max());
        } else {
            assertThat(latency.max()).isNull();
        }
    }

    private static void counts(PsnCounts counts) {
        assertThat(counts.firstPsn() == null).isEqualTo(counts.lastPsn() == null);
        for (Long count : new Long[] {
            counts.retransmittedPackets(),
            counts.duplicatePackets(),
            counts.networkDuplicates(),
            counts.captureDuplicates(),
            counts.outOfOrderPackets(),
            counts.missingPackets(),
            counts.lostBeforeTap(),
            counts.lostAfterTap(),
            counts.lostByCapture(),
            counts.lostUndecided(),
        }) {
            assertThat(Objects.requireNonNullElse(count, 0L)).as("%s", counts).isNotNegative();
        }
    }

    private static void episode(Episode episode, long frames) {
        assertThat(episode.startFrame()).as("%s", episode).isBetween(1L, frames);
        assertThat(episode.lostNs()).as("%s", episode).isNotNegative();
        assertThat(episode.resentPackets()).isNotNegative();
        if (episode.endFrame() != null) {
            assertThat(episode.endFrame())
                    .as("%s", episode)
                    .isBetween(episode.startFrame(), frames);
        }
        assertThat(episode.outcome()).isIn("recovered", "failed", "open");
    }

    private static void inside(List<Long> numbers, long frames) {
        assertThat(numbers).allMatch(frame -> frame >= 1 && frame <= frames);
        assertThat(numbers).hasSizeLessThanOrEqualTo(20);
    }
}
