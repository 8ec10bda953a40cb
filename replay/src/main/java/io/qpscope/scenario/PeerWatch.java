package io.qpscope.scenario;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;

import java.util.List;

/** Holds a peer's queue pair to a responder's rules, by what passes in front of the peer. */
public final class PeerWatch {
    private final int responderQpn;
    private final int requesterQpn;
    private final long requester;
    private final int pathMtu;
    private final long patienceNs;
    /** Null until the first request, whose PSN the peer has chosen. */
    private ResponderWatch watch;

    /**
     * The queue pairs, as the connection told them.
     *
     * @param responderQpn the peer's
     * @param requesterQpn ours
     * @param requester lower half of the requester's address, of IPv4 as {@code ::ffff:a.b.c.d}
     * @param patienceNs a gap that a late packet closes so soon needs no NAK any more
     */
    public PeerWatch(
            int responderQpn, int requesterQpn, long requester, int pathMtu, long patienceNs) {
        this.patienceNs = patienceNs;
        this.responderQpn = responderQpn;
        this.requesterQpn = requesterQpn;
        this.requester = requester;
        this.pathMtu = pathMtu;
    }

    /**
     * A packet passes; the first to the peer's queue pair must be what was sent first.
     *
     * @param fromPeer else it arrives there
     */
    public void see(boolean fromPeer, FrameView packet) {
        boolean sound = packet.kind().hasTransport() && packet.icrc() == IcrcStatus.GOOD;
        if (!sound || !Requests.isTaken(packet)) {
            return;
        }
        if (watch == null && !fromPeer && packet.destQp() == responderQpn) {
            watch = new ResponderWatch(
                    responderQpn, requesterQpn, requester, packet.psn(), pathMtu, patienceNs);
        }
        if (watch != null) {
            watch.see(fromPeer, packet);
        }
    }

    /** What was against the rules, a line each. */
    public List<String> breaches() {
        return watch == null ? List.of() : watch.breaches();
    }
}
