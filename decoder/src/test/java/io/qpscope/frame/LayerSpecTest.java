package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Places in the tables are counted up from widths; here each is held against the specification. */
class LayerSpecTest {
    /** Room behind the fixed fields for the longest open ones. */
    private static final int ROOM = 4096;

    /** Shown in bytes, as Wireshark does, where the header counts words. */
    private static final Set<String> IN_WORDS = Set.of("ip.hdr_len", "tcp.hdr_len");

    @TestFactory
    Stream<DynamicTest> fieldsLieWhereTheTablesSay() {
        return LayerTables.ALL.stream()
                .map(spec -> DynamicTest.dynamicTest(spec.name(), () -> eachFieldAlone(spec)));
    }

    @TestFactory
    Stream<DynamicTest> everyCutShowsTheFieldsBeforeIt() {
        return LayerTables.ALL.stream()
                .map(spec -> DynamicTest.dynamicTest(spec.name(), () -> everyCut(spec)));
    }

    @TestFactory
    Stream<DynamicTest> whatWasReadIsWrittenByteForByte() {
        return LayerTables.ALL.stream()
                .filter(spec -> spec.entries().stream().allMatch(entry -> entry.bits() >= 0))
                .map(spec -> DynamicTest.dynamicTest(spec.name(), () -> roundTrip(spec)));
    }

    private static <S extends KaitaiStruct.ReadWrite> void roundTrip(LayerSpec<S> spec) {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        byte[] bytes = new byte[spec.length()];
        new Random(seed).nextBytes(bytes);
        S object = spec.read(ByteBuffer.wrap(bytes), 0, 0, bytes.length).object();
        byte[] written = new byte[bytes.length];
        object._write(new ByteBufferKaitaiStream(ByteBuffer.wrap(written)));
        assertThat(written).as("-Dqpscope.seed=%d", seed).isEqualTo(bytes);
    }

    private static <S extends KaitaiStruct.ReadWrite> void eachFieldAlone(LayerSpec<S> spec) {
        for (LayerSpec.Entry<S> entry : spec.entries()) {
            if (entry.bits() < 0 || IN_WORDS.contains(entry.name())) {
                continue;
            }
            byte[] bytes = new byte[spec.length() + ROOM];
            setBits(bytes, entry.bitOffset(), entry.bits());
            assertValue(spec, entry, bytes, true);
            Arrays.fill(bytes, (byte) 0xff);
            clearBits(bytes, entry.bitOffset(), entry.bits());
            assertValue(spec, entry, bytes, false);
        }
    }

    private static <S extends KaitaiStruct.ReadWrite> void assertValue(
            LayerSpec<S> spec, LayerSpec.Entry<S> entry, byte[] bytes, boolean ones) {
        LayerSpec.Reading<S> reading = spec.read(ByteBuffer.wrap(bytes), 0, 0, bytes.length);
        assertThat(reading.whole()).isTrue();
        reading.node().fields().stream()
                .filter(field -> field.name().equals(entry.name()) && isAt(field, entry))
                .filter(field -> !(field.value() instanceof Double))
                .filter(field -> !field.name().equals("infiniband.aeth.credits"))
                .forEach(field -> assertThat(field.value())
                        .as("%s of all %s", field.name(), ones ? "ones" : "zeros")
                        .isEqualTo(expected(field, ones)));
    }

    private static boolean isAt(Field field, LayerSpec.Entry<?> entry) {
        return field.offset() * 8 + field.bitOffset() == entry.bitOffset();
    }

    private static Object expected(Field field, boolean ones) {
        if (field.value() instanceof Boolean) {
            return ones;
        }
        if (field.value() instanceof String) {
            return (ones ? "f" : "0").repeat(field.bits() / 4);
        }
        if (!ones) {
            return 0L;
        }
        return field.bits() == 64
                ? new BigInteger("ffffffffffffffff", 16)
                : (Object) ((1L << field.bits()) - 1);
    }

    private static <S extends KaitaiStruct.ReadWrite> void everyCut(LayerSpec<S> spec) {
        ByteBuffer zeros = ByteBuffer.allocate(spec.length() + ROOM);
        LayerSpec.Reading<S> whole = spec.read(zeros, 0, 0, zeros.capacity());
        for (int there = 0; there < spec.length(); there++) {
            LayerSpec.Reading<S> reading = spec.read(zeros, 0, 0, there);
            int bits = there * 8;
            assertThat(reading.whole()).isFalse();
            assertThat(reading.error())
                    .startsWith(spec.name() + " at byte 0: ")
                    .contains(there + " ");
            assertThat(reading.node().length()).isEqualTo(there);
            List<String> shown =
                    reading.node().fields().stream().map(Field::name).toList();
            assertThat(whole.node().fields().stream()
                            .filter(f -> f.offset() * 8 + f.bitOffset() + f.bits() <= bits)
                            .map(Field::name))
                    .as("%s cut at %d", spec.name(), there)
                    .allMatch(shown::contains);
            assertThat(reading.node().fields())
                    .allMatch(f -> f.offset() * 8 + f.bitOffset() + f.bits() <= bits);
        }
    }

    private static void setBits(byte[] bytes, int from, int count) {
        for (int bit = from; bit < from + count; bit++) {
            bytes[bit / 8] |= (byte) (0x80 >> bit % 8);
        }
    }

    private static void clearBits(byte[] bytes, int from, int count) {
        for (int bit = from; bit < from + count; bit++) {
            bytes[bit / 8] &= (byte) ~(0x80 >> bit % 8);
        }
    }
}
