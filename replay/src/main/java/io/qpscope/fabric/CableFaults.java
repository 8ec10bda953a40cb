package io.qpscope.fabric;

import io.qpscope.fault.Fate;
import io.qpscope.fault.FaultPipe;
import io.qpscope.fault.Injector;
import io.qpscope.fault.Meddler;
import io.qpscope.wire.Ethernet;

import java.nio.ByteBuffer;

/**
 * A {@link Meddler} at work on a cable, and the count of what it did. Flow control passes it by.
 * What it delays or makes takes no time of the sender's port.
 */
final class CableFaults extends Timer implements Meddler {
    private final Network network;
    private final Wire fromA;
    private final Wire fromB;
    private final Meddler meddler;
    private final CableFaults next;
    private final FaultPipe pipe;
    private final ByteBuffer scratch = ByteBuffer.allocate(PacketPool.LONGEST);
    private long held;

    /**
     * @param next that packets come to then, or null
     */
    CableFaults(Cable cable, Meddler meddler, CableFaults next) {
        network = cable.network;
        fromA = cable.wire(true);
        fromB = cable.wire(false);
        this.meddler = meddler;
        this.next = next;
        CableOptions options = cable.options();
        pipe = new FaultPipe(this, options.delayNs);
    }

    CableFaults next() {
        return next;
    }

    /** Packets that wait here. */
    long held() {
        return held - pipe.overflowed();
    }

    long overflowed() {
        return pipe.overflowed();
    }

    /** A packet on its way onto the wire. */
    void pass(boolean isFromA, Packet packet, long now) {
        held++;
        int length = packet.length - packet.ip;
        int left = pipe.pass(isFromA, packet.bytes, packet.ip, length, now);
        if (left == 0) {
            network.pool.release(packet);
        } else {
            held--;
            packet.at -= wire(isFromA).port().wireNs(packet);
            packet.length = packet.ip + left;
            packet.size = packet.length + (packet.ip == 0 ? 0 : Packet.FCS);
            packet.at += wire(isFromA).port().wireNs(packet);
            onward(isFromA, packet, now);
        }
        emit(now);
    }

    private void onward(boolean isFromA, Packet packet, long now) {
        network.classify(packet);
        packet.damaged |= packet.ip == 0 && !InfinibandFrames.isWhole(packet);
        if (next != null) {
            next.pass(isFromA, packet, now);
        } else {
            wire(isFromA).fly(packet);
        }
    }

    private Wire wire(boolean isFromA) {
        return isFromA ? fromA : fromB;
    }

    private void emit(long now) {
        emit(true, now);
        emit(false, now);
        long deadline = pipe.deadline();
        if (deadline == Long.MAX_VALUE) {
            network.events.disarm(this);
        } else {
            network.events.arm(this, Math.max(deadline, now));
        }
    }

    private void emit(boolean isFromA, long now) {
        Wire wire = wire(isFromA);
        int ip = wire.port().isInfiniband() ? 0 : Ethernet.LENGTH;
        while (pipe.due(isFromA) <= now) {
            int length = pipe.take(isFromA, scratch.clear().position(ip), now);
            held--;
            Packet packet = network.pool.take(scratch, 0, ip + length);
            packet.ip = ip;
            network.classify(packet);
            packet.size = packet.length + (ip == 0 ? 0 : Packet.FCS);
            if (ip != 0) {
                long to = wire.port().nextHop(packet);
                Headers.ethernet(packet.bytes, to, wire.port().mac);
            }
            packet.at = now + wire.port().wireNs(packet) + wire.delayNs();
            onward(isFromA, packet, now);
        }
    }

    @Override
    void fire(long now) {
        pipe.expire(now);
        emit(now);
    }

    @Override
    public void meddle(
            boolean isFromA, ByteBuffer packet, int at, int length, long now, Fate fate) {
        meddler.meddle(isFromA, packet, at, length, now, fate);
        if (fate.dropped()) {
            held--;
            network.meddled(0, true);
        } else {
            held += fate.copies() - 1;
            network.meddled(fate.copies() - 1, false);
        }
    }

    @Override
    public void injector(Injector into) {
        meddler.injector((isFromA, answer, packet, at, length, now) -> {
            held++;
            network.meddled(1, false);
            into.inject(isFromA, answer, packet, at, length, now);
            network.events.armBefore(this, now);
        });
    }

    @Override
    public long deadline() {
        return meddler.deadline();
    }

    @Override
    public void expire(long now) {
        meddler.expire(now);
    }
}
