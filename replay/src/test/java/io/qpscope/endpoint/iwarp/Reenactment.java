package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaFrame;
import io.qpscope.wire.Rdmap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One end of a recorded connection played by our stream: it gets the peer's recorded bytes, is
 * asked for the verbs that its own recorded bytes show, and must send just these.
 */
final class Reenactment {
    private static final int PRIVATE_KEY = 0x7fff_0001;
    private static final int ROOM = 1 << 20;

    private final byte[] own;
    private final byte[] peer;
    private final List<Integer> ownUnits;
    private final List<Integer> peerUnits;
    private final boolean initiator;
    private final CompletionQueue sends = new CompletionQueue(4096);
    private final CompletionQueue receives = new CompletionQueue(4096);
    private final Memory memory = new Memory(new SplittableRandom(1));
    private final MemoryRegion scratch =
            memory.register(ByteBuffer.allocate(ROOM), 0, PRIVATE_KEY, Access.ALL);
    /** Per key, first address and end. */
    final Map<Integer, long[]> ranges = new HashMap<>();
    /** Rights of regions; all where there is no entry. */
    final Map<Integer, Integer> rights = new HashMap<>();

    int receiveLength = 1 << 16;
    private final Deque<byte[]> answers = new ArrayDeque<>();
    private int fed;
    private int posted = -1;
    private RdmaStream stream;

    Reenactment(Recorded recorded, boolean initiator) {
        this.initiator = initiator;
        own = Recorded.withZeroPads(initiator ? recorded.initiator() : recorded.responder());
        peer = initiator ? recorded.responder() : recorded.initiator();
        ownUnits = Recorded.units(own);
        peerUnits = Recorded.units(peer);
        scan(own, ownUnits, true);
        scan(peer, peerUnits, false);
    }

    private static int opcode(byte[] bytes, int unit) {
        return bytes[unit + 3] & 0xf;
    }

    /** What regions the streams speak of, and what READs got. */
    private void scan(byte[] bytes, List<Integer> units, boolean ours) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        for (int i = 1; i + 1 < units.size(); i++) {
            int at = units.get(i);
            int length = in.getShort(at) & 0xffff;
            int opcode = opcode(bytes, at);
            if (opcode == Rdmap.WRITE && !ours) {
                range(in.getInt(at + 4), in.getLong(at + 8), length - 14);
            } else if (opcode == Rdmap.READ_REQUEST) {
                int stag = at + 20 + (ours ? 0 : 16);
                range(in.getInt(stag), in.getLong(stag + 4), in.getInt(at + 32));
            } else if (opcode == Rdmap.READ_RESPONSE && ours) {
                answer.write(bytes, at + 16, length - 14);
                if ((bytes[at + 2] & 0x40) != 0) {
                    answers.add(answer.toByteArray());
                    answer.reset();
                }
            }
        }
    }

    private void range(int key, long from, int length) {
        long[] range = ranges.computeIfAbsent(key, k -> new long[] {from, from});
        range[0] = Math.min(range[0], from);
        range[1] = Math.max(range[1], from + length);
    }

    private StreamOptions options(int mss) {
        ByteBuffer frame = ByteBuffer.wrap(own);
        boolean enhanced = (own[16] & 0x10) != 0;
        int bits = enhanced ? frame.getInt(MpaFrame.LENGTH) : 0;
        EnumSet<RtrKind> kinds = EnumSet.noneOf(RtrKind.class);
        for (RtrKind kind : RtrKind.values()) {
            if (bits < 0 && (bits & kind.bit) != 0) {
                kinds.add(kind);
            }
        }
        return new StreamOptions(sends, receives)
                .profile(IwarpProfile.SIW)
                .revision(own[17])
                .crc((own[16] & 0x40) != 0)
                .depths(enhanced ? (bits >> 16) & 0x3fff : 16, enhanced ? bits & 0x3fff : 16)
                .peerToPeer(kinds)
                .maxReceives(1024)
                .mss(mss);
    }

    private byte[] privateData() {
        int from = MpaFrame.LENGTH + ((own[16] & 0x10) != 0 ? 4 : 0);
        return Arrays.copyOfRange(own, from, ownUnits.get(1));
    }

    /** Plays to the end; afterwards all of the peer's bytes are read. */
    RdmaStream play(int mss) {
        stream = new RdmaStream(memory, options(mss));
        ranges.forEach((key, range) -> memory.register(
                ByteBuffer.allocate((int) (range[1] - range[0])),
                range[0],
                key,
                rights.getOrDefault(key, Access.ALL)));
        for (int i = 0; i < 1024; i++) {
            stream.postReceive(i, PRIVATE_KEY, ROOM / 2, receiveLength);
        }
        if (initiator) {
            stream.connect(privateData(), 0);
        } else {
            stream.listen(0);
        }
        ByteBuffer out = ByteBuffer.allocate(own.length + Mpa.MAX_RAW);
        while (out.position() < own.length) {
            int before = out.position();
            if (stream.transmit(out, 0) > 0) {
                int now = out.position();
                int same = Arrays.mismatch(out.array(), 0, now, own, 0, own.length);
                assertThat(same < 0 ? now : same)
                        .as("first byte that differs, of the unit from %d to %d", before, now)
                        .isEqualTo(now);
            } else if (!post(out.position())) {
                feed();
            }
        }
        while (fed + 1 < peerUnits.size()) {
            feed();
        }
        assertThat(stream.transmit(out, 0)).isZero();
        return stream;
    }

    private void feed() {
        assertThat(fed + 1).as("unit of the peer's").isLessThan(peerUnits.size());
        int from = peerUnits.get(fed);
        int to = peerUnits.get(fed + 1);
        ByteBuffer in = ByteBuffer.wrap(peer);
        if (fed > 0 && opcode(peer, from) == Rdmap.READ_REQUEST && !answers.isEmpty()) {
            byte[] answer = answers.remove();
            MemoryRegion source = memory.region(in.getInt(from + 36));
            source.bytes().put(source.index(in.getLong(from + 40)), answer);
        }
        fed++;
        stream.receive(in, from, to - from, 0);
        if (stream.state() == StreamState.REQUESTED) {
            if ((own[16] & 0x20) != 0) {
                stream.reject(privateData());
            } else {
                stream.accept(privateData());
            }
        }
    }

    /** Asks for the verb whose first FPDU is due; false when it is not ours to ask. */
    private boolean post(int at) {
        int index = ownUnits.indexOf(at);
        if (index < 1 || index == posted || stream.state() != StreamState.ESTABLISHED) {
            return false;
        }
        int opcode = opcode(own, at);
        if (opcode == Rdmap.READ_RESPONSE || opcode == Rdmap.TERMINATE) {
            return false;
        }
        posted = index;
        ByteBuffer in = ByteBuffer.wrap(own);
        WorkRequest request = new WorkRequest();
        if (opcode == Rdmap.READ_REQUEST) {
            request.of(Verb.RDMA_READ, index)
                    .local(in.getInt(at + 20), in.getLong(at + 24), in.getInt(at + 32))
                    .remote(in.getInt(at + 36), in.getLong(at + 40));
        } else {
            int length = payload(index);
            boolean write = opcode == Rdmap.WRITE;
            boolean invalidates = Rdmap.invalidates(opcode);
            Verb send = invalidates ? Verb.SEND_WITH_INV : Verb.SEND;
            request.of(write ? Verb.RDMA_WRITE : send, index).local(PRIVATE_KEY, 0, length);
            if (write) {
                request.remote(in.getInt(at + 4), in.getLong(at + 8));
            } else {
                request.immediate(in.getInt(at + 4));
            }
            if (opcode == Rdmap.SEND_SE || opcode == Rdmap.SEND_SE_INVALIDATE) {
                request.solicited();
            }
        }
        return stream.post(request);
    }

    /** Puts the message's payload where the request takes it from. */
    private int payload(int first) {
        ByteBuffer in = ByteBuffer.wrap(own);
        int length = 0;
        int index = first;
        boolean last = false;
        while (!last) {
            int at = ownUnits.get(index++);
            int header = own[at + 2] < 0 ? 14 : 18;
            int count = (in.getShort(at) & 0xffff) - header;
            scratch.bytes().put(length, own, at + 2 + header, count);
            length += count;
            last = (own[at + 2] & 0x40) != 0;
        }
        return length;
    }

    /** Statuses of the end's send requests, in order. */
    List<String> sent() {
        return statuses(sends);
    }

    /** Of its receives, but for those flushed at the end. */
    List<String> received() {
        List<String> all = statuses(receives);
        all.removeIf(status -> status.equals("WR_FLUSH_ERR"));
        return all;
    }

    private static List<String> statuses(CompletionQueue queue) {
        List<String> all = new ArrayList<>();
        for (Completion c = queue.poll(); c != null; c = queue.poll()) {
            all.add(c.status().name());
        }
        return all;
    }
}
