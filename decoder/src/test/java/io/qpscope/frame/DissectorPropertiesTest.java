package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** Random frames, cut and damaged; -Dqpscope.seed repeats a run. */
class DissectorPropertiesTest {
    private static final int[] LINK_TYPES = {1, 113, 276, 101, 12, 14, 228, 229, 197, 247, -1};

    private final long seed = Long.getLong("qpscope.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Dissector dissector = new Dissector(FrameBuilder.ROCE_PORT, true);
    private final FrameView view = new FrameView();

    private FrameBuilder frame() {
        FrameBuilder builder = new FrameBuilder();
        switch (random.nextInt(4)) {
            case 0 -> builder.sll();
            case 1 -> builder.sll2();
            case 2 -> builder.raw(LinkType.RAW);
            default -> builder.ethernet();
        }
        for (int tags = random.nextInt(3); tags > 0 && builder.linkType != LinkType.RAW; tags--) {
            builder.tag(random.nextBoolean() ? 0x8100 : 0x88a8, random.nextInt(8), 5);
        }
        return builder;
    }

    private byte[] withIp(FrameBuilder builder, boolean more) {
        if (random.nextBoolean()) {
            builder.ipv4(more ? "01".repeat(4 * random.nextInt(11)) : "");
        } else {
            builder.ipv6();
            if (more && random.nextBoolean()) {
                builder.extensions(0, "3c00010400000000" + "2c00010400000000" + "1100000000000007");
            }
        }
        int length = random.nextInt(16) == 0 ? random.nextInt(1500) : random.nextInt(40);
        builder.roce(random.nextInt(256), length, random).trailer(random.nextInt(3));
        return builder.build();
    }

    private void dissect(byte[] bytes, int captured, int original, int linkType) {
        // Nothing behind the frame, so that reading there would throw; something before it.
        int before = random.nextInt(3);
        ByteBuffer buffer = ByteBuffer.allocate(before + captured).put(before, bytes, 0, captured);
        view.wrap(buffer, before, captured, original, linkType);
        dissector.dissect(view);
        Sanity.check(view);
    }

    @Test
    void everyCutOfAWholeFrameIsNoFaultOfItsOwn() {
        for (int round = 0; round < 30; round++) {
            FrameBuilder builder = frame();
            byte[] bytes = withIp(builder, true);
            dissect(bytes, bytes.length, bytes.length, builder.linkType);
            assertThat(view.kind()).as("seed " + seed).isEqualTo(Kind.ROCE_V2);
            assertThat(view.icrc()).as("seed " + seed).isEqualTo(IcrcStatus.GOOD);
            int payloadLength = view.payloadLength();
            for (int captured = 0; captured < bytes.length; captured++) {
                dissect(bytes, captured, bytes.length, builder.linkType);
                boolean headers = view.kind() == Kind.ROCE_V2;
                assertThat(headers || view.kind() == Kind.CUT)
                        .as("seed " + seed)
                        .isTrue();
                if (headers) {
                    assertThat(view.payloadLength()).as("seed " + seed).isEqualTo(payloadLength);
                }
                assertThat(view.icrc() != IcrcStatus.BAD).as("seed " + seed).isTrue();
                // The same bytes as a whole frame are the packet's fault, if IP says more.
                dissect(bytes, captured, captured, builder.linkType);
                assertThat(view.kind() == Kind.MALFORMED || view.icrc() == IcrcStatus.GOOD)
                        .as("seed " + seed)
                        .isTrue();
            }
        }
    }

    @Test
    void aFlippedBitIsMaskedOrFound() {
        for (int round = 0; round < 8_000; round++) {
            FrameBuilder builder = frame();
            byte[] bytes = withIp(builder, false);
            dissect(bytes, bytes.length, bytes.length, builder.linkType);
            int ip = view.ipOffset() - view.offset();
            int end = view.icrcOffset() - view.offset() + 4;
            int bth = view.bthOffset() - view.offset();
            boolean ipv6 = view.ipVersion() == 6;
            int at = ip + random.nextInt(random.nextBoolean() ? end - ip : bth + 12 - ip);
            int flip = 1 << random.nextInt(8);
            bytes[at] ^= (byte) flip;
            dissect(bytes, bytes.length, bytes.length, builder.linkType);
            boolean masked = at == bth + 4 || at == bth - 2 || at == bth - 1;
            int inIp = at - ip;
            if (ipv6) {
                masked |= (inIp >= 1 && inIp <= 3) || inIp == 7 || (inIp == 0 && flip < 0x10);
            } else {
                masked |= inIp == 1 || inIp == 8 || inIp == 10 || inIp == 11;
            }
            assertThat(view.icrc() == IcrcStatus.GOOD)
                    .as("seed " + seed + " byte " + inIp + " flip " + flip)
                    .isEqualTo(masked);
        }
    }

    @Test
    void damageAndNoiseGiveSaneViews() {
        for (int round = 0; round < 60_000; round++) {
            FrameBuilder builder = frame();
            byte[] bytes = withIp(builder, true);
            if (round % 10 == 0) {
                random.nextBytes(bytes);
            }
            int headers = Math.min(bytes.length, 120);
            for (int damage = random.nextInt(6); damage > 0; damage--) {
                bytes[random.nextInt(headers)] = (byte) random.nextInt(256);
            }
            int captured = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
            int original = switch (random.nextInt(4)) {
                case 0 -> captured;
                case 1 -> random.nextInt();
                default -> bytes.length;
            };
            int linkType = random.nextInt(4) != 0
                    ? builder.linkType
                    : LINK_TYPES[random.nextInt(LINK_TYPES.length)];
            try {
                dissect(bytes, captured, original, linkType);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + " " + Arrays.toString(bytes), e);
            }
        }
    }

    @Test
    void reservedOpcodesAreReadAsBthAlone() {
        byte[] bytes =
                new FrameBuilder().ethernet().ipv4("").roce(0xff, 40, random).build();
        assertThat(Opcode.traits(0xff)).isZero();
        dissect(bytes, bytes.length, bytes.length, LinkType.ETHERNET);
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
        assertThat(view.payloadLength()).isEqualTo(40);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
    }
}
