package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

class MpaTest {
    @Test
    void aKeyIsKnownWholeAndByItsBeginning() {
        ByteBuffer request =
                ByteBuffer.wrap("MPA ID Req Frame".getBytes(StandardCharsets.US_ASCII));
        ByteBuffer reply = ByteBuffer.wrap("MPA ID Rep Frame".getBytes(StandardCharsets.US_ASCII));
        ByteBuffer other = ByteBuffer.wrap("MPA ID Ref Frame".getBytes(StandardCharsets.US_ASCII));
        assertThat(Mpa.isRequest(request, 0)).isTrue();
        assertThat(Mpa.isReply(request, 0)).isFalse();
        assertThat(Mpa.isReply(reply, 0)).isTrue();
        assertThat(Mpa.beginsKey(reply, 0, 16)).isTrue();
        assertThat(Mpa.beginsKey(other, 0, 9)).isTrue();
        assertThat(Mpa.beginsKey(other, 0, 10)).isFalse();
        assertThat(Mpa.isRequest(other, 0)).isFalse();
        ByteBuffer behind =
                ByteBuffer.allocate(18).put((byte) 1).put(request.array()).put((byte) 1);
        assertThat(Mpa.beginsKey(behind, 1, 17)).isTrue();
        assertThat(Mpa.beginsKey(behind, 0, 17)).isFalse();
    }

    @Test
    void theSmallestFpduHasTwentyBytes() {
        assertThat(Mpa.frameLength(14)).isEqualTo(20);
        assertThat(Mpa.padLength(14)).isZero();
        assertThat(Mpa.frameLength(19)).isEqualTo(28);
        assertThat(Mpa.padLength(19)).isEqualTo(3);
    }

    @Test
    void markersAreCountedOneByOneTheSameAsByTheFormula() {
        for (int position = 0; position < 1024; position += 4) {
            for (int length = 4; length < 3000; length += 4) {
                int raw = 0;
                for (int data = 0; data < length; ) {
                    if ((position + raw) % 512 == 0) {
                        raw += 4;
                    } else {
                        raw += 4;
                        data += 4;
                    }
                }
                assertThat(Mpa.rawLength(position, length))
                        .as("%d bytes from %d", length, position)
                        .isEqualTo(raw);
            }
        }
    }

    @Test
    void theCrcIsThatOfRfc3720() {
        // RFC 3720, B.4: 32 bytes of zeros have CRC32C aa 36 91 8a on the wire.
        ByteBuffer buffer = ByteBuffer.allocate(36);
        MpaCrc crc = new MpaCrc();
        MpaCrc.store(buffer, 32, crc.compute(buffer, 0, 32));
        assertThat(HexFormat.of().formatHex(buffer.array(), 32, 36)).isEqualTo("aa36918a");
        assertThat(MpaCrc.stored(buffer, 32)).isEqualTo(crc.compute(buffer, 0, 32));
    }

    @Test
    void aTerminateIsReadInBothForms() {
        Terminate siw = Terminate.of(0x21020300);
        assertThat(siw).isEqualTo(new Terminate(true, 1, 2, 2, true, true, false));
        assertThat(siw.text())
                .isEqualTo("DDP untagged buffer error: no receive buffer for the message"
                        + " (layer 1, type 2, code 2, in Linux siw's bit order)");
        Terminate standard = Terminate.of(0x1202c000);
        assertThat(standard).isEqualTo(new Terminate(false, 1, 2, 2, true, true, false));
        assertThat(standard.text()).doesNotContain("siw");
        assertThat(Terminate.of(0x10010700))
                .isEqualTo(new Terminate(true, 0, 1, 1, true, true, true));
    }

    @Test
    void aTerminateWithoutHeaderBitsIsReadInTheFormThatMakesSense() {
        assertThat(Terminate.of(0x20020000).siwForm()).isFalse();
        assertThat(Terminate.of(0x20020000).text()).startsWith("LLP (MPA) MPA error: CRC error");
        assertThat(Terminate.of(0x12050000).text())
                .startsWith("DDP untagged buffer error: message too long");
        assertThat(Terminate.of(0x21050000).siwForm()).isTrue();
        assertThat(Terminate.of(0xffffffff).text())
                .startsWith("unknown layer error of unknown type");
    }

    @Test
    void anUnknownAtomicCodeHasNoName() {
        assertThat(AtomicCodes.DEFAULT.name(2)).isEqualTo("CmpSwap");
        assertThat(AtomicCodes.DEFAULT.name(0)).isEqualTo("FetchAdd");
        assertThat(AtomicCodes.DEFAULT.name(7)).isNull();
        assertThat(new AtomicCodes(0, 2, 1).name(1)).isEqualTo("CmpSwap");
    }

    /** Layer, type, code and what they mean (RFC 5040, 5041, 5044 and 6581). */
    @ParameterizedTest
    @CsvSource({
        "0,1,0,invalid STag",
        "0,1,1,bounds",
        "0,1,2,access",
        "0,1,3,not associated",
        "0,1,4,TO wrap",
        "0,1,9,can't be invalidated",
        "0,2,5,RDMAP version",
        "0,2,6,unexpected opcode",
        "0,2,7,of the stream",
        "0,2,8,of the device",
        "0,2,255,unspecified",
        "1,1,0,invalid STag",
        "1,1,1,bounds",
        "1,1,2,not associated",
        "1,1,3,TO wrap",
        "1,1,4,DDP version",
        "1,2,1,queue number",
        "1,2,2,no receive buffer",
        "1,2,3,MSN out of range",
        "1,2,4,message offset",
        "1,2,5,too long",
        "1,2,6,DDP version",
        "2,0,1,lost",
        "2,0,2,CRC",
        "2,0,3,marker",
        "2,0,4,request or reply",
        "2,0,5,catastrophic",
        "2,0,6,insufficient IRD",
        "2,0,7,no matching RTR",
    })
    void everyTerminateIsInWordsAndTheSameInBothForms(int layer, int type, int code, String words) {
        for (int bits = 1; bits < 8; bits++) {
            int m = bits & 1;
            int d = bits >> 1 & 1;
            int r = bits >> 2;
            Terminate standard = Terminate.of(
                    layer << 28 | type << 24 | code << 16 | m << 15 | d << 14 | r << 13);
            Terminate siw =
                    Terminate.of(type << 28 | layer << 24 | code << 16 | r << 10 | d << 9 | m << 8);
            assertThat(standard)
                    .isEqualTo(new Terminate(false, layer, type, code, m > 0, d > 0, r > 0));
            assertThat(siw).isEqualTo(new Terminate(true, layer, type, code, m > 0, d > 0, r > 0));
            assertThat(standard.text()).contains(words).doesNotContain("siw");
            assertThat(siw.text()).contains(words).contains("siw");
        }
    }
}
