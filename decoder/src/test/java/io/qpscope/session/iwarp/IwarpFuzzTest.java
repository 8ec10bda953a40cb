package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import io.qpscope.finding.Rules;
import io.qpscope.frame.FieldTree;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Random;

/** Whatever two ends send each other, nothing is thrown and all is told. */
class IwarpFuzzTest {
    private static final int ROUNDS = 1000;
    private static final byte[] NOTHING = {};

    /** Each step: a byte that picks what to do, then its arguments as far as there are bytes. */
    @FuzzTest(maxDuration = "30s")
    void anyTrafficIsToldWithoutAnException(byte[] data) {
        play(ByteBuffer.wrap(data));
    }

    @Test
    void randomTrafficIsToldWithoutAnException() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            byte[] data = new byte[random.nextInt(600)];
            random.nextBytes(data);
            try {
                play(ByteBuffer.wrap(data));
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("-Dqpscope.seed=%d round %d".formatted(seed, round), e);
            }
        }
    }

    /** Bits of lawful streams are turned over, so that headers are reached too. */
    @Test
    void damagedStreamsAreToldWithoutAnException() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            boolean markers = random.nextBoolean();
            MpaStream a =
                    new MpaStream(markers, random.nextBoolean()).request(0x50, 2, new byte[8]);
            a.send(1, random.nextInt(900)).readRequest(1, 9).write(1, 2, random.nextInt(2000));
            a.atomic(2, 1).terminate(0x21020300, new byte[random.nextInt(60)]).send(2, 40);
            byte[] bytes = a.bytes();
            for (int i = random.nextInt(6); i > 0; i--) {
                bytes[20 + random.nextInt(bytes.length - 20)] ^= (byte) (1 << random.nextInt(8));
            }
            Wire wire = new Wire().handshake();
            wire.all(1, MpaStream.plain().reply(markers ? 0x80 : 0, 1, NOTHING));
            for (int at = 0; at < bytes.length; ) {
                int end = Math.min(bytes.length, at + 1 + random.nextInt(700));
                wire.data(0, bytes, at, end, -1);
                at = end;
            }
            check(wire.ack(1, bytes.length));
        }
    }

    private static void play(ByteBuffer data) {
        Wire wire = new Wire();
        byte[] key = new MpaStream(false, false)
                .request(data.hasRemaining() ? data.get() : 0, 2, new byte[4])
                .bytes();
        wire.handshake().data(0, key, 0, key.length, 0);
        while (data.remaining() > 4) {
            int what = data.get();
            int position = (what & 2) == 0 ? data.get() : data.getShort();
            int wanted = data.get() & 0x7f;
            byte[] part = new byte[Math.min(data.remaining(), wanted)];
            data.get(part);
            int flags = (what & 4) == 0 ? Wire.ACK : what & 0x3f;
            wire.segment(what & 1, key.length + position, part, flags, key.length + position);
        }
        check(wire);
    }

    private static void check(Wire wire) {
        Wire.Seen seen = wire.run();
        assertThat(Rules.judge(seen.result())).isNotNull();
        StreamReader streams = new StreamReader();
        wire.each(view ->
                assertThat(FieldTree.of(view, streams.unitsOf(view)).layers()).isNotEmpty());
    }
}
