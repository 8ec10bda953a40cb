package io.qpscope.port;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.service.Station;
import io.qpscope.fault.FaultPipe;
import io.qpscope.fault.FaultPoint;

import java.nio.ByteBuffer;

/**
 * A station whose packets, both those it sends and those that come, pass a fault plan. For the plan,
 * the way leads from the station to the medium.
 */
public final class FaultyStation implements Station {
    private final Station station;
    private final FaultPipe pipe;
    private final ByteBuffer in = ByteBuffer.allocate(Endpoint.MOST_PACKET);
    /** Of the packets that came last; those that were kept are like them. */
    private boolean idKnown = true;

    public FaultyStation(Station station, FaultPoint faults) {
        this.station = station;
        pipe = new FaultPipe(faults);
    }

    /** Packets that were dropped because too many were being kept. */
    public long overflowed() {
        return pipe.overflowed();
    }

    @Override
    public void receive(ByteBuffer packet, int ip, int length, boolean idKnown, long now) {
        this.idKnown = idKnown;
        int left = pipe.pass(false, packet, ip, length, now);
        if (left > 0) {
            station.receive(packet, ip, left, idKnown, now);
        }
        deliver(now);
    }

    private void deliver(long now) {
        int length = pipe.take(false, in.clear(), now);
        while (length > 0) {
            station.receive(in, 0, length, idKnown, now);
            length = pipe.take(false, in.clear(), now);
        }
    }

    @Override
    public void turn(long now) {
        pipe.expire(now);
        deliver(now);
        station.turn(now);
    }

    @Override
    public long deadline() {
        return Math.min(station.deadline(), pipe.deadline());
    }

    @Override
    public int transmit(ByteBuffer out, long now) {
        int start = out.position();
        int left = pipe.take(true, out, now);
        while (left == 0) {
            int length = station.transmit(out, now);
            if (length == 0) {
                return 0;
            }
            left = pipe.pass(true, out, start, length, now);
            out.position(start + left);
            if (left == 0) {
                left = pipe.take(true, out, now);
            }
        }
        deliver(now);
        return left;
    }
}
