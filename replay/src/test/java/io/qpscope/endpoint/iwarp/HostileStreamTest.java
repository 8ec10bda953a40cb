package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

import io.qpscope.endpoint.Verb;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.SplittableRandom;

/** Whatever bytes come, nothing is thrown, and the stream ends or goes on. */
class HostileStreamTest {
    private static final int ROUNDS = 1000;
    private static final StreamDefect[] DEFECTS = StreamDefect.values();

    /** The first byte draws the set-up, the rest are segments in good frames, or plain bytes. */
    @FuzzTest(maxDuration = "30s")
    void anyBytesAreTakenWithoutAnException(byte[] data) {
        play(data);
    }

    @Test
    void randomBytesAreTakenWithoutAnException() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++) {
            SplittableRandom random = new SplittableRandom(seed + round);
            byte[] data = new byte[random.nextInt(400)];
            random.nextBytes(data);
            try {
                play(data);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("-Dqpscope.seed=%d round %d".formatted(seed, round), e);
            }
        }
    }

    /** Bits of lawful streams are turned over in both directions; some devices have a defect. */
    @Test
    void damagedStreamsAreTakenWithoutAnException() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++) {
            SplittableRandom random = new SplittableRandom(seed + round);
            try {
                damaged(random);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("-Dqpscope.seed=%d round %d".formatted(seed, round), e);
            }
        }
    }

    private static void damaged(SplittableRandom random) {
        boolean markers = random.nextBoolean();
        EnumSet<RtrKind> kinds =
                random.nextBoolean() ? EnumSet.allOf(RtrKind.class) : EnumSet.noneOf(RtrKind.class);
        StreamDefect defect = DEFECTS[random.nextInt(DEFECTS.length)];
        IwarpProfile profile =
                random.nextBoolean() ? IwarpProfile.RFC : IwarpProfile.RFC.with(defect);
        StreamPair pair = new StreamPair(
                o -> o.profile(profile).crc(false).markers(markers).peerToPeer(kinds),
                o -> o.profile(profile).crc(false).markers(markers).peerToPeer(kinds));
        int rarity = 2 + random.nextInt(20);
        pair.forged((fromA, bytes) -> {
            if (random.nextInt(rarity) == 0) {
                int at = random.nextInt(Math.min(bytes.position(), 80));
                bytes.put(at, (byte) (bytes.get(at) ^ (1 << random.nextInt(8))));
            }
        });
        for (int i = 0; i < 20; i++) {
            pair.receive(i, 4000);
        }
        pair.connect();
        for (Verb verb : Verb.values()) {
            int length = verb.isAtomic() ? 8 : random.nextInt(4000);
            pair.a.stream.post(pair.bytes(verb, 1, length));
            pair.run();
        }
        pair.b.stream.ended(random.nextBoolean());
        pair.run();
        assertThat(pair.b.stream.state().over()).isTrue();
    }

    private static void play(byte[] data) {
        ByteBuffer in = ByteBuffer.wrap(data);
        int what = data.length == 0 ? 0 : in.get();
        boolean framed = (what & 1) != 0;
        boolean markers = (what & 2) != 0;
        StreamPair pair = new StreamPair(
                o -> o.crc(false),
                o -> o.crc(false)
                        .markers(markers)
                        .profile((what & 4) == 0 ? IwarpProfile.RFC : IwarpProfile.SIW));
        pair.b.stream.listen(0);
        if ((what & 8) != 0) {
            pair.inject(in.slice());
            return;
        }
        pair.receive(1, 100);
        pair.a.stream.connect(StreamPair.NOTHING, 0);
        pair.run();
        if (!framed) {
            pair.inject(in.slice());
            return;
        }
        FpduWriter writer = new FpduWriter(IwarpProfile.RFC);
        writer.start(markers, false, 1448);
        ByteBuffer out = ByteBuffer.allocate(4000);
        while (in.hasRemaining()) {
            int wanted = in.get() & 0x7f;
            int length = Math.min(in.remaining(), wanted);
            writer.begin().put(in.slice(in.position(), length));
            in.position(in.position() + length);
            writer.end(out.clear());
            pair.inject(out.flip());
        }
    }
}
