package io.qpscope.session;

/**
 * One RDMA-CM exchange.
 *
 * @param a what a's message said (REQ or REP), or null
 * @param rejectReason in words, or null
 */
public record CmSummary(Said a, Said b, String rejectReason) {
    /**
     * Fields of a REQ or REP as sent; null where the message has no such field. A start PSN is the
     * one the receiver of the message shall begin with.
     *
     * @param message {@code REQ} or {@code REP}
     * @param timeout REQ: local ACK timeout exponent; REP: target ACK delay exponent
     */
    public record Said(
            String message,
            long frame,
            int commId,
            Integer qpn,
            Integer startPsn,
            Integer timeout,
            Integer retryCount,
            Integer rnrRetryCount,
            Integer responderResources,
            Integer initiatorDepth,
            Integer pathMtu,
            Long serviceId,
            Boolean srq) {}
}
