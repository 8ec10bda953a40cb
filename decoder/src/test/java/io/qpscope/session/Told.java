package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** What the tracker told, with short names; those without a number are of the only session. */
public final class Told {
    public final TrackerResult result;

    public Told(TrackerResult result) {
        this.result = result;
    }

    public SessionSummary session() {
        assertThat(result.sessions()).hasSize(1);
        return result.sessions().get(0);
    }

    /** By order of first frame, from 1. */
    public SessionSummary session(int number) {
        return result.sessions().get(number - 1);
    }

    public int sessions() {
        return result.sessions().size();
    }

    public DirectionSummary from(Side side) {
        return session().direction(side);
    }

    public PsnCounts requests(Side side) {
        return from(side).requests();
    }

    public PsnCounts responses(Side side) {
        return from(side).responses();
    }

    public Outcome outcome(Side side) {
        return from(side).outcome();
    }

    public List<Episode> episodes() {
        return session().episodes();
    }

    public Episode episode() {
        assertThat(episodes()).hasSize(1);
        return episodes().get(0);
    }

    public List<Observation> observed(Observation.Kind kind) {
        List<Observation> found = new ArrayList<>();
        for (Observation observation : result.observations()) {
            if (observation.kind() == kind) {
                found.add(observation);
            }
        }
        return found;
    }

    /** How often, over all sessions and sides. */
    public long count(Observation.Kind kind) {
        return observed(kind).stream().mapToLong(Observation::count).sum();
    }

    /** The counts of losses, in the order before the tap, behind it, by the capture, undecided. */
    public Told lost(Side side, long before, long after, long capture, long undecided) {
        PsnCounts requests = requests(side);
        assertThat(losses(requests))
                .as("losses of requests: before, after, by capture, undecided")
                .containsExactly(before, after, capture, undecided);
        return this;
    }

    public Told lostResponses(Side side, long before, long after, long capture, long undecided) {
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
    public Told resent(Side side, long retransmitted, long duplicates) {
        assertThat(requests(side).retransmittedPackets())
                .as("retransmitted")
                .isEqualTo(retransmitted);
        assertThat(requests(side).duplicatePackets()).as("duplicates").isEqualTo(duplicates);
        return this;
    }

    public Told ended(Side side, String status, Outcome.Proof proof) {
        Outcome outcome = outcome(side);
        assertThat(outcome.status() + ' ' + outcome.proof())
                .as(outcome.why())
                .isEqualTo(status + ' ' + proof);
        return this;
    }

    public Told succeeded(Side side) {
        return ended(side, Outcome.SUCCESS, Outcome.Proof.PROVED);
    }

    public Told completed(Side side, long messages) {
        assertThat(from(side).completedMessages()).as("completed").isEqualTo(messages);
        return this;
    }

    public Told causes(Episode.Cause... causes) {
        assertThat(episodes()).extracting(Episode::cause).containsExactly(causes);
        return this;
    }
}
