package io.qpscope.session;

/**
 * What one end of a native InfiniBand link sent on one virtual lane.
 *
 * @param capture index of the capture file
 * @param port capture interface: four for each of the file's, as ERF numbers them
 * @param initPackets flow-control packets with Op 1
 * @param dataBlocks blocks of 64 bytes that passed in data packets
 * @param minCreditBlocks fewest credits left, negative when it sent more than allowed; null when
 *     no limit from the other end was seen
 * @param starvedNs time in which the credits did not do for the largest packet seen; null likewise
 * @param leaks times that sent blocks did not pass, or passed with a wrong VCRC
 * @param overruns data packets sent without credits
 * @param reinits initialisations after normal operation
 * @param mismatches times that fewer blocks were said to be sent than passed
 * @param reservedOps flow-control packets with neither Op, or for VL 15; ignored
 */
public record LinkSummary(
        int capture,
        int port,
        int vl,
        long linkPackets,
        long initPackets,
        long dataPackets,
        long dataBlocks,
        Integer minCreditBlocks,
        Long starvedNs,
        long longestStarvedNs,
        long leaks,
        long leakedBlocks,
        long overruns,
        long reinits,
        long mismatches,
        long reservedOps,
        long badLpcrc,
        long badVcrc) {}
