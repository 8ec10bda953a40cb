package io.qpscope.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.bench.Connection.Truth;
import io.qpscope.bench.TrafficFile.Options;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Outcome;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

class TrafficFileTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"4096, 0, 1", "1024, 0, 2", "4096, 128, 3", "1024, 128, 4"})
    void analysisFindsWhatWasMadeToHappen(int mtu, int snapLength, long seed) throws IOException {
        Path file = folder.resolve("traffic.pcap");
        Options options = new Options(8_000, 16, mtu, snapLength, 4_000, 1_000, seed);
        List<Truth> truths = TrafficFile.write(file, options);
        Analysis analysis = Analysis.of(file, Long.MAX_VALUE);
        TrackerResult result = analysis.result;
        assertThat(analysis.packets).isBetween(8_000L, 20_000L);
        assertThat(result.icrc().bad()).isZero();
        assertThat(result.sessions()).hasSameSizeAs(truths);
        for (int i = 0; i < truths.size(); i++) {
            check(result.sessions().get(i), truths.get(i));
        }
        assertThat(truths).anyMatch(truth -> truth.lostBeforeTap > 0);
        assertThat(truths).anyMatch(truth -> truth.lostAfterTap > 0);
        assertThat(truths).anyMatch(truth -> truth.rnrNaks > 0);
    }

    private static void check(SessionSummary session, Truth truth) {
        DirectionSummary requests = session.direction(Side.A);
        PsnCounts counts = requests.requests();
        assertThat(session.outcome().status()).isEqualTo(Outcome.SUCCESS);
        assertThat(requests.messages().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(truth.messages);
        assertThat(requests.completedMessages()).isEqualTo(truth.messages);
        assertThat(counts.lostBeforeTap()).isEqualTo(truth.lostBeforeTap);
        assertThat(counts.lostAfterTap()).isEqualTo(truth.lostAfterTap);
        assertThat(counts.retransmittedPackets()).isEqualTo(truth.resent);
        assertThat(counts.lostByCapture()).isZero();
        assertThat(counts.lostUndecided()).isZero();
        assertThat(counts.missingPackets()).isZero();
        assertThat(counts.duplicatePackets()).isZero();
        assertThat(counts.outOfOrderPackets()).isZero();
        assertThat(requests.timeouts()).isZero();
        DirectionSummary answers = session.direction(Side.B);
        assertThat(answers.naks().total()).isEqualTo(truth.lostBeforeTap + truth.lostAfterTap);
        assertThat(answers.rnrNaks()).isEqualTo(truth.rnrNaks);
        assertThat(answers.responses().lostBeforeTap()).isZero();
        assertThat(answers.responses().missingPackets()).isZero();
    }
}
