package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.wire.Icrc;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Frames that others made, in rocev2-vectors.tsv, each with its source. */
class RoceVectorTest {
    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "rocev2-vectors.tsv", delimiter = '\t')
    void agrees(
            String name,
            int linkType,
            String opcode,
            int payloadLength,
            String icrc,
            String hint,
            String frame,
            String source) {
        byte[] bytes = HexFormat.of().parseHex(frame);
        FrameView view = new FrameView();
        view.wrap(ByteBuffer.wrap(bytes), 0, bytes.length, bytes.length, linkType);
        new Dissector(4791, true).dissect(view);
        String where = name + " of " + source;
        assertThat(view.kind()).as(where).isEqualTo(Kind.ROCE_V2);
        assertThat(view.opcode()).isEqualTo(HexFormat.fromHexDigits(opcode));
        assertThat(view.payloadLength()).isEqualTo(payloadLength);
        assertThat(view.icrcComputed())
                .as(where)
                .isEqualTo(Integer.reverseBytes(HexFormat.fromHexDigits(icrc)));
        if (hint.equals("GOOD")) {
            assertThat(view.icrc()).as(where).isEqualTo(IcrcStatus.GOOD);
        } else {
            assertThat(view.icrc()).as(where).isEqualTo(IcrcStatus.BAD);
            assertThat(Icrc.hint(view.icrcStored(), view.icrcComputed()))
                    .isEqualTo(Icrc.Hint.valueOf(hint));
        }
    }
}
