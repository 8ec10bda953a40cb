package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.MacPause;
import io.qpscope.wire.MacPfc;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

class MacControlTest {
    /** 60 bytes, 0x1234 quanta: scapy test/contrib/mac_control.uts. */
    private static final byte[] PAUSE = padded("0180c2000001000101010101880800011234");

    /** Classes 0 and 5 with 0x4321 and 0x1234, from the same source. */
    private static final byte[] PFC =
            padded("0180c2000001000101010101880801010021432100000000000000001234" + "00000000");

    /** Three quanta and no padding, 18 bytes: pypacker tests/test_pypacker.py. */
    private static final byte[] SHORT_PAUSE =
            HexFormat.of().parseHex("0180c20000010000000000aa880800010003");

    private final Dissector dissector = new Dissector(4791, true);
    private final FrameView view = new FrameView();

    private static byte[] padded(String hex) {
        return Arrays.copyOf(HexFormat.of().parseHex(hex), 60);
    }

    private FieldTree tree(byte[] bytes) {
        return tree(bytes, bytes.length);
    }

    private FieldTree tree(byte[] bytes, int original) {
        view.wrap(ByteBuffer.wrap(bytes), 0, bytes.length, original, LinkType.ETHERNET);
        dissector.dissect(view);
        Sanity.check(view);
        return FieldTree.of(view);
    }

    private static Field field(FieldTree tree, String name) {
        return tree.layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void pauseIsReadAndShown() {
        FieldTree tree = tree(PAUSE);
        assertThat(view.kind()).isEqualTo(Kind.PAUSE);
        MacPause pause = new MacPause().wrap(view.buffer(), view.macControlOffset());
        assertThat(pause.pauseTime()).isEqualTo(0x1234);
        assertThat(tree.errors()).isEmpty();
        assertThat(field(tree, "macc.opcode"))
                .isEqualTo(new Field("macc.opcode", 1L, 14, 0, 16, "PAUSE"));
        assertThat(field(tree, "macc.pause_time").value()).isEqualTo(0x1234L);
        assertThat(field(tree, "macc.pause_time").text())
                .isEqualTo("2385920 bit times, 23.859 us at 100 Gbit/s");
    }

    @Test
    void pfcIsReadAndShown() {
        FieldTree tree = tree(PFC);
        assertThat(view.kind()).isEqualTo(Kind.PFC);
        MacPfc pfc = new MacPfc().wrap(view.buffer(), view.macControlOffset());
        assertThat(pfc.classes()).isEqualTo(0x21);
        assertThat(pfc.pauseTime(0)).isEqualTo(0x4321);
        assertThat(pfc.pauseTime(5)).isEqualTo(0x1234);
        assertThat(tree.errors()).isEmpty();
        assertThat(field(tree, "macc.cbfc.enbv.c0").value()).isEqualTo(true);
        assertThat(field(tree, "macc.cbfc.enbv.c1").value()).isEqualTo(false);
        assertThat(field(tree, "macc.cbfc.enbv.c5"))
                .isEqualTo(new Field("macc.cbfc.enbv.c5", true, 17, 2, 1, null));
        assertThat(field(tree, "macc.cbfc.pause_time.c5").value()).isEqualTo(0x1234L);
        assertThat(field(tree, "macc.cbfc.pause_time.c5").offset()).isEqualTo(28);
        assertThat(field(tree, "macc.cbfc.pause_time.c0").text()).contains("bit times");
        assertThat(field(tree, "macc.cbfc.pause_time.c1").text()).isNull();
    }

    @Test
    void shortFramesAreReadAndNoted() {
        FieldTree pause = tree(SHORT_PAUSE);
        assertThat(view.kind()).isEqualTo(Kind.PAUSE);
        assertThat(field(pause, "macc.pause_time").value()).isEqualTo(3L);
        assertThat(pause.errors())
                .containsExactly("eth at byte 0: 60 bytes expected, 18 there (short frame)");
        FieldTree pfc = tree(Arrays.copyOf(PFC, 34));
        assertThat(view.kind()).isEqualTo(Kind.PFC);
        assertThat(field(pfc, "macc.cbfc.pause_time.c7").value()).isEqualTo(0L);
        assertThat(pfc.errors())
                .containsExactly("eth at byte 0: 60 bytes expected, 34 there (short frame)");
    }

    @Test
    void framesThatEndInsideTheirTimesSayWhatIsMissing() {
        FieldTree tree = tree(Arrays.copyOf(PFC, 33));
        assertThat(view.kind()).isEqualTo(Kind.MALFORMED);
        assertThat(view.stopLayer()).isEqualTo(Layer.MAC_CONTROL);
        assertThat(field(tree, "macc.cbfc.pause_time.c5").value()).isEqualTo(0x1234L);
        assertThat(tree.errors()).contains("macc at byte 14: 20 bytes expected, 19 there");
        tree(Arrays.copyOf(PFC, 33), 60);
        assertThat(view.kind()).isEqualTo(Kind.CUT);
        tree(Arrays.copyOf(PFC, 15));
        assertThat(view.kind()).isEqualTo(Kind.MALFORMED);
    }

    @Test
    void tagsMayStandInFrontAndOtherOpcodesAreNotFlowControl() {
        byte[] tagged = padded("0180c2000001000101010101" + "81006064" + "88080001ffff");
        tree(tagged);
        assertThat(view.kind()).isEqualTo(Kind.PAUSE);
        assertThat(view.pcp()).isEqualTo(3);
        FieldTree gate = tree(padded("0180c2000001000101010101" + "8808" + "0002ffff"));
        assertThat(view.kind()).isEqualTo(Kind.OTHER);
        assertThat(field(gate, "macc.opcode").value()).isEqualTo(2L);
        assertThat(gate.errors()).isEmpty();
    }

    @Test
    void noiseBehindTheEtherTypeGivesSaneViews() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[14 + random.nextInt(40)];
            random.nextBytes(bytes);
            bytes[12] = (byte) 0x88;
            bytes[13] = 8;
            if (bytes.length > 16) {
                bytes[14] = (byte) random.nextInt(2);
                bytes[15] = (byte) random.nextInt(2);
            }
            try {
                tree(bytes, bytes.length + random.nextInt(3));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }
}
