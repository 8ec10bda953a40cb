package io.qpscope.fuzz.target;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.IdentificationFree;
import io.qpscope.endpoint.service.Host;
import io.qpscope.endpoint.service.Station;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.FaultPipe;
import io.qpscope.fault.FaultPoint;
import io.qpscope.fault.QpDirectory;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.Udp;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Stands between our host and the medium: keeps the rate, sends to nobody but the peer and hears
 * nobody else, lets packets pass the faults while there are some, and remembers what passed. For the
 * port's thread.
 */
final class PeerStation implements Station {
    private static final int ID_AT = 4;
    private static final int QP_AT = 4;
    private static final int QP_MASK = 0xff_ffff;

    private final Host host;
    private final byte[] peer;
    private final Pace pace;
    private final ByteBuffer in = ByteBuffer.allocate(Endpoint.MOST_PACKET);
    private final Icrc icrc = new Icrc();
    private final IdentificationFree anyId = new IdentificationFree();
    private final Set<Integer> met = new HashSet<>();
    private final List<String> acting = new ArrayList<>();
    private WireLog log = new WireLog();
    /** Null while nothing goes wrong; kept until all it held has gone. */
    private FaultPipe pipe;

    private boolean storm;
    private boolean blocked;
    private boolean idKnown = true;
    private long sent;
    private long strangers;

    /**
     * @param peer the only address that is sent to
     * @param pace of packets that are sent
     */
    PeerStation(Host host, byte[] peer, Pace pace) {
        this.host = host;
        this.peer = peer.clone();
        this.pace = pace;
    }

    /** Begins a log, and returns the one before. */
    WireLog turnLog() {
        WireLog old = log;
        log = new WireLog();
        return old;
    }

    /**
     * From now on these faults act.
     *
     * @param marks whether the medium carries ECN as we say
     */
    void storm(FaultEngine engine, QpDirectory directory, boolean marks) {
        FaultPoint point = engine.point().directory(directory);
        if (!marks) {
            point.withoutMarks(true).withoutMarks(false);
        }
        pipe = new FaultPipe(point);
        engine.listen(rule -> acting.add(rule.action().name()));
        storm = true;
        met.clear();
    }

    /** Whether a packet to this queue pair has passed the faults. */
    boolean hasMet(int destQp) {
        return met.contains(destQp);
    }

    /** No fault acts any more; what is late still comes. */
    void calm() {
        storm = false;
    }

    /** Packets sent. */
    long sent() {
        return sent;
    }

    /** Packets that were not for the peer or not from it; they went nowhere. */
    long strangers() {
        return strangers;
    }

    @Override
    public void receive(ByteBuffer packet, int ip, int length, boolean known, long now) {
        if (!isPeer(packet, ip, 12, 8)) {
            strangers++;
            return;
        }
        idKnown = known;
        boolean guessed = !known && learnId(packet, ip, length);
        log.add(WireLog.PEERS, false, now, copy(packet, ip, length), null);
        int left = length;
        if (storm) {
            left = pipe.pass(false, packet, ip, length, now);
            note();
        }
        if (left > 0) {
            deliver(packet, ip, left, known || guessed, now);
        }
        deliverHeld(now);
    }

    private void deliver(ByteBuffer packet, int ip, int length, boolean known, long now) {
        log.add(WireLog.OURS, false, now, copy(packet, ip, length), comment());
        host.receive(packet, ip, length, known, now);
    }

    private void deliverHeld(long now) {
        if (pipe == null) {
            return;
        }
        int length = pipe.take(false, in.clear(), now);
        while (length > 0) {
            deliver(in, 0, length, idKnown, now);
            length = pipe.take(false, in.clear(), now);
        }
    }

    @Override
    public void turn(long now) {
        if (pipe != null) {
            pipe.expire(now);
            deliverHeld(now);
        }
        host.turn(now);
    }

    @Override
    public long deadline() {
        long least = host.deadline();
        if (pipe != null) {
            least = Math.min(least, pipe.deadline());
        }
        return blocked ? Math.min(least, pace.nextNs()) : least;
    }

    @Override
    public int transmit(ByteBuffer out, long now) {
        blocked = false;
        int start = out.position();
        while (true) {
            if (now < pace.nextNs()) {
                blocked = true;
                return 0;
            }
            int left = pipe == null ? 0 : pipe.take(true, out, now);
            if (left == 0) {
                int length = host.transmit(out, now);
                if (length == 0) {
                    deliverHeld(now);
                    return 0;
                }
                left = throughFaults(out, start, length, now);
            }
            if (left > 0 && isPeer(out, start, 16, 24)) {
                pace.admits(now);
                sent++;
                log.add(WireLog.PEERS, true, now, copy(out, start, left), comment());
                deliverHeld(now);
                out.position(start + left);
                return left;
            }
            strangers += left > 0 ? 1 : 0;
            out.position(start);
        }
    }

    private int throughFaults(ByteBuffer out, int start, int length, long now) {
        byte[] before = copy(out, start, length);
        if (!storm) {
            log.add(WireLog.OURS, true, now, before, null);
            return length;
        }
        boolean ipv4 = (out.get(start) & 0xf0) == 0x40;
        int bth = start + (ipv4 ? Ipv4.LENGTH : Ipv6.LENGTH) + Udp.LENGTH;
        met.add(out.getInt(bth + QP_AT) & QP_MASK);
        int left = pipe.pass(true, out, start, length, now);
        log.add(WireLog.OURS, true, now, before, acting.isEmpty() ? null : comment());
        return left;
    }

    /** What acted on a packet that came stands where it would have arrived. */
    private void note() {
        if (!acting.isEmpty()) {
            List<WireLog.Packet> all = log.packets();
            if (!all.isEmpty() && all.size() < WireLog.MOST) {
                WireLog.Packet last = all.get(all.size() - 1);
                all.set(
                        all.size() - 1,
                        new WireLog.Packet(
                                last.tap(), last.sent(), last.timeNs(), last.bytes(), comment()));
            }
        }
    }

    private String comment() {
        if (acting.isEmpty()) {
            return null;
        }
        String text = "fault: " + String.join(", ", acting);
        acting.clear();
        return text;
    }

    /** Addresses of IPv4 and IPv6 lie at different places. */
    private boolean isPeer(ByteBuffer packet, int ip, int at4, int at6) {
        boolean ipv4 = (packet.get(ip) & 0xf0) == 0x40;
        if (ipv4 != (peer.length == 4)) {
            return false;
        }
        int at = ip + (ipv4 ? at4 : at6);
        for (int i = 0; i < peer.length; i++) {
            if (packet.get(at + i) != peer[i]) {
                return false;
            }
        }
        return true;
    }

    /** A socket hides the IPv4 identification; the ICRC tells it, if it is right for any. */
    private boolean learnId(ByteBuffer packet, int ip, int length) {
        boolean ipv4 = (packet.get(ip) & 0xf0) == 0x40;
        int end = ip + length - Icrc.LENGTH;
        int udp = ip + Ipv4.LENGTH;
        if (!ipv4 || end < udp + Udp.LENGTH) {
            return false;
        }
        int difference = Icrc.stored(packet, end) ^ icrc.compute(packet, ip, udp, end);
        int bits = difference == 0 ? 0 : anyId.changed(difference, end - ip);
        if (bits <= 0) {
            return false;
        }
        packet.putShort(ip + ID_AT, (short) (packet.getShort(ip + ID_AT) ^ bits));
        return icrc.compute(packet, ip, udp, end) == Icrc.stored(packet, end);
    }

    private static byte[] copy(ByteBuffer packet, int at, int length) {
        byte[] bytes = new byte[length];
        packet.get(at, bytes);
        return bytes;
    }
}
