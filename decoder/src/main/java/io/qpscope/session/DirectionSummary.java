package io.qpscope.session;

import java.util.List;

/**
 * Everything that one side of a session sent.
 *
 * @param packets all, acknowledgements included
 * @param payloadBytes of first transmissions, requests and READ responses
 * @param dscp values seen, ascending
 * @param pcp VLAN priorities seen, ascending; empty without a tag
 * @param udpSourcePorts how many different ones
 * @param messages started by this side, indexed by {@link Verb#ordinal()}
 * @param completedMessages those whose completion the capture proves
 * @param requests counts in this side's own PSN space
 * @param responses READ and ATOMIC responses this side sent, in the peer's PSN space
 * @param timeouts rewinds that no NAK, RNR NAK or response gap explains
 * @param time disjoint parts that sum to the session's duration
 */
public record DirectionSummary(
        Side from,
        long packets,
        long payloadBytes,
        List<Integer> dscp,
        List<Integer> pcp,
        int udpSourcePorts,
        InForce inForce,
        List<Long> messages,
        long completedMessages,
        PsnCounts requests,
        PsnCounts responses,
        Naks naks,
        long rnrNaks,
        long timeouts,
        long ceMarked,
        long cnps,
        long badIcrc,
        Latency ackLatency,
        TimeShares time,
        Inferred inferred,
        Outcome outcome,
        Congestion congestion) {

    /** QP attributes in force for this side's requests, from CM or OOB; null where unknown. */
    public record InForce(
            Integer startPsn,
            Integer ackTimeoutExponent,
            Integer retryCount,
            Integer rnrRetryCount,
            Integer readDepth) {}

    /** NAKs this side sent, by AETH code. */
    public record Naks(
            long psnSequenceError,
            long invalidRequest,
            long remoteAccessError,
            long remoteOperationalError) {
        public long total() {
            return psnSequenceError + invalidRequest + remoteAccessError + remoteOperationalError;
        }
    }

    /** Nanoseconds; the figures are null when the count is 0. */
    public record Latency(long count, Long p50, Long p99, Long max) {}

    /** Nanoseconds; {@code paused} is null without a link speed. */
    public record TimeShares(
            long sending,
            long rnrWait,
            long ackTimeout,
            long goBackN,
            Long paused,
            long cnpLimited,
            long idle) {}

    /**
     * What the packets let us guess of the sender's settings; null where there was no sample.
     *
     * @param ackTimeoutNs the waits seen before timeout rewinds, at most the first 64
     * @param ackTimeoutExponentRange lowest and highest exponent that fit the samples, or null
     * @param rnrTimerNs longest wait promised by an RNR NAK this side received
     * @param rnrWaitNs longest wait after such a NAK
     * @param lossRecovery {@code GO_BACK_N}, {@code GO_BACK_0} or {@code SELECTIVE_REPEAT}; a
     *     READ asked for again from its first response on counts, one from a later one on does not
     * @param evidence how many samples stand behind each
     */
    public record Inferred(
            Integer pathMtu,
            List<Long> ackTimeoutNs,
            List<Integer> ackTimeoutExponentRange,
            Integer retryCount,
            Long rnrTimerNs,
            Long rnrWaitNs,
            String lossRecovery,
            Boolean creditsUsed,
            Evidence evidence) {
        /** Nothing but a path MTU, which may be null. */
        public static Inferred ofMtu(Integer pathMtu) {
            return new Inferred(
                    pathMtu, List.of(), null, null, null, null, null, null, Evidence.NONE);
        }
    }

    /**
     * Congestion notifications this side sent, and those its marked packets led to.
     *
     * @param cnpInfiniBand CNPs with opcode 0x80, native InfiniBand's
     * @param cnpRoce CNPs with opcode 0x81
     * @param cnpDscp values seen on CNPs, ascending
     * @param cnpEcn values seen on CNPs, ascending
     * @param cnpMinGapNs between two CNPs to this queue pair; null with fewer than two
     * @param ceToCnp from the first packet of this side with ECN CE since the last CNP to the next CNP
     *     of the peer, at the tap
     */
    public record Congestion(
            long cnpInfiniBand,
            long cnpRoce,
            List<Integer> cnpDscp,
            List<Integer> cnpEcn,
            Long cnpMinGapNs,
            Latency ceToCnp) {
        public static final Congestion NONE =
                new Congestion(0, 0, List.of(), List.of(), null, new Latency(0, null, null, null));
    }

    public long messagesOf(Verb verb) {
        return messages.get(verb.ordinal());
    }
}
