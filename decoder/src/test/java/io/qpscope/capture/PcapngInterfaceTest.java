package io.qpscope.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigInteger;
import java.util.Random;

class PcapngInterfaceTest {
    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private static long time(int resolution, long offset, long ticks) {
        PcapngInterface from = new PcapngInterface(1, 0);
        from.resolution(resolution);
        from.offset(offset);
        return from.timeNs((int) (ticks >>> 32), (int) ticks);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1700000000, 1700000000000000000",
        "3, 0, 1700000000123, 1700000000123000000",
        "6, 0, 1700000000123456, 1700000000123456000",
        "9, 0, 1700000000123456789, 1700000000123456789",
        "12, 0, 1700000000123456789, 1700000000123456",
        "12, 1700000000, 999999999999, 1700000000999999999",
        "128, 0, 1700000000, 1700000000000000000",
        "138, 0, 1740800000512, 1700000000500000000",
        "160, 0, 7301444403200000001, 1700000000000000000",
        "127, 0, -1, 0",
        "255, 0, -1, 0"
    })
    void keepsEachNanosecond(int resolution, long offset, long ticks, long ns) {
        assertThat(time(resolution, offset, ticks)).isEqualTo(ns);
    }

    @ParameterizedTest
    @CsvSource({
        "6, 0, -1",
        "6, 0, 9223372036854776",
        "9, 0, -1",
        "9, 1, 9223372036854775807",
        "128, 0, -1",
        "0, 9223372036854775807, 0"
    })
    void stopsAtTheLastTimeThatFits(int resolution, long offset, long ticks) {
        assertThat(time(resolution, offset, ticks)).isGreaterThanOrEqualTo(9223372036000000000L);
    }

    @Test
    void neverGoesBefore1970() {
        assertThat(time(6, -2, 1_000_000)).isZero();
        assertThat(time(6, Long.MIN_VALUE, 1_000_000)).isZero();
        assertThat(time(6, -1, 1_000_001)).isEqualTo(1000);
    }

    @Test
    void equalsUnboundedArithmetic() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 100_000; round++) {
            int resolution = random.nextInt(256);
            long ticks = random.nextLong() >>> random.nextInt(64);
            assertThat(time(resolution, 0, ticks))
                    .as("seed %d, resolution %d, ticks %d", seed, resolution, ticks)
                    .isEqualTo(exact(resolution, ticks));
        }
    }

    private static long exact(int resolution, long ticks) {
        BigInteger unsigned = new BigInteger(Long.toUnsignedString(ticks)).multiply(NANOS);
        int n = resolution & 0x7f;
        BigInteger divisor = resolution >= 128 ? BigInteger.TWO.pow(n) : BigInteger.TEN.pow(n);
        return unsigned.divide(divisor).min(MOST).longValueExact();
    }
}
