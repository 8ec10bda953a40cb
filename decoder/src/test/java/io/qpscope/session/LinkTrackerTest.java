package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.InfinibandPackets;
import io.qpscope.wire.Erf;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;

/** Two ends of a link, tapped on interfaces 0 and 1; times in microseconds. */
class LinkTrackerTest {
    private static final int INIT = 1;
    private static final int NORMAL = 0;

    private final Dissector dissector = new Dissector(4791, true);
    private final FrameView view = new FrameView();
    private final SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
    private long number;

    private void frame(long us, byte[] record) {
        view.wrap(ByteBuffer.wrap(record), 0, record.length, record.length, LinkType.ERF)
                .at(++number, us * 1000, 0, 0);
        dissector.dissect(view);
        tracker.onFrame(view);
    }

    private void link(long us, int port, int op, int fctbs, int fccl) {
        link(us, port, InfinibandPackets.link(op, fctbs, 0, fccl));
    }

    private void link(long us, int port, byte[] packet) {
        frame(us, InfinibandPackets.erf(Erf.TYPE_INFINIBAND_LINK, port, 1L << 32, "", packet));
    }

    /** A packet of so many blocks on interface 0. */
    private byte[] packet(int blocks, int vl) {
        InfinibandPackets packets = new InfinibandPackets();
        packets.vl = vl;
        // LRH, BTH, ICRC and VCRC take 26 bytes.
        packets.payload = new byte[blocks * 64 - 28];
        packets.psn = (int) number;
        return packets.build();
    }

    private void data(long us, byte[] packet) {
        frame(us, InfinibandPackets.erf(Erf.TYPE_INFINIBAND, 0, 1L << 32, "", packet));
    }

    private void data(long us, int blocks) {
        data(us, packet(blocks, 0));
    }

    private static List<String> rules(TrackerResult result) {
        return Rules.judge(result).stream()
                .map(finding -> finding.rule().id())
                .filter(id -> id.startsWith("IB-"))
                .toList();
    }

    private LinkSummary sender(TrackerResult result) {
        return result.links().stream()
                .filter(lane -> lane.port() == 0)
                .findFirst()
                .orElseThrow();
    }

    /** Both ends come up; the receiver of data grants {@code credits}. */
    private void up(int credits) {
        link(0, 0, INIT, 0, 0);
        link(0, 1, INIT, 0, credits);
        link(1, 0, NORMAL, 0, 0);
        link(1, 1, NORMAL, 0, credits);
    }

    @Test
    void aHealthyLinkGivesNoFinding() {
        up(64);
        int sent = 0;
        for (int i = 0; i < 400; i++) {
            data(10 + i * 10, 33);
            sent += 33;
            link(11 + i * 10, 0, NORMAL, sent, 0);
            link(12 + i * 10, 1, NORMAL, 0, sent + 64);
        }
        TrackerResult result = tracker.finish();
        LinkSummary lane = sender(result);
        assertThat(rules(result)).isEmpty();
        assertThat(lane.dataBlocks()).isEqualTo(400 * 33);
        assertThat(lane.minCreditBlocks()).isEqualTo(31);
        assertThat(lane.starvedNs()).isEqualTo(400 * 2000);
        assertThat(lane.leaks()).isZero();
        assertThat(lane.mismatches()).isZero();
        assertThat(result.protocols().infiniBandLink()).isEqualTo(804);
        assertThat(result.protocols().infiniBand()).isEqualTo(400);
        assertThat(result.protocols().other()).isZero();
    }

    @Test
    void withheldCreditsStarveTheSender() {
        up(33);
        data(10, 33);
        link(20, 1, NORMAL, 0, 33);
        link(500, 1, NORMAL, 0, 66);
        data(501, 33);
        link(502, 1, NORMAL, 0, 99);
        TrackerResult result = tracker.finish();
        assertThat(rules(result)).containsExactly("IB-CREDIT-STARVED");
        assertThat(sender(result).minCreditBlocks()).isZero();
        assertThat(sender(result).starvedNs()).isEqualTo(491_000);
        assertThat(sender(result).longestStarvedNs()).isEqualTo(490_000);
    }

    /** Short waits are a busy link; they must not crowd out the frame that the finding is about. */
    @Test
    void theFindingNamesTheFramesOfTheLongWaitsAlone() {
        up(33);
        int sent = 0;
        for (int i = 0; i < 30; i++) {
            data(10 + i * 10, 33);
            sent += 33;
            link(12 + i * 10, 1, NORMAL, 0, sent + 33);
        }
        data(400, 33);
        link(600, 1, NORMAL, 0, sent + 66);
        List<Finding> findings = Rules.judge(tracker.finish());
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).frames()).containsExactly(4L + 60 + 1);
        assertThat(findings.get(0).message()).contains("1 time for 100 us or more");
    }

    @Test
    void starvationThatTheCaptureEndsInCountsUpToItsEnd() {
        up(33);
        data(10, 33);
        link(1010, 0, NORMAL, 33, 0);
        TrackerResult result = tracker.finish();
        assertThat(sender(result).starvedNs()).isEqualTo(1_000_000);
        assertThat(rules(result)).containsExactly("IB-CREDIT-STARVED");
    }

    @Test
    void aLaneWithoutDataLacksNothing() {
        up(0);
        link(100_000, 1, NORMAL, 0, 0);
        TrackerResult result = tracker.finish();
        assertThat(rules(result)).isEmpty();
        assertThat(sender(result).starvedNs()).isZero();
    }

    @Test
    void blocksThatNeverPassedAreALeakUntilTheNextUpdate() {
        up(128);
        data(10, 2);
        // A packet of three blocks is lost in front of the tap.
        link(20, 0, NORMAL, 5, 0);
        data(30, 2);
        link(40, 0, NORMAL, 7, 0);
        TrackerResult result = tracker.finish();
        assertThat(rules(result)).containsExactly("IB-CREDIT-LEAK");
        assertThat(sender(result).leaks()).isEqualTo(1);
        assertThat(sender(result).leakedBlocks()).isEqualTo(3);
    }

    @Test
    void aWrongVcrcIsALeakOnce() {
        up(128);
        byte[] packet = packet(2, 0);
        packet[30] ^= 1;
        data(10, packet);
        link(20, 0, NORMAL, 2, 0);
        TrackerResult result = tracker.finish();
        assertThat(rules(result)).containsExactly("IB-CREDIT-LEAK", "IB-VCRC-BAD");
        assertThat(sender(result).leaks()).isEqualTo(1);
        assertThat(sender(result).badVcrc()).isEqualTo(1);
    }

    @Test
    void countsWrapAtFourThousandAndNinetySix() {
        link(0, 0, NORMAL, 4090, 0);
        link(0, 1, NORMAL, 0, 4090 + 64);
        data(10, 10);
        link(20, 0, NORMAL, 4100, 0);
        link(21, 1, NORMAL, 0, 4100 + 64);
        TrackerResult result = tracker.finish();
        assertThat(rules(result)).isEmpty();
        assertThat(sender(result).minCreditBlocks()).isEqualTo(54);
        assertThat(sender(result).leaks()).isZero();
    }

    @Test
    void sendingBeyondTheLimitIsAnOverrun() {
        up(4);
        data(10, 4);
        data(11, 3);
        TrackerResult result = tracker.finish();
        assertThat(rules(result)).containsExactly("IB-CREDIT-OVERRUN");
        assertThat(sender(result).overruns()).isEqualTo(1);
        assertThat(sender(result).minCreditBlocks()).isEqualTo(-3);
    }

    @Test
    void halfTheRangeAheadIsAllowed() {
        link(0, 0, NORMAL, 0, 0);
        link(0, 1, NORMAL, 0, 2049);
        data(10, 1);
        assertThat(rules(tracker.finish())).isEmpty();
    }

    @Test
    void initialisationAfterWorkIsToldAndTheFirstIsNot() {
        up(64);
        data(10, 2);
        link(20, 0, INIT, 0, 0);
        link(21, 0, INIT, 0, 0);
        link(22, 0, NORMAL, 0, 0);
        TrackerResult result = tracker.finish();
        assertThat(rules(result)).containsExactly("IB-LINK-REINIT");
        assertThat(sender(result).reinits()).isEqualTo(1);
        assertThat(sender(result).leaks()).isZero();
    }

    @Test
    void aWrongLpcrcCountsAndMovesNothing() {
        up(64);
        byte[] packet = InfinibandPackets.link(NORMAL, 100, 0, 0);
        packet[5] ^= 1;
        link(10, 0, packet);
        link(20, 0, NORMAL, 0, 0);
        TrackerResult result = tracker.finish();
        assertThat(rules(result)).containsExactly("IB-LPCRC-BAD");
        assertThat(sender(result).badLpcrc()).isEqualTo(1);
        assertThat(sender(result).leaks()).isZero();
    }

    @Test
    void reservedOperationsAndLaneFifteenAreIgnored() {
        up(64);
        link(10, 0, 7, 100, 0);
        link(11, 0, InfinibandPackets.link(NORMAL, 1, 15, 2));
        data(12, packet(4, 15));
        TrackerResult result = tracker.finish();
        assertThat(rules(result)).isEmpty();
        assertThat(sender(result).reservedOps()).isEqualTo(1);
        assertThat(sender(result).dataPackets()).isZero();
    }

    @Test
    void withoutTheOtherDirectionCreditsAreNotKnown() {
        link(0, 0, NORMAL, 0, 0);
        data(10, 2);
        LinkSummary lane = sender(tracker.finish());
        assertThat(lane.minCreditBlocks()).isNull();
        assertThat(lane.starvedNs()).isNull();
    }

    @Test
    void dataAloneMakesNoLink() {
        data(10, 2);
        TrackerResult result = tracker.finish();
        assertThat(result.links()).isEmpty();
        assertThat(result.sessions()).hasSize(1);
        SessionSummary session = result.sessions().get(0);
        assertThat(session.transport()).isEqualTo("InfiniBand");
        assertThat(session.a().address()).isEqualTo("lid 1");
        assertThat(session.b().address()).isEqualTo("lid 4");
        assertThat(session.a().port()).isZero();
    }

    @Test
    void lanesAreBoundedAndTheRestIsReported() {
        byte[] packet = InfinibandPackets.link(NORMAL, 0, 0, 0);
        byte[] record = InfinibandPackets.erf(Erf.TYPE_INFINIBAND_LINK, 0, 1L << 32, "", packet);
        for (int i = 0; i < LinkTracker.MAX_LANES; i++) {
            view.wrap(ByteBuffer.wrap(record), 0, record.length, record.length, LinkType.ERF)
                    .at(i + 1, 0, 0, i);
            dissector.dissect(view);
            tracker.onFrame(view);
        }
        TrackerResult result = tracker.finish();
        assertThat(result.links()).hasSize(LinkTracker.MAX_LANES);
        assertThat(Rules.judge(result).stream().map(Finding::message))
                .contains("2048 packets on more than 4096 virtual lanes are left out.");
    }

    @Test
    void anyLinkPacketsAreBorne() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 50_000; i++) {
            if (random.nextBoolean()) {
                link(
                        i,
                        random.nextInt(4),
                        InfinibandPackets.link(
                                random.nextInt(3),
                                random.nextInt(4096),
                                random.nextInt(16),
                                random.nextInt(4096)));
            } else {
                data(i, packet(1 + random.nextInt(40), random.nextInt(16)));
            }
        }
        TrackerResult result = tracker.finish();
        assertThat(result.links()).as("seed %d", seed).hasSizeLessThanOrEqualTo(64);
        for (LinkSummary lane : result.links()) {
            Long starved = lane.starvedNs();
            assertThat(starved == null || starved >= lane.longestStarvedNs())
                    .as("seed %d", seed)
                    .isTrue();
        }
    }
}
