package io.qpscope.bridge;

import io.qpscope.fault.FaultyStream;
import io.qpscope.fault.StreamFaults;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.Tcp;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The iWARP streams among the TCP connections that pass, known by their opening from the SYN on (RFC
 * 9293) to MPA's request (RFC 5044, 7.1.1). Bounded: of too many connections the oldest is forgotten.
 */
final class InlineStreams {
    private static final int MOST = 4096;
    private static final int FIN_OR_RST = 0x05;
    private static final int RST = 0x04;
    private static final int SYN = 0x02;
    private static final int ACK = 0x10;
    private static final int FLAGS_OFFSET = 13;

    /** A connection, from who opened it. */
    private record Key(
            long fromHigh, long fromLow, int fromPort, long toHigh, long toLow, int toPort) {
        /** From who answers. */
        Key turned() {
            return new Key(
                    /* fromHigh= */ toHigh,
                    /* fromLow= */ toLow,
                    /* fromPort= */ toPort,
                    /* toHigh= */ fromHigh,
                    /* toLow= */ fromLow,
                    /* toPort= */ fromPort);
        }
    }

    private static final class Connection {
        final InlineLane forth = new InlineLane(true);
        final InlineLane back = new InlineLane(false);
        /** Null until it has shown that it is one of iWARP. */
        FaultyStream stream;
    }

    private final StreamFaults faults;
    private final Map<Key, Connection> connections = new LinkedHashMap<>();
    private final Tcp tcp = new Tcp();
    private long lost;

    InlineStreams(StreamFaults faults) {
        this.faults = faults;
    }

    /** Streams left alone from where too much came ahead of a gap. */
    long lost() {
        return lost;
    }

    /**
     * A segment passes.
     *
     * @return whether its bytes have been changed; its checksum fits, then
     */
    boolean pass(IpFrame packet, long now) {
        int available = packet.end() - packet.transport;
        if (available < Tcp.LENGTH) {
            return false;
        }
        tcp.wrap(packet.frame, packet.transport);
        int header = 4 * tcp.dataOffset();
        if (header < Tcp.LENGTH || header > available) {
            return false;
        }
        Key key = new Key(
                packet.sourceHigh(),
                packet.sourceLow(),
                tcp.sourcePort(),
                packet.destinationHigh(),
                packet.destinationLow(),
                tcp.destinationPort());
        int flags = packet.frame.get(packet.transport + FLAGS_OFFSET);
        if ((flags & SYN) != 0) {
            open(key, (flags & ACK) != 0);
            return false;
        }
        boolean forth = connections.containsKey(key);
        Key opened = forth ? key : key.turned();
        Connection connection = connections.get(opened);
        if (connection == null) {
            return false;
        }
        int at = packet.transport + header;
        boolean changed = available > header
                && data(opened, connection, forth, packet, at, available - header, now);
        if ((flags & FIN_OR_RST) == RST) {
            connections.remove(opened);
        }
        if (changed) {
            TransportChecksum.seal(packet);
        }
        return changed;
    }

    private void open(Key key, boolean answers) {
        if (!answers) {
            connections.remove(key);
            connections.remove(key.turned());
            if (connections.size() == MOST) {
                connections.remove(connections.keySet().iterator().next());
            }
            Connection made = new Connection();
            made.forth.start(tcp.sequence() + 1);
            connections.put(key, made);
            return;
        }
        Connection known = connections.get(key.turned());
        if (known != null && !known.back.isKnown()) {
            known.back.start(tcp.sequence() + 1);
        }
    }

    private boolean data(
            Key key,
            Connection connection,
            boolean forth,
            IpFrame packet,
            int at,
            int length,
            long now) {
        InlineLane lane = forth ? connection.forth : connection.back;
        if (connection.stream == null) {
            boolean speaks = forth && lane.isNext(tcp.sequence());
            if (!speaks || !Mpa.beginsKey(packet.frame, at, length)) {
                connections.remove(key);
                return false;
            }
            connection.stream = faults.open();
        }
        if (!lane.isKnown()) {
            return false;
        }
        boolean changed =
                lane.pass(connection.stream, tcp.sequence(), packet.frame, at, length, now);
        if (lane.isLost()) {
            lost++;
            connections.remove(key);
        }
        return changed;
    }
}
