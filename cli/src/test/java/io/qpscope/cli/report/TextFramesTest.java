package io.qpscope.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.Field;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.LayerNode;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.List;

class TextFramesTest {
    @Test
    void layersFieldsAndErrors() {
        LayerNode bth = new LayerNode(
                "infiniband.bth",
                42,
                12,
                List.of(
                        new Field("infiniband.bth.opcode", 17L, 42, 0, 8, "RC Acknowledge"),
                        new Field("infiniband.bth.a", true, 50, 0, 1, null),
                        new Field("infiniband.bth.padcnt", 2L, 43, 2, 2, null),
                        new Field("infiniband.bth.psn", 15_495_000L, 51, 0, 24, "0xec6f58"),
                        new Field("x.big", BigInteger.ONE.shiftLeft(63), 54, 0, 64, null),
                        new Field("x.crc.status", "good", 0, 0, 0, null)));
        FieldTree tree = new FieldTree(
                7, 1_700_000_000_000_000_001L, List.of(bth), List.of("aeth: byte 54: cut"));
        StringWriter text = new StringWriter();
        new TextFrames(new PrintWriter(text, true), Style.PLAIN, false).write(tree, 60, 62);
        assertThat(text.toString()).isEqualToNormalizingNewlines("""
                        frame 7  2023-11-14 22:13:20.000000001 UTC, 62 bytes (60 captured)
                        infiniband.bth  [42, 12 bytes]
                          infiniband.bth.opcode  17 (0x11)  RC Acknowledge                 [42, 8 bits]
                          infiniband.bth.a       true                                      [50, 1 bit]
                          infiniband.bth.padcnt  2                                         [43.2, 2 bits]
                          infiniband.bth.psn     15495000 (0xec6f58)                       [51, 24 bits]
                          x.big                  9223372036854775808 (0x8000000000000000)  [54, 64 bits]
                          x.crc.status           good                                      [computed]
                        error: aeth: byte 54: cut
                        """);
    }
}
