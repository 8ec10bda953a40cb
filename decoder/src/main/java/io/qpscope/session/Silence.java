package io.qpscope.session;

import java.util.List;

/**
 * What is known of the end of a requester that got no further: who was silent or not ready, since
 * when, and what went before.
 *
 * @param lastAnswerFrame the last frame that the peer's queue pair sent to it, or null
 * @param sinceNs of that frame; without one, of the first request: nanoseconds of the epoch
 * @param lastGoodPsn the last PSN known to be received, or null
 * @param stuckPsn the first one that is not
 * @param rounds how often that was sent, but for what NAKs asked for
 * @param spentRetries most that may be used up: by the timer, NAKs and missing responses
 * @param allowedRounds how often it may be, by CM's retry count, or null
 * @param waitsNs between the rounds; at most 16
 * @param firstTriedNs when the first of them began, from the last and the waits, epoch
 * @param lastTriedNs when the last packet was sent, epoch
 * @param quietNs from the last request to the end of the capture
 * @param peerFrame a frame that the peer's host sent this side's host in another queue pair or
 *     connection after the last answer, the first one where that is known; or null
 * @param peerNs when that was
 */
public record Silence(
        Long lastAnswerFrame,
        long sinceNs,
        Integer lastGoodPsn,
        int stuckPsn,
        int rounds,
        int spentRetries,
        Integer allowedRounds,
        List<Long> waitsNs,
        long firstTriedNs,
        long lastTriedNs,
        long quietNs,
        Long peerFrame,
        Long peerNs) {}
