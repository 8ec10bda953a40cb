package io.qpscope.recording;

import io.qpscope.endpoint.service.ScriptClient;
import io.qpscope.session.Outcome;

/**
 * What became of a part when it was asked for again.
 *
 * @param qpn of our queue pair
 * @param status of the first verb that failed, or SUCCESS; names of {@code ibv_wc_status}
 * @param completed verbs, and their bytes
 * @param durationNs from the first verb to the last completion
 * @param failure why it ended too early, in words; or null
 * @param folded whether the peer's memory was too small for all places
 */
public record PartResult(
        int qpn,
        String status,
        long completed,
        long bytes,
        long durationNs,
        String failure,
        boolean folded) {

    /**
     * As it stands; on the thread of the client's host.
     *
     * @param qpn of our queue pair
     */
    public static PartResult of(ScriptClient client, int qpn) {
        return new PartResult(
                qpn,
                client.status().name(),
                client.done(),
                client.tally().bytes(),
                client.tally().durationNs(),
                client.failure(),
                client.folded());
    }

    /** How it differs from the recording, in words; null when it does not. */
    public String difference(RecordedPart part) {
        if (failure != null && status.equals(Outcome.SUCCESS)) {
            return failure;
        }
        return part.difference(status, completed, bytes);
    }
}
