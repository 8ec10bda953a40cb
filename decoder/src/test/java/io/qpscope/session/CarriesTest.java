package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.UpperFrames;
import io.qpscope.frame.UpperProtocol;
import io.qpscope.frame.UpperSamples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

class CarriesTest {
    private static final int NOISY_CONNECTIONS = 300;

    private static final byte[] ECHO =
            UpperFrames.hex("00000b1b 00000033" + UpperSamples.IPOIB_ECHO);

    private final UpperFrames frames = new UpperFrames();
    private final SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);

    private void connect(int port) {
        tracker.onFrame(frames.request(port, ""));
        tracker.onFrame(frames.reply(""));
    }

    private String carries() {
        return tracker.finish().sessions().get(0).carries();
    }

    @Test
    void aPortAndAMessageThatFitsProveWhatASessionCarries() {
        connect(4420);
        tracker.onFrame(frames.send(true, UpperSamples.NVME_CONNECT));
        assertThat(carries()).isEqualTo("NVMe-oF");
    }

    @Test
    void aPortAloneProvesNothing() {
        connect(4420);
        assertThat(carries()).isNull();
    }

    @Test
    void aMessageAloneProvesNothing() {
        connect(7174);
        tracker.onFrame(frames.send(true, UpperSamples.NVME_CONNECT));
        assertThat(carries()).isNull();
    }

    @Test
    void aMessageThatDoesNotFitSpeaksAgainstThePort() {
        connect(4420);
        tracker.onFrame(frames.send(true, UpperSamples.RPC_CALL));
        tracker.onFrame(frames.send(true, UpperSamples.NVME_CONNECT));
        assertThat(carries()).isNull();
    }

    @Test
    void theSideThatAnswersCannotProveItAlone() {
        connect(4420);
        tracker.onFrame(frames.send(false, UpperSamples.NVME_COMPLETION));
        assertThat(carries()).isNull();
    }

    @Test
    void aShortSendIsNoEvidence() {
        connect(20049);
        tracker.onFrame(frames.send(true, "01020304"));
        assertThat(carries()).isNull();
    }

    @Test
    void anSrpLoginAndACommandProveSrp() {
        tracker.onFrame(frames.request(0x0002_c903_0000_0001L, UpperSamples.SRP_LOGIN));
        tracker.onFrame(frames.reply(""));
        tracker.onFrame(frames.send(true, UpperSamples.SRP_COMMAND));
        assertThat(carries()).isEqualTo("SRP");
    }

    @Test
    void oneDatagramDoesNotProveIpOverInfiniBand() {
        tracker.onFrame(frames.send(true, 0x64, ECHO));
        assertThat(carries()).isNull();
    }

    @Test
    void twoDatagramsProveIpOverInfiniBand() {
        tracker.onFrame(frames.send(true, 0x64, ECHO));
        tracker.onFrame(frames.send(true, 0x64, ECHO));
        assertThat(carries()).isEqualTo("IPoIB");
    }

    @Test
    void anOrdinaryNvmeCommandProvesItOnlyWithASecond() {
        connect(4420);
        byte[] read = UpperFrames.hex(UpperSamples.NVME_CONNECT);
        read[0] = 2;
        tracker.onFrame(frames.send(true, 0x04, read));
        assertThat(tracker.finish().sessions().get(0).carries()).isNull();
    }

    @Test
    void twoOrdinaryNvmeCommandsProveIt() {
        connect(4420);
        byte[] read = UpperFrames.hex(UpperSamples.NVME_CONNECT);
        read[0] = 2;
        tracker.onFrame(frames.send(true, 0x04, read));
        tracker.onFrame(frames.send(true, 0x04, read));
        assertThat(carries()).isEqualTo("NVMe-oF");
    }

    @ParameterizedTest
    @CsvSource({
        "4420, NVME_OF, NVMe-oF",
        "8009, NVME_OF, NVMe-oF",
        "20049, RPC_OVER_RDMA, RPC-over-RDMA",
        "5445, SMB_DIRECT, SMB Direct",
        "3260, ISER, iSER",
        "18634, RDS, RDS"
    })
    void eachServiceIsNamedByItsMessageAndNeverByNoiseOfItsLength(
            int port, UpperProtocol protocol, String label) {
        UpperSamples.Sample sample = UpperSamples.ALL.stream()
                .filter(s -> s.protocol() == protocol && s.fromActive())
                .findFirst()
                .orElseThrow();
        connect(port);
        tracker.onFrame(frames.send(true, sample.bytes()));
        assertThat(carries()).isEqualTo(label);
        // Fixed: one in some millions of random messages is lawful.
        long seed = Long.getLong("qpscope.seed", port);
        Random random = new Random(seed);
        byte[] noise = UpperFrames.hex(sample.bytes());
        for (int round = 0; round < NOISY_CONNECTIONS; round++) {
            UpperFrames others = new UpperFrames();
            SessionTracker fresh = new SessionTracker(new SessionTracker.Options(100));
            fresh.onFrame(others.request(port, ""));
            fresh.onFrame(others.reply(""));
            for (int i = 0; i < 4; i++) {
                random.nextBytes(noise);
                fresh.onFrame(others.send(i % 2 == 0, 0x04, noise));
            }
            assertThat(fresh.finish().sessions().get(0).carries())
                    .as("-Dqpscope.seed=%d round %d", seed, round)
                    .isNull();
        }
    }

    @Test
    void clcPairsTheSessionAndALinkConfirmationProvesSmc() {
        byte[] accept = UpperFrames.hex("e2d4c3d9 02 0044 18" + "00".repeat(8)
                + "00000000000000000000ffff0a090001" + "000000000001" + "000022" + "00".repeat(20)
                + "000064" + "e2d4c3d9");
        byte[] confirm = accept.clone();
        confirm[4] = 3;
        confirm[31] = 2;
        confirm[40] = 0x11;
        tracker.onFrame(frames.tcp(false, accept));
        tracker.onFrame(frames.tcp(true, confirm));
        tracker.onFrame(frames.send(false, UpperSamples.SMC_CONFIRM_LINK));
        tracker.onFrame(frames.send(true, UpperSamples.SMC_CONFIRM_LINK));
        SessionSummary session = tracker.finish().sessions().get(0);
        assertThat(session.carries()).isEqualTo("SMC-R");
        assertThat(session.pairedBy()).isEqualTo(PairedBy.OOB);
    }
}
