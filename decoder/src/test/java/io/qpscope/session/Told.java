package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** What the tracker told, with short names; those without a number are of the only session. */
final class Told {
    final TrackerResult result;

    Told(TrackerResult result) {
        this.result = result;
    }

    SessionSummary session() {
        assertThat(result.sessions()).hasSize(1);
        return result.sessions().get(0);
    }

    /** By order of first frame, from 1. */
    SessionSummary session(int number) {
        return result.sessions().get(number - 1);
    }

    int sessions() {
        return result.sessions().size();
    }

    DirectionSummary from(Side side) {
        return session().direction(side);
    }

    PsnCounts requests(Side side) {
        return from(side).requests();
    }

    PsnCounts responses(Side side) {
        return from(side).responses();
    }

    Outcome outcome(Side side) {
        return from(side).outcome();
    }

    List<Episode> episodes() {
        return session().episodes();
    }

    Episode episode() {
        assertThat(episodes()).hasSize(1);
        return episodes().get(0);
    }

    List<Observation> observed(Observation.Kind kind) {
        List<Observation> found = new ArrayList<>();
        for (Observation observation : result.observations()) {
            if (observation.kind() == kind) {
                found.add(observation);
            }
        }
        return found;
    }

    /** How often, over all sessions and sides. */
    long count(Observation.Kind kind) {
        return observed(kind).stream().mapToLong(Observation::count).sum();
    }

    /** The counts of losses, in the order before the tap, behind it, by the capture, undecided. */
    Told lost(Side side, long before, long after, long capture, long undecided) {
        PsnCounts requests = requests(side);
        assertThat(losses(requests))
                .as("losses of requests: before, after, by capture, undecided")
                .containsExactly(before, after, capture, undecided);
        return this;
    }

    Told lostResponses(Side side, long before, long after, long capture, long undecided) {
        assertThat(losses(responses(side)))
                .as("losses of responses: before, after, by capture, undecided")
                .containsExactly(before, after, capture, undecided);
        return this;
    }

    private static List<Long> losses(PsnCounts counts) {
        List<Long> losses = new ArrayList<>();
        losses.add(counts.lostBeforeTap());
        losses.add(counts.lostAfterTap());
        losses.add(counts.lostByCapture());
        losses.add(counts.lostUndecided());
        return losses;
    }

    /** Retransmitted and duplicate packets among the requests. */
    Told resent(Side side, long retransmitted, long duplicates) {
        assertThat(requests(side).retransmittedPackets()).as("retransmitted").isEqualTo(retransmitted);
        assertThat(requests(side).duplicatePackets()).as("duplicates").isEqualTo(duplicates);
        return this;
    }

    Told ended(Side side, String status, Outcome.Proof proof) {
        Outcome outcome = outcome(side);
        assertThat(outcome.status() + ' ' + outcome.proof())
                .as(outcome.why())
                .isEqualTo(status + ' ' + proof);
        return this;
    }

    Told succeeded(Side side) {
        return ended(side, Outcome.SUCCESS, Outcome.Proof.PROVED);
    }

    Told completed(Side side, long messages) {
        assertThat(from(side).completedMessages()).as("completed").isEqualTo(messages);
        return this;
    }

    Told causes(Episode.Cause... causes) {
        assertThat(episodes()).extracting(Episode::cause).containsExactly(causes);
        return this;
    }
}
