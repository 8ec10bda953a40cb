package io.qpscope.endpoint.cm;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.QpAttributes;
import io.qpscope.endpoint.QpOptions;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;
import io.qpscope.wire.MadHeader;

import java.nio.ByteBuffer;

/**
 * Queue pair 1, the general service interface: management datagrams in and out (IBA vol 1, 13.5.4).
 * Its queues are short: a flood loses datagrams, and those who meant them send them again.
 */
final class Gsi {
    static final int QPN = 1;

    /** What all general management datagrams bear (IBA vol 1, 3.5.3). */
    private static final int QKEY = 0x8001_0000;

    private static final int SLOTS = 64;
    private static final int GRH_ROOM = 40;
    private static final int RECEIVED = GRH_ROOM + CmMessages.LENGTH;
    private static final int METHOD_SEND = 3;
    private static final int CM_CLASS_VERSION = 2;
    private static final long MAPPED = 0xffffL << 32;

    private final LocalAddress address;
    private final CompletionQueue completions = new CompletionQueue(2 * SLOTS);
    private final QueuePair qp;
    private final MemoryRegion arrivals;
    private final MemoryRegion departures;
    private final Ipv4 ipv4 = new Ipv4();
    private final Ipv6 ipv6 = new Ipv6();
    private final WorkRequest request = new WorkRequest();
    private long sent;
    /** Slot of the datagram that {@link #next} has shown; -1 for none. */
    private int shown = -1;

    /** Datagrams that are none of communication management, or too short. */
    private long strange;

    final MadHeader header = new MadHeader();
    final ByteBuffer bytes = ByteBuffer.allocate(SLOTS * RECEIVED);

    Gsi(Endpoint endpoint, LocalAddress address) {
        this.address = address;
        qp = endpoint.createQp(
                new QpOptions(QpType.UD, completions, completions)
                        .maxSends(SLOTS)
                        .maxReceives(SLOTS),
                QPN);
        arrivals = endpoint.memory().register(bytes, Access.LOCAL_WRITE);
        departures = endpoint.memory()
                .register(ByteBuffer.allocate(SLOTS * CmMessages.LENGTH), Access.LOCAL_WRITE);
        QpAttributes attributes = new QpAttributes().pathMtu(256).qkey(QKEY);
        qp.modify(QpState.INIT, attributes);
        qp.modify(QpState.RTR, attributes);
        qp.modify(QpState.RTS, attributes);
        for (int i = 0; i < SLOTS; i++) {
            postReceive(i);
        }
    }

    private void postReceive(int slot) {
        int at = slot * RECEIVED;
        // What stood in front of an IPv6 datagram must not be read as that of an IPv4 one.
        bytes.putLong(at, 0);
        qp.postReceive(slot, arrivals.key(), arrivals.address() + at, RECEIVED);
    }

    /** Goes to the next message of communication management; false when there is none. */
    boolean next() {
        if (shown >= 0) {
            postReceive(shown);
            shown = -1;
        }
        Completion done = completions.poll();
        while (done != null) {
            if (done.receive()) {
                int slot = (int) done.id();
                if (good(done, slot)) {
                    shown = slot;
                    return true;
                }
                strange++;
                postReceive(slot);
            }
            done = completions.poll();
        }
        return false;
    }

    private boolean good(Completion done, int slot) {
        if (done.status() != WcStatus.SUCCESS || done.byteCount() != RECEIVED) {
            return false;
        }
        header.wrap(bytes, slot * RECEIVED + GRH_ROOM);
        return header.baseVersion() == 1
                && header.managementClass() == MadHeader.CLASS_CM
                && header.classVersion() == CM_CLASS_VERSION
                && header.method() == METHOD_SEND;
    }

    /** First byte of the message behind the datagram's header. */
    int body() {
        return shown * RECEIVED + GRH_ROOM + MadHeader.LENGTH;
    }

    long strange() {
        return strange;
    }

    /** Back to where the datagram shown came from. */
    Path answer() {
        int at = shown * RECEIVED;
        if ((bytes.get(at) & 0xf0) == 0x60) {
            ipv6.wrap(bytes, at);
            return address.to(ipv6.sourceHigh(), ipv6.sourceLow(), 0);
        }
        ipv4.wrap(bytes, at + GRH_ROOM - Ipv4.LENGTH);
        return address.to(0, MAPPED | ipv4.source(), 0);
    }

    /** When the queue is full the datagram is lost, as any datagram may be. */
    void send(byte[] datagram, Path to) {
        int at = (int) (sent++ % SLOTS) * CmMessages.LENGTH;
        if (qp.pending() < SLOTS) {
            departures.bytes().put(at, datagram);
            qp.post(request.of(Verb.SEND, 0)
                    .local(departures.key(), departures.address() + at, datagram.length)
                    .to(to, QPN, QKEY)
                    .unsignaled());
        }
    }
}
