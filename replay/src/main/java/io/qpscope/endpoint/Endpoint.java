package io.qpscope.endpoint;

import org.agrona.collections.Int2ObjectHashMap;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A host's RDMA device: memory, queue pairs, and one stream of packets in and out. Time is a
 * parameter in nanoseconds of any clock that does not run backwards. In this order:
 *
 * <ol>
 *   <li>{@link #receive} a packet, or post work;
 *   <li>{@link #expire} when {@link #deadline} is reached;
 *   <li>{@link #transmit} until it says 0;
 *   <li>poll completion queues.
 * </ol>
 *
 * Nothing is allocated per packet. For one thread.
 */
public final class Endpoint implements Device {
    /** Room that {@link #transmit} needs behind the buffer's position. */
    public static final int MOST_PACKET = PacketWriter.MOST;

    private static final int FIRST_QPN = 17;
    /** Above it lies the number that stands for multicast. */
    private static final int MOST_QPN = 0xff_fffe;

    private final Profile profile;
    private final Counters counters = new Counters();
    private final Memory memory;
    private final boolean countsIdentifications;
    final PacketWriter writer;
    private final PacketReader reader = new PacketReader();
    private final Int2ObjectHashMap<QueuePair> byNumber = new Int2ObjectHashMap<>();
    private final List<QueuePair> queuePairs = new ArrayList<>();
    private final ArrayDeque<QueuePair> ready = new ArrayDeque<>();
    /** Of {@link #queuePairs}, side by side: they are looked through for every packet. */
    private long[] deadlines = new long[8];

    private int nextQpn = FIRST_QPN;
    private int identification;

    /**
     * @param countsIdentifications IPv4 identifications count up as rxe's do; else they are 0, which
     *     is what a UDP socket with Don't Fragment sends
     * @param seed of the keys
     */
    public Endpoint(Profile profile, boolean countsIdentifications, long seed) {
        this.profile = profile;
        writer = new PacketWriter(0xffff, !profile.has(Quirk.NO_MIG_REQ));
        this.countsIdentifications = countsIdentifications;
        memory = new Memory(new SplittableRandom(seed));
    }

    public Profile profile() {
        return profile;
    }

    @Override
    public Memory memory() {
        return memory;
    }

    public Counters counters() {
        return counters;
    }

    /** With the next free number. */
    public QueuePair createQp(QpOptions options) {
        while (byNumber.containsKey(nextQpn)) {
            nextQpn = nextQpn == MOST_QPN ? FIRST_QPN : nextQpn + 1;
        }
        int qpn = nextQpn;
        nextQpn = nextQpn == MOST_QPN ? FIRST_QPN : nextQpn + 1;
        return createQp(options, qpn);
    }

    /**
     * With a number of the caller's choice; number 1 is that of connection management.
     *
     * @throws IllegalArgumentException when the number is taken, or not of 1 to 0xffffff
     */
    public QueuePair createQp(QpOptions options, int qpn) {
        if (qpn < 1 || qpn > MOST_QPN || byNumber.containsKey(qpn)) {
            throw new IllegalArgumentException(
                    "QP number " + qpn + ", expected a free one of 1 to " + MOST_QPN);
        }
        QueuePair qp = new QueuePair(this, qpn, options);
        qp.place = queuePairs.size();
        if (qp.place == deadlines.length) {
            deadlines = Arrays.copyOf(deadlines, 2 * qp.place);
        }
        deadlines[qp.place] = Long.MAX_VALUE;
        byNumber.put(qpn, qp);
        queuePairs.add(qp);
        return qp;
    }

    @Override
    public QueuePair open(CompletionQueue completions, int depth, int number) {
        QpOptions options = new QpOptions(QpType.RC, completions, completions)
                .maxSends(depth)
                .maxReceives(depth);
        return number == 0 ? createQp(options) : createQp(options, number);
    }

    @Override
    public void close(WorkQueues queues) {
        QueuePair qp = (QueuePair) queues;
        if (qp.state() != QpState.ERR) {
            qp.modify(QpState.ERR, new QpAttributes());
        }
        destroy(qp);
    }

    public void destroy(QueuePair qp) {
        byNumber.remove(qp.qpn());
        queuePairs.remove(qp);
        qp.place = QueuePair.NOWHERE;
        for (int i = 0; i < queuePairs.size(); i++) {
            queuePairs.get(i).place = i;
            deadlines[i] = queuePairs.get(i).deadline();
        }
        ready.remove(qp);
    }

    /**
     * Takes a packet. What is wrong with it is counted, nothing is ever thrown.
     *
     * @param packet big-endian
     * @param ip first byte of the IP header
     * @param length bytes from there on
     * @param idKnown see {@link PacketReader#read}
     */
    public void receive(ByteBuffer packet, int ip, int length, boolean idKnown, long now) {
        switch (reader.read(packet, ip, length, idKnown)) {
            case MALFORMED -> counters.droppedMalformed++;
            case BAD_ICRC -> {
                if (profile.has(Defect.ICRC_UNCHECKED)) {
                    good(now);
                } else {
                    counters.droppedBadIcrc++;
                }
            }
            case GOOD -> good(now);
        }
    }

    private void good(long now) {
        QueuePair qp = byNumber.get(reader.destQp);
        if (qp == null) {
            counters.droppedUnknownQp++;
        } else if (!samePartition(reader.pkey, qp.attributes.pkey)
                && !profile.has(Defect.PKEY_UNCHECKED)) {
            counters.droppedWrongKey++;
        } else if (qp.type() != QpType.UD && !fromPeer(qp.attributes.path)) {
            counters.droppedWrongAddress++;
        } else {
            counters.rcvdPkts++;
            qp.receive(reader, now);
            wake(qp);
        }
    }

    /** IBA vol 1, 10.9.3: equal but for the membership bit, and one of them a full member. */
    private static boolean samePartition(int a, int b) {
        return ((a ^ b) & 0x7fff) == 0 && ((a | b) & 0x8000) != 0;
    }

    private boolean fromPeer(Path path) {
        return path != null && (isPeer(path) || profile.has(Defect.STALE_QP_TAKEN));
    }

    private boolean isPeer(Path path) {
        return path.destinationLow() == reader.sourceLow
                && path.destinationHigh() == reader.sourceHigh
                && path.sourceLow() == reader.destinationLow
                && path.sourceHigh() == reader.destinationHigh;
    }

    /**
     * The number of the queue pair that one of this endpoint's is connected to, or the other way
     * round; 0 for none.
     *
     * @param high upper half of the address of the queue pair's host, 0 with IPv4
     * @param low lower half, of IPv4 as ::ffff:a.b.c.d
     */
    public int peerOf(long high, long low, int qpn) {
        for (int i = 0; i < queuePairs.size(); i++) {
            QueuePair qp = queuePairs.get(i);
            Path path = qp.attributes.path;
            if (path == null || qp.type() == QpType.UD) {
                continue;
            }
            if (qp.qpn() == qpn && path.sourceLow() == low && path.sourceHigh() == high) {
                return qp.attributes.destQpNum;
            }
            boolean peers = qp.attributes.destQpNum == qpn
                    && path.destinationLow() == low
                    && path.destinationHigh() == high;
            if (peers) {
                return qp.qpn();
            }
        }
        return 0;
    }

    /** When {@link #expire} has something to do next; {@link Long#MAX_VALUE} for never. */
    public long deadline() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < queuePairs.size(); i++) {
            least = Math.min(least, deadlines[i]);
        }
        return least;
    }

    /** Lets the timers that have run out act. */
    public void expire(long now) {
        for (int i = 0; i < queuePairs.size(); i++) {
            if (deadlines[i] <= now) {
                QueuePair qp = queuePairs.get(i);
                qp.requester.expire(now);
                wake(qp);
            }
        }
    }

    /**
     * Writes the next packet, from the IP header to the ICRC, at the buffer's position and moves it;
     * queue pairs take turns.
     *
     * @param out big-endian, with room for {@link #MOST_PACKET} bytes
     * @return its length, 0 when there is nothing to send
     */
    public int transmit(ByteBuffer out, long now) {
        return transmit(out, now, SendGate.OPEN);
    }

    /** The same for queue pairs that a gate lets through; the others keep their turn. */
    public int transmit(ByteBuffer out, long now, SendGate gate) {
        for (int turns = ready.size(); turns > 0; turns--) {
            QueuePair qp = ready.poll();
            if (!gate.opens(qp, qp.isAcknowledging())) {
                ready.add(qp);
                continue;
            }
            int start = out.position();
            boolean sent = qp.transmit(out, now);
            deadlines[qp.place] = qp.deadline();
            if (sent) {
                ready.add(qp);
                counters.sentPkts++;
                return out.position() - start;
            }
            qp.listed = false;
        }
        return 0;
    }

    /**
     * Work requests that have failed since the start. What can't be sent fails in {@link #transmit}:
     * when this has moved there are completions to poll.
     */
    public long failures() {
        return counters.failures;
    }

    /** By number, or null. */
    public QueuePair queuePair(int qpn) {
        return byNumber.get(qpn);
    }

    /** How many there are, that of connection management among them. */
    public int queuePairs() {
        return queuePairs.size();
    }

    /** Something about a queue pair has changed. */
    void wake(QueuePair qp) {
        if (qp.place == QueuePair.NOWHERE) {
            return;
        }
        deadlines[qp.place] = qp.deadline();
        if (!qp.listed) {
            qp.listed = true;
            ready.add(qp);
        }
    }

    PacketWriter begin(ByteBuffer out, Path path) {
        int id = countsIdentifications ? ++identification & 0xffff : 0;
        return writer.begin(out, path, id);
    }
}
