package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Access;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Collections;

/** What we send is, byte for byte, what Linux siw sent in the recordings. */
class RecordingTest {
    private static final int ETHERNET_MSS = 1448;
    /** siw's, on a link of 9000; the segments there hold 4 bytes more. */
    private static final int JUMBO_MSS = 8944;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "iwarp-all-ops.pcap",
                "iwarp-crc-mismatch.pcap",
                "iwarp-crc-ops.pcap",
                "iwarp-duplicate.pcap",
                "iwarp-loss3-downstream.pcap",
                "iwarp-mpa-version-mismatch.pcap",
                "iwarp-mpa1-ops.pcap",
                "iwarp-p2p-ops.pcap",
                "iwarp-pcapng.pcapng",
                "iwarp-perf-read-1.pcap",
                "iwarp-perf-read-65536.pcap",
                "iwarp-perf-send-1.pcap",
                "iwarp-perf-send-1024.pcap",
                "iwarp-perf-write-1.pcap",
                "iwarp-perf-write-1024.pcap",
                "iwarp-rdma-client.pcap",
                "iwarp-rping-large.pcap",
                "iwarp-rping.pcap",
                "iwarp-ucmatose.pcap",
            })
    void bothEndsSendTheBytesOfTheRecording(String file) {
        assertThat(Recorded.of(file)).isNotEmpty().allSatisfy(recorded -> {
            new Reenactment(recorded, true).play(ETHERNET_MSS);
            new Reenactment(recorded, false).play(ETHERNET_MSS);
        });
    }

    @Test
    void segmentsFollowTheMss() {
        assertThat(Recorded.of("iwarp-perf-write-65536-mtu9000.pcap")).allSatisfy(recorded -> {
            new Reenactment(recorded, true).play(JUMBO_MSS);
            new Reenactment(recorded, false).play(JUMBO_MSS);
        });
    }

    private static Recorded only(String file) {
        assertThat(Recorded.of(file)).hasSize(1);
        return Recorded.of(file).get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"iwarp-reject.pcap", "iwarp-crc-reject.pcap"})
    void aRejectionIsSiws(String file) {
        Recorded recorded = only(file);
        assertThat(new Reenactment(recorded, true).play(ETHERNET_MSS).state())
                .isEqualTo(StreamState.REJECTED);
        assertThat(new Reenactment(recorded, false).play(ETHERNET_MSS).state())
                .isEqualTo(StreamState.REJECTED);
    }

    /** Manifest: B's last WRITE names an STag that A does not have. */
    @ParameterizedTest
    @ValueSource(strings = {"iwarp-terminate-bad-stag-write.pcap", "iwarp-crc-terminate.pcap"})
    void anUnknownStagIsTerminatedAsBySiw(String file) {
        Recorded recorded = only(file);
        int at = Recorded.units(recorded.initiator()).get(2);
        int stag = ByteBuffer.wrap(recorded.initiator()).getInt(at + 4);
        Reenactment a = new Reenactment(recorded, false);
        a.ranges.remove(stag);
        assertThat(a.play(ETHERNET_MSS).state()).isEqualTo(StreamState.TERMINATING);
        assertThat(a.received()).isEmpty();
        Reenactment b = new Reenactment(recorded, true);
        assertThat(b.play(ETHERNET_MSS).terminateReceived().text())
                .isEqualTo("DDP tagged buffer error: invalid STag (layer 1, type 1, code 0,"
                        + " in Linux siw's bit order)");
        assertThat(b.sent()).containsOnly("SUCCESS");
    }

    /** Manifest: the region is 4096 bytes long; of two READs the second wants 5000 from its end. */
    @Test
    void aReadPastTheRegionIsTerminatedAsBySiw() {
        Recorded recorded = only("iwarp-terminate-bounds-read.pcap");
        Reenactment a = new Reenactment(recorded, false);
        long from = 0x55dc_3186_5000L;
        assertThat(a.ranges).containsKey(0x2f24_7200);
        a.ranges.put(0x2f24_7200, new long[] {from, from + 4096});
        a.play(ETHERNET_MSS);
        Reenactment b = new Reenactment(recorded, true);
        assertThat(b.play(ETHERNET_MSS).state()).isEqualTo(StreamState.TERMINATED);
        assertThat(b.sent()).containsExactly("SUCCESS", "WR_FLUSH_ERR");
    }

    /** Manifest: A grants READ alone. */
    @Test
    void aWriteWithoutTheRightIsTerminatedAsBySiw() {
        Recorded recorded = only("iwarp-terminate-no-access.pcap");
        Reenactment a = new Reenactment(recorded, false);
        a.ranges.keySet().forEach(key -> a.rights.put(key, Access.REMOTE_READ));
        a.play(ETHERNET_MSS);
        Reenactment b = new Reenactment(recorded, true);
        b.play(ETHERNET_MSS);
        assertThat(b.sent()).containsExactly("SUCCESS", "SUCCESS");
    }

    /** Manifest: A's receive requests hold 512 bytes, B sends 512 and 2000. */
    @Test
    void aSendTooLongIsTerminatedAsBySiw() {
        Recorded recorded = only("iwarp-terminate-send-too-long.pcap");
        Reenactment a = new Reenactment(recorded, false);
        a.receiveLength = 512;
        a.play(ETHERNET_MSS);
        assertThat(a.received()).containsExactly("SUCCESS", "LOC_LEN_ERR");
    }

    /** Manifest: B's SEND with Invalidate names STag 0; A's receive fails, the stream goes on. */
    @Test
    void anInvalidateThatFailsDoesNotEndSiwsStream() {
        Recorded recorded = only("iwarp-all-ops.pcap");
        Reenactment a = new Reenactment(recorded, false);
        assertThat(a.play(ETHERNET_MSS).state()).isEqualTo(StreamState.ESTABLISHED);
        assertThat(a.received())
                .containsExactly("SUCCESS", "SUCCESS", "SUCCESS", "REM_INV_REQ_ERR", "SUCCESS");
        Reenactment b = new Reenactment(recorded, true);
        b.play(ETHERNET_MSS);
        assertThat(b.sent()).isEqualTo(Collections.nCopies(10, "SUCCESS"));
    }
}
