package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Packets whose fields others have published, or that Wireshark reads the same way. */
class KnownPacketsTest {
    /** From BTH to ICRC: scapy test/contrib/roce.uts, sent by a ConnectX-4 (its GRH left out). */
    private static final String WRITE_ONLY = "0a70ffff0000010a80a788bc"
            + "000055d4c0726000000047b300000005" + "0000000001000000e3d856bb";

    /** From the same source. */
    private static final String ACK = "1140ffff0000010900a788c0" + "0000000525f0c038";

    /** From the same source: congestion notification of a ConnectX-4 Lx. */
    private static final String CNP = "8100ffff4000011800000000" + "00".repeat(16) + "82fd002a";

    /** REQ of rdma_client to port 20000, Linux soft RoCE: the whole management datagram. */
    private static final String REQ =
            "0107020300000000000000028f552dc90010000000000000c92d558f00000000"
                    + "0000000001064e20505400fffe0a090200000000000000000001670400000004"
                    + "000000a07b8f1ea7ffff37f0ffffffff00000000000000000000ffff0a090002"
                    + "00000000000000000000ffff0a09000170281000004000980000000000000000"
                    + "0000000000000000000000000000000000000000000000000000000000000000"
                    + "000000000040bb7f0000000000000000000000000a0900020000000000000000"
                    + "000000000a09000100007f5da94080000000975e000000000008000068656c6c"
                    + "6f00000000000000000000000000000000000000000000000000000000000000";

    @Test
    void writeOnly() {
        ByteBuffer buffer = bytes(WRITE_ONLY);
        Bth bth = new Bth().wrap(buffer, 0);
        assertThat(Opcode.name(bth.opcode())).isEqualTo("RC_RDMA_WRITE_ONLY");
        assertThat(bth.m()).isTrue();
        assertThat(bth.padcnt()).isEqualTo(3);
        assertThat(bth.destqp()).isEqualTo(0x10a);
        assertThat(bth.a()).isTrue();
        assertThat(bth.psn()).isEqualTo(0xa788bc);
        Reth reth = new Reth().wrap(buffer, Bth.LENGTH);
        assertThat(reth.va()).isEqualTo(0x55d4_c072_6000L);
        assertThat(reth.rKey()).isEqualTo(0x47b3);
        assertThat(reth.dmalen()).isEqualTo(5);
    }

    @Test
    void acknowledge() {
        ByteBuffer buffer = bytes(ACK);
        Bth bth = new Bth().wrap(buffer, 0);
        assertThat(Opcode.name(bth.opcode())).isEqualTo("RC_ACKNOWLEDGE");
        assertThat(bth.psn()).isEqualTo(0xa788c0);
        Aeth aeth = new Aeth().wrap(buffer, Bth.LENGTH);
        assertThat(aeth.isAck()).isTrue();
        assertThat(aeth.creditCount()).isZero();
        assertThat(aeth.msn()).isEqualTo(5);
    }

    @Test
    void congestionNotification() {
        Bth bth = new Bth().wrap(bytes(CNP), 0);
        assertThat(bth.opcode()).isEqualTo(Opcode.CNP);
        assertThat(bth.becn()).isTrue();
        assertThat(bth.fecn()).isFalse();
        assertThat(bth.destqp()).isEqualTo(0x118);
        assertThat(Bth.LENGTH + Opcode.headerLength(bth.opcode()) + 4).isEqualTo(CNP.length() / 2);
    }

    @Test
    void connectionRequest() {
        ByteBuffer buffer = bytes(REQ);
        MadHeader mad = new MadHeader().wrap(buffer, 0);
        assertThat(mad.managementClass()).isEqualTo(MadHeader.CLASS_CM);
        assertThat(mad.transactionId()).isEqualTo(0x2_8f55_2dc9L);
        assertThat(MadHeader.cmName(mad.attributeId())).isEqualTo("REQ");
        CmReq req = new CmReq().wrap(buffer, MadHeader.LENGTH);
        assertThat(req.localCommId()).isEqualTo(0xc92d_558fL);
        assertThat(req.localQpn()).isEqualTo(0x167);
        assertThat(req.responderResources()).isEqualTo(4);
        assertThat(req.initiatorDepth()).isEqualTo(4);
        assertThat(req.remoteResponseTimeout()).isEqualTo(20);
        assertThat(req.startPsn()).isEqualTo(0x7b8f1e);
        assertThat(req.retryCount()).isEqualTo(7);
        assertThat(req.rnrRetryCount()).isEqualTo(7);
        assertThat(CmReq.pathMtuBytes(req.pathMtu())).isEqualTo(1024);
        assertThat(req.maxCmRetries()).isEqualTo(15);
        assertThat(req.primaryLocalGidLow()).isEqualTo(0xffff_0a09_0002L);
        assertThat(req.primaryRemoteGidLow()).isEqualTo(0xffff_0a09_0001L);
        assertThat(req.primaryHopLimit()).isEqualTo(64);
        assertThat(req.primaryLocalAckTimeout()).isEqualTo(19);
    }

    @Test
    void addressesOfAConnectionRequest() {
        ByteBuffer buffer = bytes(REQ);
        long serviceId = new CmReq().wrap(buffer, MadHeader.LENGTH).serviceId();
        assertThat(IpCm.follows(serviceId)).isTrue();
        assertThat(IpCm.protocol(serviceId)).isEqualTo(6);
        assertThat(IpCm.destinationPort(serviceId)).isEqualTo(20_000);
        IpCm block = new IpCm().wrap(buffer, MadHeader.LENGTH + CmReq.PRIVATE_DATA_OFFSET);
        assertThat(block.ipVersion()).isEqualTo(4);
        assertThat(block.sourcePort()).isEqualTo(0xbb7f);
        assertThat(block.sourceLow()).isEqualTo(0x0a09_0002L);
        assertThat(block.destinationLow()).isEqualTo(0x0a09_0001L);
    }

    @Test
    void otherServiceIdsHaveNoAddresses() {
        assertThat(IpCm.follows(0x1000_0000_0106_4e20L)).isFalse();
        assertThat(IpCm.follows(0x0000_0000_0206_4e20L)).isFalse();
    }

    @Test
    void refusals() {
        assertThat(CmRej.reasonText(8)).isEqualTo("no listener on the service id");
        assertThat(CmRej.reasonText(28)).isEqualTo("refused by the application");
        assertThat(CmRej.reasonText(34)).isEqualTo("reserved reason 34");
        assertThat(CmRej.reasonText(0)).isEqualTo("reserved reason 0");
        assertThat(CmRej.reasonText(65535)).isEqualTo("reserved reason 65535");
    }

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }
}
