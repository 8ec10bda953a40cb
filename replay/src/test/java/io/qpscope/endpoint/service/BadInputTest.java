package io.qpscope.endpoint.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Counters;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.MadHeader;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** What anybody may throw at a host: counted, never answered, never an exception. */
class BadInputTest {
    private static final int IPV4 = 20;
    private static final int BTH = IPV4 + 8;
    private static final int DETH = BTH + 12;
    private static final int SINK = 9;
    private static final int RPING = 7174;

    private final Wire wire = new Wire();
    private final Counters counters = wire.b.endpoint().counters();
    private final Icrc icrc = new Icrc();
    private final ByteBuffer out = ByteBuffer.allocate(Endpoint.MOST_PACKET);

    @BeforeEach
    void talk() {
        wire.b.serve(SINK, () -> new SinkServer(wire.b.endpoint(), 0, 16, 8192), CmOptions::new);
        wire.b.serve(RPING, () -> new RpingServer(wire.b.endpoint(), 0, 2000), CmOptions::new);
        Path path =
                wire.a.address().to(wire.b.address().high(), wire.b.address().low(), 0);
        for (Verb verb : Verb.values()) {
            if (verb != Verb.SEND_WITH_INV) {
                LoadClient.Volume volume = new LoadClient.Volume(3000, 2);
                LoadClient load = new LoadClient(wire.a.endpoint(), 0, verb, 2, volume);
                wire.a.connect(load, path, SINK, new CmOptions(), wire.now());
            }
        }
        // Without an end, so that its queue pair stays.
        RpingClient rping = new RpingClient(wire.a.endpoint(), 0, 1000, 0);
        wire.a.connect(rping, path, RPING, new CmOptions(), wire.now());
        wire.run(2_000_000);
    }

    private void receive(byte[] bytes) {
        wire.b.receive(ByteBuffer.wrap(bytes), 0, bytes.length, true, wire.now());
    }

    /** All that the host has to say; it must come to an end. */
    private int answers() {
        int count = 0;
        wire.b.turn(wire.now());
        while (wire.b.transmit(out.clear(), wire.now()) > 0) {
            wire.b.turn(wire.now());
            count++;
            assertThat(count).isLessThan(10_000);
        }
        return count;
    }

    private byte[] last(boolean toQp1) {
        for (int i = wire.sent.size() - 1; i >= 0; i--) {
            Wire.Sent packet = wire.sent.get(i);
            if (packet.fromA() && (packet.destQp() == 1) == toQp1) {
                return packet.bytes().clone();
            }
        }
        throw new IllegalStateException("no such packet");
    }

    private void fix(byte[] bytes) {
        ByteBuffer packet = ByteBuffer.wrap(bytes);
        int end = bytes.length - Icrc.LENGTH;
        Icrc.store(packet, end, icrc.compute(packet, 0, IPV4, end));
    }

    /** One packet changed, its ICRC made right again: counted as said, and nothing comes back. */
    private void drops(byte[] bytes, Consumer<ByteBuffer> change, ToLongFunction<Counters> by) {
        answers();
        change.accept(ByteBuffer.wrap(bytes));
        fix(bytes);
        long before = by.applyAsLong(counters);
        receive(bytes);
        assertThat(by.applyAsLong(counters)).isEqualTo(before + 1);
        assertThat(answers()).isZero();
    }

    @Test
    void anUnknownQueuePair() {
        drops(last(false), p -> p.putInt(BTH + 4, 0x12_3456), c -> c.droppedUnknownQp);
    }

    @Test
    void aWrongQueueKey() {
        drops(last(true), p -> p.putInt(DETH, 0x8001_0001), c -> c.droppedWrongKey);
    }

    @Test
    void aWrongPartitionKey() {
        drops(last(false), p -> p.putShort(BTH + 2, (short) 0x8001), c -> c.droppedWrongKey);
    }

    @Test
    void aWrongVersion() {
        drops(
                last(false),
                p -> p.put(BTH + 1, (byte) (p.get(BTH + 1) | 1)),
                c -> c.droppedMalformed);
    }

    @Test
    void aReservedOpcode() {
        drops(last(false), p -> p.put(BTH, (byte) 0x1f), c -> c.droppedMalformed);
        drops(last(false), p -> p.put(BTH, (byte) 0xe0), c -> c.droppedMalformed);
    }

    @Test
    void anotherSource() {
        drops(last(false), p -> p.putInt(12, 0x0a09_0063), c -> c.droppedWrongAddress);
    }

    @Test
    void aBadIcrc() {
        byte[] bytes = last(false);
        answers();
        bytes[bytes.length - 1] ^= 1;
        long before = counters.droppedBadIcrc;
        receive(bytes);
        assertThat(counters.droppedBadIcrc).isEqualTo(before + 1);
        assertThat(answers()).isZero();
    }

    /** IBA vol 1, 9.2: sent as 0, and not looked at by who receives. */
    @Test
    void reservedBitsOfTheBthAreNotLookedAt() {
        byte[] bytes = last(false);
        answers();
        ByteBuffer packet = ByteBuffer.wrap(bytes);
        packet.put(BTH + 4, (byte) 0x3f);
        packet.put(BTH + 8, (byte) (packet.get(BTH + 8) | 0x7f));
        fix(bytes);
        long taken = counters.rcvdPkts;
        receive(bytes);
        assertThat(counters.rcvdPkts).isEqualTo(taken + 1);
    }

    @Test
    void everyLengthShortOfTheWhole() {
        byte[] whole = last(true);
        answers();
        long taken = counters.rcvdPkts;
        long dropped = counters.droppedMalformed + counters.droppedBadIcrc;
        for (int length = 0; length < whole.length; length++) {
            wire.b.receive(ByteBuffer.wrap(whole), 0, length, true, wire.now());
        }
        assertThat(counters.rcvdPkts).isEqualTo(taken);
        assertThat(counters.droppedMalformed + counters.droppedBadIcrc)
                .isEqualTo(dropped + whole.length);
        assertThat(answers()).isZero();
    }

    @Test
    void randomBytesAreAllDropped() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        long taken = counters.rcvdPkts;
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (bytes.length > IPV4 && random.nextBoolean()) {
                bytes[0] = 0x45;
                bytes[9] = 17;
            }
            receive(bytes);
        }
        assertThat(counters.rcvdPkts).as("seed " + seed).isEqualTo(taken);
        assertThat(answers()).isZero();
    }

    /** Good packets with wrong contents, which get deeper than any noise does. */
    @Test
    void changedPacketsWithARightIcrcDoNoHarm() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> all = wire.sent.stream()
                .filter(Wire.Sent::fromA)
                .map(Wire.Sent::bytes)
                .toList();
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = all.get(random.nextInt(all.size())).clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                int at = BTH + random.nextInt(Math.min(60, bytes.length - BTH - Icrc.LENGTH));
                bytes[at] = (byte) random.nextInt(256);
            }
            fix(bytes);
            receive(bytes);
            if (random.nextInt(16) == 0) {
                answers();
            }
        }
        answers();
        assertThat(wire.b.conversations()).hasSizeLessThanOrEqualTo(64);
    }

    @Test
    void aFloodOfRequestsKeepsNoMoreThanThereIsRoomFor() {
        byte[] request = wire.sent.get(0).bytes();
        assertThat(wire.sent.get(0).message()).isEqualTo(MadHeader.CM_REQ);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = request.clone();
            ByteBuffer.wrap(bytes).putInt(DETH + 8 + MadHeader.LENGTH, 0x1000_0000 + i);
            fix(bytes);
            receive(bytes);
            if (i % 7 == 0) {
                answers();
            }
        }
        assertThat(wire.b.conversations()).hasSize(64);
        assertThat(wire.b.manager().connections()).hasSizeLessThanOrEqualTo(128);
        // A batch of more than the queue holds loses some, and says so.
        assertThat(wire.b.refused()).isPositive();
    }
}
