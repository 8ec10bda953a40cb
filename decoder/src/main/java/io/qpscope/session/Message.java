package io.qpscope.session;

/**
 * One verb on the wire, told when it is over.
 *
 * @param flow number that stands for one side of one session: see {@link MessageListener#onFlow}
 * @param firstPsn null when the packet that begins it never passed, and for iWARP; so is the last
 * @param lastPsn null when the packet that ends it never passed; of a READ its last response's
 * @param payloadBytes asked for: of a READ those that come back; null when not known
 * @param firstFrame the first packet of it that passed first
 * @param lastFrame the one that ends it, when it passed first; else as the first
 * @param firstTimeNs since 1970, as the first frame
 * @param lastTimeNs as the last frame
 * @param doneFrame the answer that proves it complete, of SENDs and WRITEs over TCP the segment
 *     that acknowledges them; or null
 * @param doneTimeNs as that frame, or null
 * @param resentPackets of it, requests only; null where TCP sends again
 */
public record Message(
        int flow,
        Verb verb,
        Integer firstPsn,
        Integer lastPsn,
        Long payloadBytes,
        long firstFrame,
        long lastFrame,
        long firstTimeNs,
        long lastTimeNs,
        Long doneFrame,
        Long doneTimeNs,
        Long resentPackets,
        Result result) {

    /** How it ended, as far as the capture tells. */
    public enum Result {
        /** An answer proves it. */
        COMPLETED,
        /** A NAK of code 1 to 3 names it. */
        REFUSED,
        /** Services without acknowledgements. */
        SENT,
        /** Not answered in the capture. */
        OPEN,
        /** Let go before its end, to bound memory: too many of its flow were under way. */
        CUT
    }
}
