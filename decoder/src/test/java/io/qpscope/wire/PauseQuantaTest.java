package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.qpscope.spec.MacControlPfc;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.Random;

class PauseQuantaTest {
    /** The longest pause at the speeds of the field; 335.5 us at 100 Gbit/s is often quoted. */
    @ParameterizedTest
    @CsvSource({
        "10, 3355392",
        "25, 1342157",
        "40, 838848",
        "100, 335539",
        "200, 167770",
        "400, 83885",
        "800, 41942"
    })
    void theLongestPauseShrinksWithTheSpeed(long gigabits, long ns) {
        assertThat(PauseQuanta.ns(0xffff, gigabits * 1_000_000_000)).isEqualTo(ns);
    }

    @Test
    void anyQuantaAtAnySpeedAreNeverNegative() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 10_000; round++) {
            long speed = 1 + (random.nextLong() >>> (1 + random.nextInt(63)));
            int quanta = random.nextInt(0x10000);
            assertThat(PauseQuanta.ns(quanta, speed)).as("seed " + seed).isNotNegative();
        }
        assertThat(PauseQuanta.ns(0xffff, 1)).isEqualTo(33_553_920_000_000_000L);
        assertThat(PauseQuanta.ns(0xffff, Long.MAX_VALUE)).isZero();
    }

    /** Getters with an argument are out of reach of {@link ViewsTest}. */
    @Test
    void timesOfAllClassesEqualTheSpecification() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        byte[] bytes = new byte[MacPfc.LENGTH];
        for (int round = 0; round < 10_000; round++) {
            random.nextBytes(bytes);
            MacControlPfc spec =
                    new MacControlPfc(new ByteBufferKaitaiStream(ByteBuffer.wrap(bytes)));
            spec._read();
            int[] expected = {
                spec.pauseTimeC0(), spec.pauseTimeC1(), spec.pauseTimeC2(), spec.pauseTimeC3(),
                spec.pauseTimeC4(), spec.pauseTimeC5(), spec.pauseTimeC6(), spec.pauseTimeC7()
            };
            MacPfc view = new MacPfc().wrap(ByteBuffer.wrap(bytes), 0);
            for (int i = 0; i < MacPfc.CLASSES; i++) {
                assertThat(view.pauseTime(i))
                        .as("seed %d class %d", seed, i)
                        .isEqualTo(expected[i]);
            }
        }
    }
}
