package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

class TunnelDissectorTest {
    private static final String MACS = "020000000003020000000004";
    private static final String VXLAN = "08000000 00002a 00";

    private final long seed = Long.getLong("qpscope.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Dissector dissector = new Dissector(FrameBuilder.ROCE_PORT, true);
    private final FrameView view = new FrameView();

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** An IPv4 packet between two tunnel ends. */
    private static byte[] ip(int protocol, byte[] payload) {
        return ByteBuffer.allocate(20 + payload.length)
                .putShort((short) 0x4500)
                .putShort((short) (20 + payload.length))
                .putInt(0)
                .put((byte) 64)
                .put((byte) protocol)
                .putShort((short) 0)
                .put(hex("c0a80001 c0a80002"))
                .put(payload)
                .array();
    }

    private static byte[] udp(int port, byte[] payload) {
        return ByteBuffer.allocate(8 + payload.length)
                .putShort((short) 50_000)
                .putShort((short) port)
                .putShort((short) (8 + payload.length))
                .putShort((short) 0)
                .put(payload)
                .array();
    }

    private byte[] roce(boolean ethernet) {
        FrameBuilder inner = new FrameBuilder();
        if (ethernet) {
            inner.ethernet();
        } else {
            inner.raw(LinkType.RAW);
        }
        return inner.ipv4("").roce(Opcode.SEND_ONLY, 33, random).build();
    }

    private static byte[] inVxlan(byte[] frame) {
        return join(hex(MACS + "0800"), ip(17, udp(4789, join(hex(VXLAN), frame))));
    }

    private void dissect(byte[] bytes, int captured, int original) {
        ByteBuffer buffer = ByteBuffer.allocate(2 + captured).put(2, bytes, 0, captured);
        view.wrap(buffer, 2, captured, original, LinkType.ETHERNET).at(1, 0, 0, 0);
        dissector.dissect(view);
        Sanity.check(view);
    }

    private void assertRoce(byte[] bytes, int vni, String... layers) {
        dissect(bytes, bytes.length, bytes.length);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.payloadLength()).isEqualTo(33);
        assertThat(view.carrier().vni()).isEqualTo(vni);
        FieldTree tree = FieldTree.of(view);
        assertThat(tree.errors()).isEmpty();
        List<String> names = tree.layers().stream().map(LayerNode::name).toList();
        assertThat(names).containsSubsequence(layers);
        assertThat(names).containsSubsequence("udp", "infiniband.bth", "infiniband.payload");
        for (int there = 0; there < bytes.length; there++) {
            dissect(bytes, there, bytes.length);
            assertThat(view.kind()).as("cut at %d", there).isIn(Kind.CUT, Kind.ROCE_V2, Kind.OTHER);
            FieldTree.of(view);
        }
    }

    @Test
    void vxlanIsKeyedByItsNetwork() {
        assertRoce(inVxlan(roce(true)), 42, "eth", "ip", "udp", "vxlan", "eth", "ip", "udp");
        assertThat(view.carrier().tunnels()).isLessThanOrEqualTo(1);
    }

    /** The tag in front of the tunnel is the underlay's; the one inside is the packet's. */
    @Test
    void tagsMayStandInFrontOfTheTunnelAndInside() {
        byte[] frame = new FrameBuilder()
                .ethernet()
                .tag(0x8100, 5, 7)
                .ipv4("")
                .roce(Opcode.SEND_ONLY, 33, random)
                .build();
        byte[] tunnel = inVxlan(frame);
        byte[] tag = hex("8100 6064");
        byte[] bytes =
                join(Arrays.copyOf(tunnel, 12), tag, Arrays.copyOfRange(tunnel, 12, tunnel.length));
        assertRoce(bytes, 42, "eth", "vlan", "ip", "udp", "vxlan", "eth", "vlan", "ip", "udp");
        dissect(bytes, bytes.length, bytes.length);
        assertThat(view.vlanId()).isEqualTo(7);
        assertThat(view.pcp()).isEqualTo(5);
    }

    /** Whatever the outer headers say, as long as they lead to the inner frame. */
    @Test
    void theIcrcIsThatOfTheInnerHeadersAlone() {
        byte[] good = inVxlan(roce(true));
        int inner = 14 + 20 + 8 + 8;
        // Outer MACs, TOS, id, TTL, addresses, source port, checksum, flags, network; inner MACs.
        int[] outside = {0, 6, 15, 18, 22, 26, 30, 34, 40, 43, 46, 49, inner, inner + 6};
        for (int at : outside) {
            byte[] bytes = good.clone();
            bytes[at] ^= 0x15;
            dissect(bytes, bytes.length, bytes.length);
            assertThat(view.icrc()).as("outer byte %d", at).isEqualTo(IcrcStatus.GOOD);
        }
        int ip = inner + 14;
        // Inner TOS and TTL are masked; total length, id and addresses are not.
        for (int at : new int[] {ip + 1, ip + 8}) {
            byte[] bytes = good.clone();
            bytes[at] ^= 0x15;
            dissect(bytes, bytes.length, bytes.length);
            assertThat(view.icrc()).as("inner byte %d", at).isEqualTo(IcrcStatus.GOOD);
        }
        for (int at : new int[] {ip + 4, ip + 12, ip + 16, ip + 20}) {
            byte[] bytes = good.clone();
            bytes[at] ^= 0x15;
            dissect(bytes, bytes.length, bytes.length);
            assertThat(view.icrc()).as("inner byte %d", at).isEqualTo(IcrcStatus.BAD);
        }
    }

    /** Field case BUG-051. */
    @ParameterizedTest
    @CsvSource({
        "100088be 00000001 1156c85a 00000003, 1, 342, 6, 90",
        "100022eb 00000001 2156c85a 00000000 00000000, 2, 342, 6, 90"
    })
    void sessionAndVlanOfAMirrorAreShown(
            String header, long version, long vlan, long priority, long session) {
        byte[] bytes = join(hex(MACS + "0800"), ip(47, join(hex(header), roce(true))));
        dissect(bytes, bytes.length, bytes.length);
        List<String> fields = FieldTree.of(view).layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .map(field -> field.name() + "=" + field.value())
                .toList();
        assertThat(fields)
                .contains(
                        "erspan.version=" + version,
                        "erspan.vlan=" + vlan,
                        "erspan.cos=" + priority,
                        "erspan.spanid=" + session,
                        "erspan.truncated=false");
    }

    /** A mirror that sends on the first bytes only is no fault of the packets. */
    @ParameterizedTest
    @CsvSource({
        "100088be 00000001 10010X05 00000000",
        "100022eb 00000001 20010X05 00000000 00000000"
    })
    void whatAMirrorCutIsCutAndNotMalformed(String header) {
        byte[] frame = roce(true);
        for (int kept : new int[] {60, 40, 20, 5}) {
            byte[] part = Arrays.copyOf(frame, kept);
            byte[] said = join(
                    hex(MACS + "0800"),
                    ip(47, join(hex(header.replace('X', '4')), part)),
                    new byte[40]);
            dissect(said, said.length, said.length);
            assertThat(view.kind())
                    .as("%d bytes", kept)
                    .isEqualTo(kept == 60 ? Kind.ROCE_V2 : Kind.CUT);
            assertThat(view.truncated()).isTrue();
            assertThat(view.icrc()).isEqualTo(IcrcStatus.UNCHECKED);
            if (kept == 60) {
                assertThat(view.payloadLength()).isEqualTo(33);
                assertThat(view.payloadCaptured()).isEqualTo(6);
            }
            FieldTree.of(view);
            byte[] unsaid =
                    join(hex(MACS + "0800"), ip(47, join(hex(header.replace('X', '0')), part)));
            dissect(unsaid, unsaid.length, unsaid.length);
            assertThat(view.kind()).as("%d bytes", kept).isEqualTo(Kind.MALFORMED);
            assertThat(view.truncated()).isFalse();
        }
    }

    @Test
    void vxlanWithoutAValidNetworkIsNotRead() {
        byte[] bytes = inVxlan(roce(true));
        bytes[42] = 0;
        dissect(bytes, bytes.length, bytes.length);
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
    }

    @Test
    void roceV1InVxlanIsReadToo() {
        byte[] bytes = inVxlan(new InfinibandPackets().roceV1());
        dissect(bytes, bytes.length, bytes.length);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V1);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        assertThat(view.carrier().vni()).isEqualTo(42);
    }

    @ParameterizedTest
    @CsvSource({"01006558 00002a00 00000000, true", "00000800 00002a00, false"})
    void geneveCarriesEthernetOrIpBehindItsOptions(String header, boolean ethernet) {
        byte[] inner = join(hex(header), roce(ethernet));
        assertRoce(join(hex(MACS + "0800"), ip(17, udp(6081, inner))), 42, "udp", "geneve", "ip");
    }

    @ParameterizedTest
    @CsvSource({
        // Plain, with a checksum and a key, NVGRE, and ERSPAN I, II, III and III with sub-header.
        "00000800, false, -1",
        "a0000800 00000000 00000007, false, 7",
        "20006558 00002a05, true, 42",
        "000088be, true, -1",
        "100088be 00000001 10010005 00000000, true, -1",
        "100022eb 00000001 20010005 00000000 00000000, true, -1",
        "100022eb 00000001 20010005 00000000 00000001 1c00000000000000, true, -1"
    })
    void greCarriesWhatItsTypeSays(String header, boolean ethernet, int id) {
        byte[] inner = join(hex(header), roce(ethernet));
        assertRoce(join(hex(MACS + "0800"), ip(47, inner)), id, "ip", "gre", "ip", "udp");
    }

    @Test
    void otherVersionsOfGreAreNotRead() {
        byte[] bytes =
                join(hex(MACS + "0800"), ip(47, join(hex("30010800 00000000"), roce(false))));
        dissect(bytes, bytes.length, bytes.length);
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
    }

    @ParameterizedTest
    @CsvSource({"00010040 00011140, false", "00011140 00000000, true"})
    void mplsCarriesIpOrEthernetBehindAControlWord(String labels, boolean ethernet) {
        assertRoce(join(hex(MACS + "8847" + labels), roce(ethernet)), -1, "eth", "mpls", "ip");
    }

    @Test
    void pppoeCarriesIp() {
        byte[] inner = roce(false);
        byte[] length =
                ByteBuffer.allocate(2).putShort((short) (inner.length + 2)).array();
        byte[] bytes = join(hex(MACS + "8864 1100 0001"), length, hex("0021"), inner);
        assertRoce(bytes, -1, "eth", "pppoes", "ip");
    }

    @Test
    void aMirrorOfATenantKeepsTheTenantsNetwork() {
        byte[] mirrored = join(hex("100088be 00000001 10010005 00000000"), inVxlan(roce(true)));
        assertRoce(join(hex(MACS + "0800"), ip(47, mirrored)), 42, "gre", "erspan", "vxlan", "ip");
    }

    @Test
    void tunnelsInTunnelsEndAtABound() {
        byte[] bytes = roce(true);
        for (int depth = 1; depth <= 100; depth++) {
            bytes = inVxlan(bytes);
            dissect(bytes, bytes.length, bytes.length);
            assertThat(view.kind())
                    .isEqualTo(depth <= Carrier.MAX_TUNNELS ? Kind.ROCE_V2 : Kind.OTHER);
            FieldTree.of(view);
        }
    }

    @Test
    void nothingOfTheOuterFrameIsToldOfTheInner() {
        byte[] bytes = inVxlan(hex(MACS + "0806" + "00".repeat(28)));
        dissect(bytes, bytes.length, bytes.length);
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
        assertThat(view.ipVersion()).isZero();
        assertThat(view.transportOffset()).isEqualTo(-1);
        assertThat(view.etherType()).isEqualTo(0x0806);
    }

    @Test
    void damageGivesSaneViews() {
        String[] headers = {
            "01006558 00002a00 00000000",
            "20006558 00002a05",
            "000088be",
            "100022eb 00000001",
            "100088be 00000001 10010405 00000000"
        };
        for (int round = 0; round < 40_000; round++) {
            String header = headers[random.nextInt(headers.length)];
            byte[] inner = join(hex(header), roce(random.nextBoolean()));
            byte[] bytes = random.nextBoolean()
                    ? join(hex(MACS + "0800"), ip(47, inner))
                    : join(hex(MACS + "0800"), ip(17, udp(6081, inner)));
            for (int damage = 1 + random.nextInt(4); damage > 0; damage--) {
                bytes[random.nextInt(Math.min(bytes.length, 110))] = (byte) random.nextInt(256);
            }
            int captured = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
            try {
                dissect(bytes, captured, random.nextBoolean() ? captured : bytes.length);
                FieldTree.of(view);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + " " + Arrays.toString(bytes), e);
            }
        }
    }
}
