package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32;

class IcrcTest {
    /** UC SEND ONLY from IP to ICRC: secdev/scapy test/contrib/roce.uts. */
    private static final String IPV4 =
            "45010040047840004011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf1710"
                    + "4630818be28935d90e9a95505401be885e50000078f353f3";

    /** The same over IPv6. */
    private static final String IPV6 =
            "6e21face002c11ff2022000000000000000000000000102320230000000000000000000000001024"
                    + "c00012b7002ce7c52460ffff000000d300cf1710"
                    + "4630818be28935d90e9a95505401be885e5000003e5b743b";

    private static final int[] IPV4_MASKED = {1, 8, 10, 11, 26, 27, 32};
    private static final int[] IPV6_MASKED = {1, 2, 3, 7, 46, 47, 52};

    private final Icrc icrc = new Icrc();

    private static byte[] parse(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** Bits of a byte that count as ones. */
    private static int mask(boolean ipv6, int at) {
        for (int masked : ipv6 ? IPV6_MASKED : IPV4_MASKED) {
            if (masked == at) {
                return 0xff;
            }
        }
        return ipv6 && at == 0 ? 0x0f : 0;
    }

    @ParameterizedTest
    @ValueSource(strings = {IPV4, IPV6})
    void computesWhatIsStored(String hex) {
        ByteBuffer packet = ByteBuffer.wrap(parse(hex));
        int udp = packet.capacity() - 44;
        int end = packet.capacity() - 4;
        assertThat(icrc.compute(packet, 0, udp, end)).isEqualTo(Icrc.stored(packet, end));
        assertThat(packet.position()).isZero();
    }

    /** Every bit of both packets: a masked one changes nothing, any other does (BUG-003, 004). */
    @ParameterizedTest
    @ValueSource(strings = {IPV4, IPV6})
    void masksExactlyWhatRoutersMayChange(String hex) {
        byte[] bytes = parse(hex);
        boolean ipv6 = hex.equals(IPV6);
        int udp = bytes.length - 44;
        int end = bytes.length - 4;
        ByteBuffer packet = ByteBuffer.wrap(bytes);
        int good = Icrc.stored(packet, end);
        for (int bit = 0; bit < end * 8; bit++) {
            int flip = 0x80 >> bit % 8;
            bytes[bit / 8] ^= (byte) flip;
            assertThat(icrc.compute(packet, 0, udp, end) == good)
                    .as("bit " + bit)
                    .isEqualTo((mask(ipv6, bit / 8) & flip) != 0);
            bytes[bit / 8] ^= (byte) flip;
        }
    }

    /** Short packets go another way than long ones, and mapped memory another than arrays. */
    @Test
    void lengthsAndBuffersAgree() {
        Random random = new Random(7);
        byte[] bytes = new byte[9000];
        random.nextBytes(bytes);
        System.arraycopy(parse(IPV4), 0, bytes, 100, 40);
        ByteBuffer[] direct = new ByteBuffer[11];
        for (int i = 0; i < direct.length; i++) {
            direct[i] = ByteBuffer.allocateDirect(bytes.length).put(0, bytes);
        }
        CRC32 reference = new CRC32();
        for (int length = 0; length < 4200; length += length < 300 ? 1 : 37) {
            byte[] head = parse("ffffffffffffffff" + IPV4.substring(0, 80));
            for (int at : IPV4_MASKED) {
                head[8 + at] = -1;
            }
            reference.reset();
            reference.update(head);
            reference.update(bytes, 140, length);
            int right = (int) reference.getValue();
            ByteBuffer array = ByteBuffer.wrap(bytes);
            ByteBuffer mapped = direct[length % direct.length];
            assertThat(icrc.compute(array, 100, 120, 140 + length)).isEqualTo(right);
            assertThat(icrc.compute(mapped, 100, 120, 140 + length)).isEqualTo(right);
            assertThat(icrc.compute(mapped.asReadOnlyBuffer(), 100, 120, 140 + length))
                    .isEqualTo(right);
            assertThat(mapped.position()).isZero();
            assertThat(mapped.limit()).isEqualTo(bytes.length);
        }
    }

    /** Sample packet of IBA vol 1, 7.8.1: 52 bytes behind masking, and how the value is sent. */
    @Test
    void sendsLeastSignificantByteFirst() {
        byte[] sample = parse("7012375c000e17d20a2024870087b1b3000dec2a01710a1c015d400238f27a05"
                + "0000000ebb884d85fd5cfba4728bc0690ed40000");
        sample[0] |= (byte) 0xf0;
        sample[12] = -1;
        CRC32 crc = new CRC32();
        crc.update(sample);
        assertThat((int) crc.getValue()).isEqualTo(0x5ab7_2596);
        ByteBuffer wire = ByteBuffer.allocate(4);
        Icrc.store(wire, 0, 0x5ab7_2596);
        assertThat(wire.array()).isEqualTo(parse("9625b75a"));
        assertThat(Icrc.stored(wire, 0)).isEqualTo(0x5ab7_2596);
    }

    @Test
    void hintsAtWhyAValueIsWrong() {
        int right = 0x1234_5678;
        assertThat(Icrc.hint(0x7856_3412, right)).isEqualTo(Icrc.Hint.REVERSED);
        assertThat(Icrc.hint(~right, right)).isEqualTo(Icrc.Hint.NOT_COMPLEMENTED);
        assertThat(Icrc.hint(0, right)).isEqualTo(Icrc.Hint.ZERO);
        assertThat(Icrc.hint(0x1234_5679, right)).isEqualTo(Icrc.Hint.NONE);
    }

    /** The same BTH and payload behind a GRH that is written out. */
    @ParameterizedTest
    @ValueSource(strings = {IPV4, IPV6})
    void asRoceV1ItIsThatOfAGrhWithTheSameAddresses(String hex) {
        ByteBuffer packet = ByteBuffer.wrap(parse(hex));
        int end = packet.capacity() - 4;
        int udp = packet.capacity() - 44;
        int bth = udp + 8;
        ByteBuffer v1 = ByteBuffer.allocate(Grh.LENGTH + packet.capacity() - bth);
        v1.putInt(0x6000_0000).putShort((short) (packet.capacity() - bth));
        v1.put((byte) Grh.NEXT_BTH).put((byte) 64);
        if (hex.equals(IPV6)) {
            v1.put(packet.array(), 8, 32);
        } else {
            v1.putLong(0).putLong(0xffff_0000_0000L | (packet.getInt(12) & 0xffff_ffffL));
            v1.putLong(0).putLong(0xffff_0000_0000L | (packet.getInt(16) & 0xffff_ffffL));
        }
        v1.put(packet.array(), bth, packet.capacity() - bth);
        assertThat(icrc.computeAsRoceV1(packet, 0, udp, end))
                .isEqualTo(icrc.computeGlobal(v1, 0, v1.capacity() - 4))
                .isNotEqualTo(icrc.compute(packet, 0, udp, end));
    }
}
