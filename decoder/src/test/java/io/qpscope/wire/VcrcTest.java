package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.HexFormat;

class VcrcTest {
    /** Frame 11 of ib_native_erf.pcap (Wireshark wiki) from LRH to VCRC, sent by an adapter. */
    private static final String ACK =
            "00020004000700011140ffff0087040800d40a551f000001a80355503081";

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    @Test
    void computesWhatAnAdapterSent() {
        ByteBuffer ack = bytes(ACK);
        assertThat(Vcrc.compute(ack, 0, 28)).isEqualTo(Vcrc.stored(ack, 28)).isEqualTo(0x8130);
        assertThat(new Icrc().computeLocal(ack, 0, 24)).isEqualTo(Icrc.stored(ack, 24));
    }

    /** Sample packet of IBA vol 1, 7.8.1, with the wire's bytes 45 FA. */
    @Test
    void computesTheSampleOfTheSpecification() {
        ByteBuffer sample = bytes("7012375c000e17d20a2024870087b1b3000dec2a01710a1c015d400238f27a05"
                + "0000000ebb884d85fd5cfba4728bc0690ed40000" + "9625b75a" + "45fa");
        assertThat(Vcrc.compute(sample, 0, 56)).isEqualTo(Vcrc.stored(sample, 56));
        assertThat(new Icrc().computeLocal(sample, 0, 52)).isEqualTo(Icrc.stored(sample, 52));
    }

    /** The rule for link packets is from memory; this holds it fast. */
    @Test
    void coversFourBytesOfALinkPacket() {
        ByteBuffer link = bytes("01230456" + "1cb3");
        assertThat(Vcrc.compute(link, 0, 4))
                .isEqualTo(new LinkPacket().wrap(link, 0).lpcrc());
    }

    @Test
    void everyBitCounts() {
        ByteBuffer ack = bytes(ACK);
        int good = Vcrc.stored(ack, 28);
        for (int bit = 0; bit < 28 * 8; bit++) {
            ack.put(bit / 8, (byte) (ack.get(bit / 8) ^ 0x80 >> bit % 8));
            assertThat(Vcrc.compute(ack, 0, 28)).as("bit %d", bit).isNotEqualTo(good);
            ack.put(bit / 8, (byte) (ack.get(bit / 8) ^ 0x80 >> bit % 8));
        }
    }

    @Test
    void localIcrcLeavesOutTheLaneAndByteFourOfTheBth() {
        ByteBuffer ack = bytes(ACK);
        Icrc icrc = new Icrc();
        int good = Icrc.stored(ack, 24);
        for (int bit = 0; bit < 24 * 8; bit++) {
            int at = bit / 8;
            ack.put(at, (byte) (ack.get(at) ^ 0x80 >> bit % 8));
            boolean masked = bit < 4 || at == Lrh.LENGTH + 4;
            assertThat(icrc.computeLocal(ack, 0, 24) == good).as("bit %d", bit).isEqualTo(masked);
            ack.put(at, (byte) (ack.get(at) ^ 0x80 >> bit % 8));
        }
    }

    /** RoCEv1 ACK of a ConnectX-4 from the GRH on: secdev/scapy test/contrib/roce.uts. */
    @Test
    void globalIcrcLeavesOutWhatRoutersChange() {
        ByteBuffer ack =
                bytes("6020000000141b4000000000000000000000ffff0f00000200000000000000000000"
                        + "ffff0f0000021140ffff0000010900a788c00000000525f0c038");
        Icrc icrc = new Icrc();
        int end = ack.capacity() - 4;
        int good = Icrc.stored(ack, end);
        assertThat(icrc.computeGlobal(ack, 0, end)).isEqualTo(good);
        for (int bit = 0; bit < end * 8; bit++) {
            int at = bit / 8;
            ack.put(at, (byte) (ack.get(at) ^ 0x80 >> bit % 8));
            boolean masked = (bit >= 4 && bit < 32) || at == 7 || at == Grh.LENGTH + 4;
            assertThat(icrc.computeGlobal(ack, 0, end) == good)
                    .as("bit %d", bit)
                    .isEqualTo(masked);
            ack.put(at, (byte) (ack.get(at) ^ 0x80 >> bit % 8));
        }
    }
}
