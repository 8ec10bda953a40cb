package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.Profile;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Two hosts in virtual time, 5 us apart, and what crossed between them. */
public final class Wire {
    private static final long DELAY_NS = 5_000;

    private static final class Flight {
        final Sent packet;
        final long arrival;

        Flight(Sent packet, long arrival) {
            this.packet = packet;
            this.arrival = arrival;
        }
    }

    /** A packet that was sent, lost or not. */
    public static final class Sent {
        /** Offset of the BTH, behind IPv4 and UDP. */
        private static final int BTH = 28;

        private static final int ATTRIBUTE = BTH + 12 + 8 + 16;

        private final boolean fromA;
        private final byte[] bytes;
        private final long at;

        private Sent(boolean fromA, byte[] bytes, long at) {
            this.fromA = fromA;
            this.bytes = bytes;
            this.at = at;
        }

        public boolean fromA() {
            return fromA;
        }

        /** From the IP header on. */
        public byte[] bytes() {
            return bytes;
        }

        public long at() {
            return at;
        }

        public int destQp() {
            return ByteBuffer.wrap(bytes).getInt(BTH + 4) & 0xff_ffff;
        }

        /** Attribute of a management datagram; 0 for other packets. */
        public int message() {
            return destQp() == 1 ? ByteBuffer.wrap(bytes).getShort(ATTRIBUTE) : 0;
        }
    }

    public final Host a;
    public final Host b;
    public final List<Sent> sent = new ArrayList<>();
    private final ArrayDeque<Flight> flights = new ArrayDeque<>();
    private final ByteBuffer out = ByteBuffer.allocate(Endpoint.MOST_PACKET);
    private BiPredicate<Sent, Integer> drop = (packet, number) -> false;
    private long now;

    public Wire() {
        a = host(1);
        b = host(2);
    }

    private static Host host(int number) {
        Endpoint endpoint = new Endpoint(Profile.IBTA, true, number);
        byte[] address = {10, 9, 0, (byte) number};
        return new Host(endpoint, LocalAddress.of(address, 4791), 64, number);
    }

    /** Loses what the predicate says, by packet and by its number from 0. */
    public Wire losing(BiPredicate<Sent, Integer> predicate) {
        drop = predicate;
        return this;
    }

    public long now() {
        return now;
    }

    /** Until nothing moves or a time is reached. */
    public Wire run(long forNs) {
        long until = now + forNs;
        while (true) {
            send(true);
            send(false);
            long next = flights.isEmpty() ? Long.MAX_VALUE : flights.peek().arrival;
            next = Math.min(next, Math.min(a.deadline(), b.deadline()));
            if (next > until) {
                now = until;
                return this;
            }
            now = Math.max(now, next);
            while (!flights.isEmpty() && flights.peek().arrival <= now) {
                Flight flight = flights.poll();
                ByteBuffer packet = ByteBuffer.wrap(flight.packet.bytes);
                (flight.packet.fromA ? b : a).receive(packet, 0, packet.capacity(), true, now);
            }
        }
    }

    private void send(boolean fromA) {
        Host host = fromA ? a : b;
        host.turn(now);
        int length = host.transmit(out.clear(), now);
        while (length > 0) {
            byte[] bytes = new byte[length];
            out.flip().get(bytes);
            Sent packet = new Sent(fromA, bytes, now);
            if (!drop.test(packet, sent.size())) {
                flights.add(new Flight(packet, now + DELAY_NS));
            }
            sent.add(packet);
            host.turn(now);
            length = host.transmit(out.clear(), now);
        }
    }

    /** Attributes of the management datagrams so far, in order. */
    public List<Integer> messages() {
        return sent.stream().map(Sent::message).filter(m -> m != 0).toList();
    }
}
