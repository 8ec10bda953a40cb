package io.qpscope.scenario;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A requester sends nothing again that was acknowledged to it (IBA vol 1, 9.7.5.1.2). */
final class RequesterWatch implements PortWatch {
    private static final int MOST_BREACHES = 4;

    /** A READ or ATOMIC whose responses are to come. */
    private static final class Asked {
        final int end;
        int missing;

        Asked(int first, int psns) {
            end = Psn.add(first, psns);
            missing = first;
        }
    }

    private final int peerQpn;
    /** The lower half of its address. */
    private final long peer;

    private final int ownQpn;
    private final int pathMtu;
    private final ArrayDeque<Asked> asked = new ArrayDeque<>();
    private final List<String> breaches = new ArrayList<>();
    private int unacked;
    private int next;

    RequesterWatch(int ownQpn, int peerQpn, long peer, int startPsn, int pathMtu) {
        this.ownQpn = ownQpn;
        this.peerQpn = peerQpn;
        this.peer = peer;
        this.pathMtu = pathMtu;
        unacked = startPsn;
        next = startPsn;
    }

    @Override
    public void see(boolean sent, FrameView packet) {
        int traits = Opcode.traits(packet.opcode() & 0xff);
        if (sent && packet.destQp() == peerQpn && (traits & Opcode.IS_REQUEST) != 0) {
            requested(packet, traits);
        } else if (!sent && packet.sourceLow() == peer && packet.destQp() == ownQpn) {
            if ((traits & Opcode.IS_ACKNOWLEDGE) != 0) {
                acknowledged(packet);
            } else if ((traits & Opcode.IS_RESPONSE) != 0) {
                responded(packet.psn());
            }
        }
    }

    private void requested(FrameView packet, int traits) {
        int psn = packet.psn();
        if (Psn.diff(psn, unacked) < 0 && breaches.size() < MOST_BREACHES) {
            breaches.add("sends PSN " + psn + " again, which was acknowledged");
        }
        boolean asks = (traits & Opcode.WANTS_RESPONSE) != 0;
        int psns = Requests.psns(packet, traits, pathMtu);
        if (Psn.diff(psn, next) >= 0) {
            if (asks) {
                asked.add(new Asked(psn, psns));
            }
            next = Psn.add(psn, psns);
        }
    }

    private void acknowledged(FrameView packet) {
        int psn = packet.psn();
        if (Psn.diff(psn, unacked) < 0 || Psn.diff(psn, next) >= 0) {
            return;
        }
        // What a NAK acknowledges besides may be overheard by who waits for a receiver.
        if (Aeth.type(Requests.syndrome(packet)) == Aeth.TYPE_ACK) {
            upTo(Psn.add(psn, 1));
        }
    }

    /** All before a PSN has arrived, but nothing behind a response that has not. */
    private void upTo(int end) {
        Asked oldest = asked.peek();
        int most = oldest != null && Psn.diff(end, oldest.missing) > 0 ? oldest.missing : end;
        if (Psn.diff(most, unacked) > 0) {
            unacked = most;
        }
    }

    private void responded(int psn) {
        if (Psn.diff(psn, unacked) < 0 || Psn.diff(psn, next) >= 0) {
            return;
        }
        Asked oldest = asked.peek();
        if (oldest != null && psn == oldest.missing) {
            oldest.missing = Psn.add(psn, 1);
            if (oldest.missing == oldest.end) {
                asked.poll();
            }
            upTo(Psn.add(psn, 1));
        } else {
            upTo(psn); // Behind a gap: it says of those before that they arrived.
        }
    }

    @Override
    public List<String> breaches() {
        return breaches;
    }
}
