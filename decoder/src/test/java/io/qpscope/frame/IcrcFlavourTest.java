package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * An ICRC made for the wrong kind of RoCE. The packet is the RoCEv1 ACK of a ConnectX-4 between
 * ::ffff:15.0.0.2 and itself, ICRC 25f0c038 (secdev/scapy test/contrib/roce.uts).
 */
class IcrcFlavourTest {
    private static final String MACS = "7cfe90753cd87cfe90753cd8";
    private static final String GID = "00000000000000000000ffff0f000002";
    private static final String ACK = "1140ffff0000010900a788c000000005";
    private static final String OF_ROCE_V1 = "25f0c038";
    private static final String IPV4 = "08004500003012344000401100000f0000020f000002";
    private static final String IPV6 = "86dd60000000001c1140" + GID + GID;
    private static final String UDP = "c00012b7001c0000";

    private final FrameView view = new FrameView();

    private String verdict(String frame) {
        byte[] bytes = HexFormat.of().parseHex(frame);
        view.wrap(ByteBuffer.wrap(bytes), 0, bytes.length, bytes.length, LinkType.ETHERNET);
        new Dissector(4791, true).dissect(view);
        return FieldTree.of(view).layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .filter(field -> field.name().equals("infiniband.invariant.crc.status"))
                .map(field -> field.value() + " " + field.text())
                .findFirst()
                .orElseThrow();
    }

    /** Field case BUG-008: hardware that was set up for RoCEv1 sends RoCEv2. */
    @ParameterizedTest
    @CsvSource({IPV4, IPV6})
    void aRoceV2PacketWithTheIcrcOfRoceV1IsBadAndSaidSo(String ip) {
        assertThat(verdict(MACS + ip + UDP + ACK + OF_ROCE_V1))
                .startsWith("bad stored 25f0c038, computed ")
                .endsWith(": right for RoCEv1, the other RoCE");
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V2);
    }

    @Test
    void anotherWrongIcrcIsNotSaidToBeOfRoceV1() {
        assertThat(verdict(MACS + IPV4 + UDP + ACK + "25f0c039"))
                .startsWith("bad stored 25f0c039")
                .doesNotContain("RoCEv1");
    }

    /** Field case BUG-007: a packet library leaves out the eight bytes of ones. */
    @Test
    void aRoceV1IcrcWithoutTheBytesOfOnesIsBad() {
        CRC32 crc = new CRC32();
        String masked =
                "6fffffff00141bff" + GID + GID + ACK.replace("ffff00000109", "ffffff000109");
        crc.update(HexFormat.of().parseHex(masked));
        String wrong = HexFormat.of().toHexDigits(Integer.reverseBytes((int) crc.getValue()));
        String frame = MACS + "8915" + "6020000000141b40" + GID + GID + ACK;
        assertThat(verdict(frame + wrong)).isEqualTo("bad stored " + wrong + ", computed 25f0c038");
        assertThat(view.kind()).isEqualTo(Kind.ROCE_V1);
        assertThat(verdict(frame + OF_ROCE_V1)).isEqualTo("good null");
    }

    @Test
    void zeroAndAMissingComplementAreSaidSo() {
        String frame = MACS + "8915" + "6020000000141b40" + GID + GID + ACK;
        assertThat(verdict(frame + "00000000")).contains("never filled in");
        assertThat(verdict(frame + "da0f3fc7")).contains("left out the final complement");
        assertThat(verdict(frame + "38c0f025")).contains("reverse order");
    }
}
