package io.qpscope.scenario;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A requester sends nothing again that was acknowledged to it (IBA vol 1, 9.7.5.1.2), nor anything
 * before its ACK timeout unless an answer asks for it (9.7.6.1.3).
 */
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
    private final long leastWaitNs;
    private int unacked;
    private int next;
    /** What NAKs acknowledge besides counted. */
    private int heard;
    /** Behind what was sent last. */
    private int cursor;
    /** When the timer began at the earliest. */
    private long sinceNs;
    /** An answer has asked for something again. */
    private boolean asksAgain;

    /**
     * @param peer lower half of its address
     * @param timeoutNs ACK timeout by the attributes; 0 when nothing is known of it
     */
    RequesterWatch(int ownQpn, int peerQpn, long peer, int startPsn, int pathMtu, long timeoutNs) {
        this.ownQpn = ownQpn;
        this.peerQpn = peerQpn;
        this.peer = peer;
        this.pathMtu = pathMtu;
        // What is to go again may stand behind others in front of the port.
        leastWaitNs = timeoutNs / 2;
        unacked = startPsn;
        heard = startPsn;
        next = startPsn;
        cursor = startPsn;
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
                responded(packet.psn(), packet.timeNs());
            }
        }
    }

    private void requested(FrameView packet, int traits) {
        int psn = packet.psn();
        if (Psn.diff(psn, unacked) < 0) {
            breach("sends PSN " + psn + " again, which was acknowledged");
        }
        boolean asks = (traits & Opcode.WANTS_RESPONSE) != 0;
        int psns = Requests.psns(packet, traits, pathMtu);
        timed(psn, packet.timeNs());
        cursor = Psn.add(psn, psns);
        if (Psn.diff(psn, next) >= 0) {
            if (asks) {
                asked.add(new Asked(psn, psns));
            }
            next = Psn.add(psn, psns);
        }
    }

    /** The timer begins with the first packet in flight, with each rewind and with progress. */
    private void timed(int psn, long now) {
        boolean goesBack = Psn.diff(psn, cursor) < 0;
        if (goesBack && !asksAgain && now - sinceNs < leastWaitNs) {
            breach("sends PSN " + psn + " again after " + (now - sinceNs) + " ns, unasked");
        }
        if (goesBack || unacked == next) {
            sinceNs = now;
            asksAgain = false;
        }
    }

    private void breach(String what) {
        if (breaches.size() < MOST_BREACHES) {
            breaches.add(what);
        }
    }

    private void acknowledged(FrameView packet) {
        int psn = packet.psn();
        if (Psn.diff(psn, unacked) < 0 || Psn.diff(psn, next) >= 0) {
            return;
        }
        // What a NAK acknowledges besides may be overheard by who waits for a receiver.
        if (Aeth.type(Requests.syndrome(packet)) == Aeth.TYPE_ACK) {
            upTo(Psn.add(psn, 1), packet.timeNs());
        } else {
            asksAgain = true;
            heard = Psn.diff(psn, heard) > 0 ? psn : heard;
        }
    }

    /** All before a PSN has arrived, but nothing behind a response that has not. */
    private void upTo(int end, long now) {
        Asked oldest = asked.peek();
        boolean isMissing = oldest != null && Psn.diff(end, oldest.missing) > 0;
        // An answer behind a response that is missing asks for it.
        asksAgain |= isMissing;
        int most = isMissing ? oldest.missing : end;
        if (Psn.diff(most, unacked) > 0) {
            unacked = most;
        }
        if (Psn.diff(most, heard) > 0) {
            heard = most;
            sinceNs = now;
        }
    }

    private void responded(int psn, long now) {
        if (Psn.diff(psn, unacked) < 0 || Psn.diff(psn, next) >= 0) {
            return;
        }
        Asked oldest = asked.peek();
        if (oldest != null && psn == oldest.missing) {
            oldest.missing = Psn.add(psn, 1);
            if (oldest.missing == oldest.end) {
                asked.poll();
            }
            upTo(Psn.add(psn, 1), now);
        } else {
            upTo(psn, now); // Behind a gap: it says of those before that they arrived.
        }
    }

    @Override
    public List<String> breaches() {
        return breaches;
    }
}
