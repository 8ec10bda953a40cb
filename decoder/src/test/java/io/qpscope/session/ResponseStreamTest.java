package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.FrameView;
import io.qpscope.session.ResponseStream.Restart;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses to READs, one by one: what each is, and what a READ that is asked for again proves. */
class ResponseStreamTest {
    private final FrameView frame = new FrameView();
    private final SendOrder order = new SendOrder();
    private ResponseStream stream;
    private int base;

    @BeforeEach
    void fresh() {
        stream = new ResponseStream();
        base = 0;
    }

    private int pass(int psn) {
        frame.at(1000 + psn, psn, 0, 0);
        return stream.onResponse((base + psn) & 0xff_ffff, 10, order, frame);
    }

    private void expect(int psn, int length) {
        stream.expect((base + psn) & 0xff_ffff, length);
    }

    private Restart restart(int psn) {
        return stream.onRestart((base + psn) & 0xff_ffff, false);
    }

    private Restart early(int psn) {
        return stream.onRestart((base + psn) & 0xff_ffff, true);
    }

    private void whole(int psn, int length) {
        expect(psn, length);
        for (int i = 0; i < length; i++) {
            pass(psn + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 500, 0xff_fffd, 0x80_0000})
    void responsesInOrderAreNewAndCompleteTheirRead(int start) {
        base = start;
        expect(0, 3);
        for (int i = 0; i < 3; i++) {
            assertThat(stream.completed).isZero();
            assertThat(stream.outstanding()).isTrue();
            assertThat(pass(i)).isEqualTo(ResponseStream.NEW);
        }
        assertThat(stream.completed).isEqualTo(1);
        assertThat(stream.outstanding()).isFalse();
        assertThat(stream.payloadBytes).isEqualTo(30);
        assertThat(stream.counts.firstPsn).isEqualTo(start);
        assertThat(stream.counts.lastPsn).isEqualTo((start + 2) & 0xff_ffff);
        assertThat(stream.neverSeen()).isZero();
    }

    @Test
    void whatNobodyAskedForIsAnOrphan() {
        assertThat(pass(5)).isEqualTo(ResponseStream.ORPHAN);
        expect(10, 2);
        assertThat(pass(9)).isEqualTo(ResponseStream.ORPHAN);
        assertThat(pass(12)).isEqualTo(ResponseStream.ORPHAN);
        assertThat(stream.counts.started).isFalse();
        pass(10);
        assertThat(pass(12)).as("ahead of all").isEqualTo(ResponseStream.ORPHAN);
        assertThat(stream.counts.retransmitted).isZero();
        assertThat(pass(9)).as("forgotten, so long ago is it").isEqualTo(ResponseStream.AGAIN);
        assertThat(stream.counts.retransmitted).isEqualTo(1);
        assertThat(stream.counts.duplicates).isEqualTo(1);
    }

    @Test
    void aResponseThatPassedBeforeIsAgain() {
        whole(10, 3);
        assertThat(pass(11)).isEqualTo(ResponseStream.AGAIN);
        assertThat(pass(12)).isEqualTo(ResponseStream.AGAIN);
        assertThat(stream.counts.retransmitted).isEqualTo(2);
        assertThat(stream.counts.duplicates).as("the requester had both").isEqualTo(2);
        assertThat(stream.payloadBytes).isEqualTo(30);
        assertThat(stream.completed).isEqualTo(1);
    }

    @Test
    void skippedResponsesAreHolesUntilTheyCome() {
        expect(10, 5);
        pass(10);
        assertThat(pass(13)).isEqualTo(ResponseStream.BEHIND_GAP);
        assertThat(stream.lastSkipped()).isEqualTo(2);
        assertThat(stream.gapFrame()).isEqualTo(1013);
        assertThat(stream.hasGap()).isTrue();
        assertThat(stream.neverSeen()).isEqualTo(2);
        assertThat(pass(12)).isEqualTo(ResponseStream.FILLED);
        assertThat(stream.counts.outOfOrder)
                .as("nothing was asked for again: late")
                .isEqualTo(1);
        assertThat(stream.counts.lostBeforeTap).isZero();
        assertThat(restart(11)).isEqualTo(Restart.IMPLIED_NAK_BEFORE_TAP);
        assertThat(pass(11)).isEqualTo(ResponseStream.FILLED);
        assertThat(stream.counts.lostBeforeTap).as("asked for again").isEqualTo(1);
        assertThat(stream.counts.retransmitted).isEqualTo(1);
        assertThat(stream.hasGap()).isFalse();
        assertThat(pass(14)).isEqualTo(ResponseStream.NEW);
        assertThat(stream.completed).isEqualTo(1);
        assertThat(stream.payloadBytes).isEqualTo(50);
    }

    @Test
    void gapsThatBadPacketsExplainAreNoLossBeforeTheTap() {
        expect(10, 5);
        pass(10);
        pass(13);
        stream.corrupted(1);
        restart(11);
        pass(11);
        assertThat(stream.counts.lostBeforeTap).isZero();
        pass(12);
        assertThat(stream.counts.lostBeforeTap).isEqualTo(1);
        assertThat(stream.counts.retransmitted).isEqualTo(2);
    }

    @Test
    void gapsReachOverReadsButNotOverWhatWasNotAskedFor() {
        expect(10, 2);
        expect(20, 2);
        expect(30, 2);
        pass(10);
        assertThat(pass(31)).isEqualTo(ResponseStream.BEHIND_GAP);
        // 11, 20, 21 and 30.
        assertThat(stream.lastSkipped()).isEqualTo(4);
        assertThat(stream.neverSeen()).isEqualTo(4);
        stream.settleGaps();
        assertThat(stream.completed).isEqualTo(3);
        assertThat(stream.hasGap()).isFalse();
        assertThat(stream.neverSeen()).isEqualTo(4);
        assertThat(stream.counts.lostByCapture).isEqualTo(4);
    }

    @Test
    void theNextReadsResponseLeavesNoGap() {
        expect(10, 1);
        expect(20, 1);
        assertThat(pass(10)).isEqualTo(ResponseStream.NEW);
        assertThat(pass(20)).isEqualTo(ResponseStream.NEW);
        assertThat(stream.lastSkipped()).isZero();
    }

    // ---- asked for again ----

    @Test
    void aReadOfWhichNothingPassedIsUnanswered() {
        expect(10, 3);
        assertThat(restart(10)).isEqualTo(Restart.UNANSWERED);
        assertThat(early(10)).isEqualTo(Restart.UNANSWERED);
        whole(20, 1);
        expect(30, 2);
        assertThat(restart(30)).isEqualTo(Restart.UNANSWERED);
    }

    @Test
    void theLastResponseLostOrLateIsAskedForAlone() {
        whole(10, 3);
        assertThat(restart(12)).isEqualTo(Restart.LAST_RESPONSE);
    }

    @Test
    void aResponseInTheMiddleAskedForAgainWasLostBehindTheTap() {
        whole(10, 4);
        assertThat(restart(11)).isEqualTo(Restart.IMPLIED_NAK_AFTER_TAP);
        assertThat(pass(11)).isEqualTo(ResponseStream.AGAIN);
        assertThat(stream.counts.duplicates).as("the requester lacked it").isZero();
    }

    @Test
    void aWholeReadAskedForAgainAtOnceMayHaveCrossedItsResponses() {
        whole(10, 4);
        assertThat(early(10)).isEqualTo(Restart.CROSSED);
        fresh();
        whole(10, 4);
        assertThat(restart(10))
                .as("after the timer's time")
                .isEqualTo(Restart.IMPLIED_NAK_AFTER_TAP);
        fresh();
        whole(10, 4);
        assertThat(early(11)).as("not the whole").isEqualTo(Restart.IMPLIED_NAK_AFTER_TAP);
        fresh();
        whole(10, 4);
        whole(14, 1);
        assertThat(early(10)).as("a later answer came").isEqualTo(Restart.IMPLIED_NAK_AFTER_TAP);
    }

    @Test
    void whatIsSentAgainBehindTheNakFollowsIt() {
        whole(10, 2);
        whole(12, 2);
        assertThat(restart(11)).isEqualTo(Restart.IMPLIED_NAK_AFTER_TAP);
        assertThat(restart(12)).isEqualTo(Restart.FOLLOWS);
    }

    @Test
    void aGapBehindTheFirstResponseIsAskedForFromZero() {
        expect(10, 4);
        pass(10);
        pass(12);
        assertThat(restart(10)).isEqualTo(Restart.FROM_ZERO);
        fresh();
        whole(10, 4);
        assertThat(restart(10)).as("no gap").isNotEqualTo(Restart.FROM_ZERO);
    }

    @Test
    void anAcknowledgementOfALaterRequestImpliesANak() {
        expect(10, 2);
        stream.acknowledged(15);
        assertThat(restart(10)).as("carried out").isEqualTo(Restart.IMPLIED_NAK_BEFORE_TAP);
        assertThat(stream.neverSeen()).isEqualTo(2);
        fresh();
        expect(10, 2);
        stream.acknowledged(9);
        assertThat(restart(10)).as("of an earlier one").isEqualTo(Restart.UNANSWERED);
        assertThat(stream.neverSeen()).isZero();
    }

    @Test
    void anAcknowledgementAheadOfAResponseImpliesANakForIt() {
        expect(10, 2);
        pass(10);
        stream.acknowledgedAgain(15);
        assertThat(pass(11)).isEqualTo(ResponseStream.NEW);
        assertThat(restart(11)).isEqualTo(Restart.IMPLIED_NAK_BY_ACK);
        fresh();
        expect(10, 2);
        pass(10);
        stream.acknowledgedAgain(10);
        pass(11);
        assertThat(restart(11)).as("of one before").isEqualTo(Restart.LAST_RESPONSE);
        fresh();
        whole(10, 2);
        stream.acknowledgedAgain(15);
        assertThat(restart(11)).as("it had all").isEqualTo(Restart.LAST_RESPONSE);
    }

    @Test
    void aResponseIsLackedUntilItPasses() {
        assertThat(stream.lacksBefore(50)).isFalse();
        expect(10, 2);
        assertThat(stream.lacksBefore(11)).isTrue();
        assertThat(stream.lacksBefore(10)).isFalse();
        pass(10);
        assertThat(stream.lacksBefore(11)).isFalse();
        assertThat(stream.lacksBefore(12)).isTrue();
        pass(11);
        assertThat(stream.lacksBefore(12)).isFalse();
    }

    @Test
    void insideIsBehindTheFirstPsn() {
        expect(10, 3);
        assertThat(stream.isInside(9)).isFalse();
        assertThat(stream.isInside(10)).isFalse();
        assertThat(stream.isInside(11)).isTrue();
        assertThat(stream.isInside(12)).isTrue();
        assertThat(stream.isInside(13)).isFalse();
    }

    @Test
    void aGuessedLengthIsCorrected() {
        expect(10, 1);
        stream.correct(10, 3);
        assertThat(pass(10)).isEqualTo(ResponseStream.NEW);
        assertThat(pass(11)).isEqualTo(ResponseStream.NEW);
        assertThat(stream.completed).isZero();
        assertThat(pass(12)).isEqualTo(ResponseStream.NEW);
        assertThat(stream.completed).isEqualTo(1);
    }

    @Test
    void aGapAmongResponsesSentAgainIsALossBeforeTheTap() {
        whole(10, 6);
        assertThat(restart(11)).isEqualTo(Restart.IMPLIED_NAK_AFTER_TAP);
        pass(11);
        // 12 is lost in front of the tap, this time.
        pass(13);
        assertThat(restart(12)).isEqualTo(Restart.IMPLIED_NAK_BEFORE_TAP);
        assertThat(stream.counts.lostBeforeTap).isEqualTo(1);
        assertThat(restart(12)).as("told once").isNotEqualTo(Restart.IMPLIED_NAK_BEFORE_TAP);
    }

    @Test
    void identificationsTellLateFromSentAgain() {
        for (int id = 1; id <= 10; id++) {
            order.learn(id);
        }
        for (boolean late : new boolean[] {true, false}) {
            fresh();
            expect(10, 3);
            pass(10);
            pass(12);
            // The view's identification is 0, before the newest, or behind it.
            SendOrder sent = new SendOrder();
            for (int id = 1; id <= 10; id++) {
                sent.learn(late ? id : id - 20);
            }
            frame.at(1, 1, 0, 0);
            assertThat(stream.onResponse(11, 10, sent, frame)).isEqualTo(ResponseStream.FILLED);
            assertThat(stream.counts.outOfOrder).isEqualTo(late ? 1 : 0);
            assertThat(stream.counts.lostBeforeTap).isEqualTo(late ? 0 : 1);
        }
    }
}
