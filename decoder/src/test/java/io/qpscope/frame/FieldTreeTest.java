package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

class FieldTreeTest {
    /** UC SEND ONLY over IPv4 with two bytes of pad: scapy test/contrib/roce.uts. */
    private static final byte[] UC_SEND = HexFormat.of()
            .parseHex("248a07a8fa22248a07a8fa2208004501004004784000"
                    + "4011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf1710"
                    + "4630818be28935d90e9a95505401be885e50000078f353f3");

    /** The same over IPv6, from the same source. */
    private static final byte[] UC_SEND_IPV6 = HexFormat.of()
            .parseHex("248a07a8fa22248a07a8fa2286dd6e21face002c11ff"
                    + "2022000000000000000000000000102320230000000000000000000000001024"
                    + "c00012b7002ce7c52460ffff000000d300cf1710"
                    + "4630818be28935d90e9a95505401be885e5000003e5b743b");

    private final Dissector dissector = new Dissector(4791, true);

    @Test
    void showsAllLayers() {
        FieldTree tree = tree(UC_SEND);
        assertThat(tree.errors()).isEmpty();
        assertThat(tree.frame()).isEqualTo(7);
        assertThat(tree.layers().stream().map(LayerNode::name))
                .containsExactly(
                        "frame",
                        "eth",
                        "ip",
                        "udp",
                        "infiniband.bth",
                        "infiniband.payload",
                        "infiniband.pad",
                        "infiniband.invariant.crc");
    }

    @Test
    void showsFieldsWithPlaceAndMeaning() {
        FieldTree tree = tree(UC_SEND);
        assertThat(field(tree, "frame.time_epoch").text()).isEqualTo("1700000000.000000001 s");
        assertThat(field(tree, "eth.src"))
                .isEqualTo(new Field("eth.src", "248a07a8fa22", 6, 0, 48, "24:8a:07:a8:fa:22"));
        assertThat(field(tree, "ip.dsfield.ecn"))
                .isEqualTo(new Field("ip.dsfield.ecn", 1L, 15, 6, 2, "ECT(1)"));
        assertThat(field(tree, "ip.dst").text()).isEqualTo("192.168.0.7");
        assertThat(field(tree, "udp.dstport").value()).isEqualTo(4791L);
        assertThat(field(tree, "infiniband.bth.opcode"))
                .isEqualTo(new Field("infiniband.bth.opcode", 0x24L, 42, 0, 8, "UC_SEND_ONLY"));
        assertThat(field(tree, "infiniband.bth.m").value()).isEqualTo(true);
        assertThat(field(tree, "infiniband.bth.padcnt"))
                .isEqualTo(new Field("infiniband.bth.padcnt", 2L, 43, 2, 2, null));
        assertThat(field(tree, "infiniband.bth.destqp").value()).isEqualTo(0xd3L);
        assertThat(field(tree, "infiniband.bth.psn").value()).isEqualTo(0xcf1710L);
        assertThat(field(tree, "infiniband.payload").bits()).isEqualTo(18 * 8);
        assertThat(field(tree, "infiniband.pad").value()).isEqualTo("0000");
        assertThat(field(tree, "infiniband.invariant.crc").value()).isEqualTo(0x78f3_53f3L);
        assertThat(field(tree, "infiniband.invariant.crc.status").value()).isEqualTo("good");
    }

    @Test
    void showsIpv6() {
        FieldTree tree = tree(UC_SEND_IPV6);
        assertThat(tree.errors()).isEmpty();
        assertThat(field(tree, "ipv6.src").text()).isEqualTo("2022::1023");
        assertThat(field(tree, "ipv6.tclass.ecn").text()).isEqualTo("ECT(0)");
        assertThat(field(tree, "ipv6.flow").value()).isEqualTo(0x1faceL);
        assertThat(field(tree, "infiniband.invariant.crc.status").value()).isEqualTo("good");
    }

    @Test
    void saysWhyAChecksumIsBad() {
        byte[] changed = UC_SEND.clone();
        changed[60] ^= 1;
        Field status = field(tree(changed), "infiniband.invariant.crc.status");
        assertThat(status.value()).isEqualTo("bad");
        assertThat(status.text())
                .startsWith("stored 78f353f3, computed ")
                .doesNotContain("reverse");
    }

    @Test
    void recognisesAReversedChecksum() {
        byte[] changed = UC_SEND.clone();
        System.arraycopy(HexFormat.of().parseHex("f353f378"), 0, changed, changed.length - 4, 4);
        Field status = field(tree(changed), "infiniband.invariant.crc.status");
        assertThat(status.value()).isEqualTo("bad");
        assertThat(status.text())
                .endsWith("computed 78f353f3: the sender put the bytes in reverse order");
    }

    @Test
    void showsWhatWasCaptured() {
        FieldTree tree = tree(Arrays.copyOf(UC_SEND, 60), UC_SEND.length);
        assertThat(field(tree, "infiniband.payload").bits()).isEqualTo(6 * 8);
        assertThat(field(tree, "infiniband.invariant.crc.status"))
                .extracting(Field::value, Field::text)
                .containsExactly("unchecked", "the packet is cut");
        assertThat(tree.errors())
                .containsExactly("infiniband.payload at byte 54: 18 bytes expected, 6 there");
    }

    @Test
    void saysWhereAHeaderIsCut() {
        FieldTree tree = tree(Arrays.copyOf(UC_SEND, 47), UC_SEND.length);
        assertThat(field(tree, "infiniband.bth.p_key").value()).isEqualTo(0xffffL);
        assertThat(names(tree)).doesNotContain("infiniband.bth.destqp");
        assertThat(tree.errors())
                .containsExactly("infiniband.bth at byte 42: 12 bytes expected, 5 there");
    }

    @Test
    void saysThatPadAndChecksumDoNotFit() {
        byte[] ack = HexFormat.of()
                .parseHex("02000000000102000000000208004500002c000000004011000001010101"
                        + "02020202c00012b7001800001130ffff000000d300cf17101f000005");
        FieldTree tree = tree(ack);
        assertThat(field(tree, "infiniband.aeth.msn").value()).isEqualTo(5L);
        assertThat(tree.errors())
                .containsExactly("infiniband.invariant.crc at byte 58: 4 bytes expected, 0 there");
    }

    @Test
    void givesTheSyndromeInWords() {
        assertThat(field(acknowledge("1f"), "infiniband.aeth.syndrome").text())
                .isEqualTo("ACK, no end-to-end credits");
        assertThat(field(acknowledge("05"), "infiniband.aeth.credits").value()).isEqualTo(6L);
        FieldTree rnr = acknowledge("20");
        assertThat(field(rnr, "infiniband.aeth.syndrome.timer"))
                .isEqualTo(new Field("infiniband.aeth.syndrome.timer", 0L, 54, 3, 5, "655.36 ms"));
        assertThat(field(rnr, "infiniband.aeth.rnr_ms").value()).isEqualTo(655.36);
        assertThat(names(rnr)).doesNotContain("infiniband.aeth.syndrome.credit_count");
        assertThat(field(acknowledge("62"), "infiniband.aeth.syndrome.error_code")
                        .text())
                .isEqualTo("REMOTE_ACCESS_ERROR");
    }

    private FieldTree acknowledge(String syndrome) {
        return tree(HexFormat.of()
                .parseHex("020000000001020000000002080045000030000000004011000001010101"
                        + "02020202c00012b7001c00001100ffff000000d300cf1710" + syndrome
                        + "00000500000000"));
    }

    @Test
    void neverThrowsOnATruncatedOrChangedPacket() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = (random.nextBoolean() ? UC_SEND : UC_SEND_IPV6).clone();
            int changes = random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            try {
                FieldTree tree = tree(cut, bytes.length);
                assertThat(tree.layers()).isNotEmpty();
            } catch (RuntimeException e) {
                throw new AssertionError("-Dqpscope.seed=" + seed + " round " + round, e);
            }
        }
    }

    private FieldTree tree(byte[] bytes) {
        return tree(bytes, bytes.length);
    }

    /** The frame does not begin where the buffer does, as in a mapped file. */
    private FieldTree tree(byte[] bytes, int original) {
        ByteBuffer buffer = ByteBuffer.allocate(16 + bytes.length + 64);
        buffer.put(16, bytes);
        FrameView view = new FrameView()
                .wrap(buffer, 16, bytes.length, original, LinkType.ETHERNET)
                .at(7, 1_700_000_000_000_000_001L, 0, 0);
        dissector.dissect(view);
        return FieldTree.of(view);
    }

    private static List<String> names(FieldTree tree) {
        return tree.layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .map(Field::name)
                .toList();
    }

    private static Field field(FieldTree tree, String name) {
        return tree.layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " not among " + names(tree)));
    }
}
