package io.qpscope.fabric;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.fabric.Flights.Flight;
import io.qpscope.fault.FaultPipe;
import io.qpscope.fault.Meddler;

/**
 * A cable between two endpoints, and the virtual clock that both live by. Each direction sends one
 * packet at a time at the link's rate; {@link #run} goes from event to event.
 *
 * <p>The {@link Tap} stands at the sending port and sees what a {@link Meddler} then does its worst
 * to; a second tap sees what arrives.
 */
public final class Link {
    /** Preamble, start of frame, Ethernet header, frame check sequence and gap. */
    private static final int ETHERNET_OVERHEAD = 8 + 14 + 4 + 12;

    private static final int BITS = 8;

    private final Endpoint a;
    private final Endpoint b;
    private final long bitsPerSecond;
    private final long delayNs;
    private final Flights flights = new Flights(Endpoint.MOST_PACKET);
    private FaultPipe faults = new FaultPipe(Meddler.NONE);
    private Tap departures = Tap.NONE;
    private Tap arrivals = Tap.NONE;
    private long now;
    private long freeA;
    private long freeB;

    /**
     * @param bitsPerSecond 1 or more
     * @param delayNs from the last bit sent to its arrival
     */
    public Link(Endpoint a, Endpoint b, long bitsPerSecond, long delayNs) {
        this.a = a;
        this.b = b;
        this.bitsPerSecond = bitsPerSecond;
        this.delayNs = delayNs;
    }

    public Link meddler(Meddler meddler) {
        faults = new FaultPipe(meddler, delayNs);
        return this;
    }

    /** One tap for what is sent, one for what arrives. */
    public Link taps(Tap departures, Tap arrivals) {
        this.departures = departures;
        this.arrivals = arrivals;
        return this;
    }

    /** Nanoseconds since the start. */
    public long now() {
        return now;
    }

    /** Lets time pass, at rest. */
    public void idle(long ns) {
        now += ns;
    }

    /**
     * Runs until nothing is under way and no timer waits, or to a time.
     *
     * @return whether it came to rest
     */
    public boolean run(long until) {
        while (true) {
            send(true);
            send(false);
            sendDetained(true);
            sendDetained(false);
            long next = Math.min(flights.next(), Math.min(a.deadline(), b.deadline()));
            next = Math.min(next, faults.deadline());
            next = Math.min(next, Math.min(waiting(freeA), waiting(freeB)));
            if (next == Long.MAX_VALUE) {
                return true;
            }
            if (next > until) {
                now = until;
                return false;
            }
            now = Math.max(now, next);
            arrive();
            expire(a);
            expire(b);
            faults.expire(now);
        }
    }

    private long waiting(long free) {
        return free > now ? free : Long.MAX_VALUE;
    }

    private void expire(Endpoint endpoint) {
        if (endpoint.deadline() <= now) {
            endpoint.expire(now);
        }
    }

    private void send(boolean fromA) {
        if ((fromA ? freeA : freeB) > now) {
            return;
        }
        Flight flight = flights.take();
        int length = (fromA ? a : b).transmit(flight.bytes, now);
        if (length == 0) {
            flights.release(flight);
            return;
        }
        long gone = now + wireNs(length);
        if (fromA) {
            freeA = gone;
        } else {
            freeB = gone;
        }
        departures.see(fromA, flight.bytes.flip(), 0, length, now);
        int left = faults.pass(fromA, flight.bytes, 0, length, now);
        if (left == 0) {
            flights.release(flight);
            return;
        }
        flight.bytes.limit(left);
        fly(flight, fromA, gone);
    }

    /**
     * What a meddler has delayed or made: it takes no time of the sender's port, and does not
     * overtake what that sends.
     */
    private void sendDetained(boolean fromA) {
        while (faults.due(fromA) <= now) {
            Flight flight = flights.take();
            int length = faults.take(fromA, flight.bytes, now);
            flight.bytes.flip();
            fly(flight, fromA, Math.max(now + wireNs(length), fromA ? freeA : freeB));
        }
    }

    private void fly(Flight flight, boolean fromA, long gone) {
        flight.fromA = fromA;
        flight.arrival = gone + delayNs;
        flights.add(flight);
    }

    private long wireNs(int length) {
        long bits = (long) (length + ETHERNET_OVERHEAD) * BITS;
        return Math.max(1, bits * 1_000_000_000L / bitsPerSecond);
    }

    private void arrive() {
        while (flights.next() <= now) {
            Flight flight = flights.remove();
            int length = flight.bytes.limit();
            arrivals.see(flight.fromA, flight.bytes, 0, length, now);
            (flight.fromA ? b : a).receive(flight.bytes, 0, length, true, now);
            flights.release(flight);
        }
    }
}
