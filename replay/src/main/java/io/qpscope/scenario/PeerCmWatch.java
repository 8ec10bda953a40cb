package io.qpscope.scenario;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.wire.MadHeader;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Holds a peer to the rules of communication management, by what passes in front of it: of connections
 * whose REQ passed there, since the peer may still speak of earlier ones.
 */
public final class PeerCmWatch {
    /** From the header to the receiver's id, as all messages have it that answer one. */
    private static final int REMOTE_ID = MadHeader.LENGTH + Integer.BYTES;

    private final CmWatch watch;
    private final MadHeader mad = new MadHeader();
    /** Ids of who asked. */
    private final Set<Integer> asked = new HashSet<>();

    private long now;

    /**
     * Nothing has passed yet.
     *
     * @param patienceNs within which the peer says what it must
     */
    public PeerCmWatch(long patienceNs) {
        watch = new CmWatch(patienceNs);
    }

    /**
     * A packet passes.
     *
     * @param fromPeer else it arrives there
     */
    public void see(boolean fromPeer, FrameView packet) {
        now = packet.timeNs();
        boolean sound = packet.kind().hasTransport() && packet.icrc() == IcrcStatus.GOOD;
        if (!sound) {
            return;
        }
        if (packet.destQp() == 1) {
            if (packet.payloadLength() < REMOTE_ID + Integer.BYTES) {
                return;
            }
            int at = packet.payloadOffset();
            if (!fromPeer && mad.wrap(packet.buffer(), at).attributeId() == MadHeader.CM_REQ) {
                asked.add(packet.buffer().getInt(at + MadHeader.LENGTH));
            }
            if (fromPeer && !asked.contains(packet.buffer().getInt(at + REMOTE_ID))) {
                return;
            }
        }
        watch.see(fromPeer, packet);
    }

    /** What was against the rules, a line each, until the last packet. */
    public List<String> breaches() {
        watch.end(now);
        return watch.breaches();
    }
}
