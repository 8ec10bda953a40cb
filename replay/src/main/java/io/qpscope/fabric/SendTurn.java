package io.qpscope.fabric;

import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.SendGate;

/** Which queue pairs of a host may send: what flow control and rate limiters allow. */
final class SendTurn implements SendGate {
    private static final int FRAMING = 14 + 4 + 20;

    private final Host host;
    private long now;
    private RateLimiter limiter;
    /** When the first of those that were held back by their rate may send. */
    long nextNs;

    SendTurn(Host host) {
        this.host = host;
    }

    SendTurn begin(long time) {
        now = time;
        nextNs = Long.MAX_VALUE;
        return this;
    }

    @Override
    public boolean opens(QueuePair qp, boolean acknowledgement) {
        Port port = host.port();
        // A datagram's priority is known when it is written: one at a time may be held up.
        boolean open =
                qp.path() == null ? port.queuedPackets() == 0 : port.flow.isOpen(host.laneOf(qp));
        limiter = null;
        if (!open || host.options.dcqcn == null || acknowledgement) {
            return open;
        }
        RateLimiter mine = host.limiterOf(qp.qpn());
        if (mine.nextSend() > now) {
            nextNs = Math.min(nextNs, mine.nextSend());
            return false;
        }
        limiter = mine;
        return true;
    }

    /** The one let through last has sent so many bytes of IP. */
    void sent(int length, long time) {
        if (limiter != null) {
            limiter.sent(length + FRAMING, time);
        }
    }
}
