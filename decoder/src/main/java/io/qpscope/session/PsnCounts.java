package io.qpscope.session;

/**
 * Counts over one PSN space of one direction (design 4). Null means that the service or the capture
 * can't tell.
 *
 * @param firstPsn null when nothing was sent in this space
 * @param retransmittedPackets a PSN inside the range already sent; a restarted READ counts once
 * @param duplicatePackets passed with a PSN the receiver had already taken
 * @param networkDuplicates one transmission that passed twice
 * @param captureDuplicates recorded twice, counted nowhere else
 * @param outOfOrderPackets first arrivals behind a higher PSN
 * @param missingPackets PSNs never seen at the tap
 * @param lostBeforeTap proved lower bound
 * @param lostAfterTap proved lower bound
 * @param lostByCapture answered but not recorded
 * @param lostUndecided the request was lost behind the tap or its answer before it
 */
public record PsnCounts(
        Integer firstPsn,
        Integer lastPsn,
        long retransmittedPackets,
        Long duplicatePackets,
        long networkDuplicates,
        long captureDuplicates,
        long outOfOrderPackets,
        Long missingPackets,
        Long lostBeforeTap,
        Long lostAfterTap,
        Long lostByCapture,
        Long lostUndecided) {}
