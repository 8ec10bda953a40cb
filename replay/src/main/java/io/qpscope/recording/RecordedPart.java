package io.qpscope.recording;

import io.qpscope.endpoint.service.ScriptStep;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Outcome;
import io.qpscope.session.SessionSummary;

import java.util.List;

/**
 * What one side of a recorded session asked for, ready to be asked again. Both sides of a session
 * that both ask are parts of their own.
 *
 * @param session as the tracker tells it
 * @param from what this side sent
 * @param steps in order; times count from the first verb of the whole recording
 * @param depth most verbs under way at a time
 * @param span bytes of the peer's memory that all places together take
 * @param completed messages that the capture proves complete
 * @param completedBytes of them
 * @param open messages that it shows without an answer
 * @param changes what is asked for differently than recorded, in words
 * @param refusal why it can't be replayed; null when it can
 */
public record RecordedPart(
        SessionSummary session,
        DirectionSummary from,
        List<ScriptStep> steps,
        int depth,
        long span,
        long completed,
        long completedBytes,
        long open,
        List<String> changes,
        String refusal) {

    /** Who asked. */
    public SessionSummary.Peer requester() {
        return session.peer(from.from());
    }

    /** Who answered. */
    public SessionSummary.Peer responder() {
        return session.peer(from.from().other());
    }

    /** What the requester must have seen. */
    public Outcome outcome() {
        return from.outcome();
    }

    /** Bytes all steps ask for. */
    public long bytes() {
        return steps.stream().mapToLong(ScriptStep::length).sum();
    }

    /**
     * How a replay differs, in words; null when it does not. What the capture leaves open is not
     * held against the replay.
     *
     * @param status name of {@code ibv_wc_status} without its prefix
     */
    public String difference(String status, long messages, long messageBytes) {
        boolean known = !outcome().status().equals(Outcome.UNKNOWN);
        if (known && !outcome().status().equals(status)) {
            return status + ", recorded " + outcome().status();
        }
        if (messages < completed) {
            return messages + " messages complete, recorded " + completed;
        }
        long most = known && open == 0 ? completed : steps.size();
        if (messages > most) {
            return messages + " messages complete, recorded " + completed;
        }
        boolean same = messages == completed ? messageBytes == completedBytes : true;
        return same ? null : messageBytes + " bytes, recorded " + completedBytes;
    }
}
