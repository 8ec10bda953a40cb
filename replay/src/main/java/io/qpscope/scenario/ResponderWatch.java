package io.qpscope.scenario;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * A responder answers a gap by a NAK (IBA vol 1, 9.7.5.1.1), and its MSN counts the messages that it
 * has completed (9.7.7.1). Positions are PSNs behind the first.
 */
final class ResponderWatch implements PortWatch {
    private static final int MOST_BREACHES = 4;

    private final int peerQpn;
    /** The lower half of its address. */
    private final long peer;

    private final int ownQpn;
    private final int startPsn;
    private final int pathMtu;
    /** Positions of packets that end a message. */
    private final BitSet ends = new BitSet();
    /** Positions that READs take behind their own: a request there is one of them begun again. */
    private final BitSet inReads = new BitSet();
    /** Gaps that no NAK has answered: the position expected, and the frame that showed it. */
    private final TreeMap<Integer, Long> gaps = new TreeMap<>();

    /** Gaps that a late packet closed: a NAK of one may still come. */
    private final BitSet closed = new BitSet();
    /** When each of them showed. */
    private final TreeMap<Integer, Long> since = new TreeMap<>();

    private final List<String> breaches = new ArrayList<>();
    private final long patienceNs;
    private final ConnectionLife life;
    private int expected;
    private boolean refused;
    private boolean dead;

    ResponderWatch(int ownQpn, int peerQpn, long peer, int startPsn, int pathMtu) {
        this(ownQpn, peerQpn, peer, startPsn, pathMtu, 0);
    }

    /**
     * For a responder that takes its time.
     *
     * @param patienceNs a gap that is closed so soon needs no NAK any more
     */
    ResponderWatch(int ownQpn, int peerQpn, long peer, int startPsn, int pathMtu, long patienceNs) {
        this.patienceNs = patienceNs;
        life = new ConnectionLife(ownQpn);
        this.ownQpn = ownQpn;
        this.peerQpn = peerQpn;
        this.peer = peer;
        this.startPsn = startPsn;
        this.pathMtu = pathMtu;
    }

    private int position(int psn) {
        return Psn.diff(psn, startPsn);
    }

    @Override
    public void see(boolean sent, FrameView packet) {
        int traits = Opcode.traits(packet.opcode() & 0xff);
        if (!sent
                && packet.sourceLow() == peer
                && packet.destQp() == ownQpn
                && (traits & Opcode.IS_REQUEST) != 0) {
            requested(packet, traits);
        } else if (sent && packet.destQp() == peerQpn && (traits & Opcode.HAS_AETH) != 0) {
            answered(packet, (traits & Opcode.IS_ACKNOWLEDGE) != 0);
        } else if (sent && life.begins(packet)) {
            begin();
        }
    }

    /** Another queue pair with the same number. */
    private void begin() {
        expected = 0;
        refused = false;
        dead = false;
        ends.clear();
        inReads.clear();
        gaps.clear();
        closed.clear();
        since.clear();
    }

    private void requested(FrameView packet, int traits) {
        int position = position(packet.psn());
        if (position < 0) {
            return;
        }
        int psns = Requests.psns(packet, traits, pathMtu);
        if ((traits & Opcode.ENDS) != 0 && !inReads.get(position)) {
            ends.set(position);
            inReads.set(position + 1, position + psns);
        }
        if (position == expected) {
            Long shown = since.remove(position);
            if (shown != null && packet.timeNs() - shown < patienceNs) {
                gaps.remove(position);
                closed.set(position);
            }
            expected += psns;
            refused = false;
        } else if (position > expected && !refused && !dead && !life.isOver()) {
            refused = true;
            gaps.putIfAbsent(expected, packet.number());
            since.putIfAbsent(expected, packet.timeNs());
        }
    }

    private void answered(FrameView packet, boolean alone) {
        int position = position(packet.psn());
        int syndrome = Requests.syndrome(packet);
        boolean positive = Aeth.type(syndrome) == Aeth.TYPE_ACK;
        count(packet, position, positive);
        if (positive || !alone) {
            return;
        }
        boolean sequence = syndrome == (Aeth.TYPE_NAK << 5 | Aeth.NAK_PSN_SEQUENCE_ERROR);
        boolean known = position >= 0 && (gaps.remove(position) != null || closed.get(position));
        if (sequence && known && position < expected) {
            return; // What it asks for came while the NAK waited for its turn.
        }
        if (sequence || Aeth.type(syndrome) == Aeth.TYPE_RNR_NAK) {
            expected = position;
            refused = true;
            gaps.tailMap(position, true).clear();
        } else {
            dead = true;
            gaps.clear();
        }
    }

    /** Of an ACK, the messages up to its PSN; of a NAK, those before. */
    private void count(FrameView packet, int position, boolean positive) {
        if (position < 0) {
            return;
        }
        int whole = ends.get(0, positive ? position + 1 : position).cardinality();
        int msn = Requests.msn(packet);
        // Who answers late, or again, may count what it has completed since.
        boolean since = patienceNs > 0
                && msn > whole
                && msn <= ends.get(0, Math.max(0, expected)).cardinality();
        if (msn != whole && !since && breaches.size() < MOST_BREACHES) {
            breaches.add("MSN " + msn + " behind " + whole + " messages, frame " + packet.number());
        }
    }

    @Override
    public List<String> breaches() {
        List<String> all = new ArrayList<>(breaches);
        gaps.values().forEach(frame -> all.add("no NAK for the gap before frame " + frame));
        return all;
    }
}
