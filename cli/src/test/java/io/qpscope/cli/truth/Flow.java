package io.qpscope.cli.truth;

import io.qpscope.session.Verb;

import java.util.ArrayList;
import java.util.List;

/**
 * What one guest asked for on one connection.
 *
 * @param messages as far as they were begun; null where unknown
 * @param startPsn null where unknown
 * @param endPsn the PSN behind the last one used, null where unknown
 * @param pathMtu the messages were cut by
 * @param completed how many messages ended well
 * @param status of the first message that failed, or SUCCESS
 */
record Flow(
        List<Message> messages,
        Integer startPsn,
        Integer endPsn,
        int pathMtu,
        int completed,
        String status) {

    private static final int PSN_MASK = 0xffffff;

    /** Leaves out what a failed queue pair never began to send: its final PSN tells. */
    static Flow of(
            List<Message> asked, Integer start, Integer end, int mtu, int done, String status) {
        if (asked == null || start == null || end == null) {
            return new Flow(asked, start, end, mtu, done, status);
        }
        List<Message> begun = new ArrayList<>();
        int psns = end - start & PSN_MASK;
        for (Message message : asked) {
            if (psns > 0) {
                begun.add(message);
            }
            psns -= message.psns(mtu);
        }
        return new Flow(begun, start, end, mtu, done, status);
    }

    boolean isKnown() {
        return messages != null;
    }

    boolean sendsNothing() {
        return messages != null && messages.isEmpty();
    }

    boolean succeeds() {
        return status.equals("SUCCESS");
    }

    List<Long> messagesByVerb() {
        List<Long> counts = new ArrayList<>();
        for (Verb verb : Verb.values()) {
            counts.add(
                    messages.stream().filter(message -> message.verb() == verb).count());
        }
        return counts;
    }

    /** PSNs the messages take, cut where the queue pair failed. */
    int psns() {
        int all = messages.stream().mapToInt(message -> message.psns(pathMtu)).sum();
        return endPsn == null || startPsn == null ? all : endPsn - startPsn & PSN_MASK;
    }

    Integer lastPsn() {
        return startPsn == null ? null : startPsn + psns() - 1 & PSN_MASK;
    }

    /** Different request packets. */
    int packets() {
        int left = psns();
        int packets = 0;
        for (Message message : messages) {
            packets += message.isRead() ? 1 : Math.min(left, message.psns(pathMtu));
            left -= message.psns(pathMtu);
        }
        return packets;
    }

    long requestBytes() {
        int left = psns();
        long bytes = 0;
        for (Message message : messages) {
            bytes += Math.min((long) left * pathMtu, message.requestBytes());
            left -= message.psns(pathMtu);
        }
        return bytes;
    }

    /** What the peer answers; requests complete in order, and a refused READ gets no data. */
    long readBytes() {
        return messages.stream()
                .limit(completed)
                .filter(Message::isRead)
                .mapToLong(Message::size)
                .sum();
    }

    /** PSN of the first READ or ATOMIC, null without one that ended well or without a start. */
    Integer firstResponsePsn() {
        if (startPsn == null) {
            return null;
        }
        int psn = startPsn;
        for (Message message : messages.subList(0, Math.min(completed, messages.size()))) {
            if (message.isRead() || message.isAtomic()) {
                return psn & PSN_MASK;
            }
            psn += message.psns(pathMtu);
        }
        return null;
    }

    /** Whether a packet shows the path MTU: the first of several. */
    boolean showsPathMtu() {
        return messages.stream()
                .limit(completed)
                .anyMatch(message -> !message.isAtomic() && message.size() > pathMtu);
    }
}
