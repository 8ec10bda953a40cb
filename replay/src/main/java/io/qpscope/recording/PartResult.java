package io.qpscope.recording;

import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.service.ScriptClient;

/**
 * What became of a part when it was asked for again.
 *
 * @param qpn of our queue pair
 * @param status of the first verb that failed, or SUCCESS
 * @param completed verbs, and their bytes
 * @param durationNs from the first verb to the last completion
 * @param failure why it ended too early, in words; or null
 * @param folded whether the peer's memory was too small for all places
 */
public record PartResult(
        int qpn,
        WcStatus status,
        long completed,
        long bytes,
        long durationNs,
        String failure,
        boolean folded) {

    /** As it stands; on the thread of the client's host. */
    public static PartResult of(ScriptClient client) {
        return new PartResult(
                client.qp().qpn(),
                client.status(),
                client.done(),
                client.tally().bytes(),
                client.tally().durationNs(),
                client.failure(),
                client.folded());
    }

    /** How it differs from the recording, in words; null when it does not. */
    public String difference(RecordedPart part) {
        if (failure != null && status == WcStatus.SUCCESS) {
            return failure;
        }
        return part.difference(status.name(), completed, bytes);
    }
}
