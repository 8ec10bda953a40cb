package io.qpscope.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.finding.RulesTest.Case;
import io.qpscope.finding.RulesTest.Stage;
import io.qpscope.wire.Aeth;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.List;
import java.util.stream.Stream;

/** Waits against what was promised, repetitions against what was agreed on, and how it ended. */
class RecoveryRulesTest {
    private static final long T = 67_108;

    /** 1.28 ms. */
    private static final int TIMER = 14;

    static final List<Case> CASES = List.of(
            new Case("RC-RNR-WAIT-SHORT", s -> waited(s, 1_100), s -> waited(s, 1_279)),
            new Case("RC-RNR-WAIT-SLOW", s -> waited(s, 21_300), s -> waited(s, 21_200)),
            new Case("RC-RETRY-BEYOND-COUNT", s -> rounds(s, 3, 4), s -> rounds(s, 3, 3)),
            new Case("RC-RETRY-ENDLESS", s -> rounds(s, 7, 8), s -> rounds(s, 7, 7)),
            new Case("RC-RETRY-GAVE-UP-EARLY", s -> gaveUp(s, 4, 3), s -> gaveUp(s, 3, 3)),
            new Case("RC-TIMEOUT-BACK-OFF", s -> ladder(s, 2), s -> ladder(s, 1)));

    @TestFactory
    Stream<DynamicTest> rules() {
        return RulesTest.tests(CASES);
    }

    private static void waited(Stage s, long us) {
        s.at(0, s.a.send(100), s.b.rnr(100, TIMER));
        s.at(1 + us, s.a.send(100), s.b.ack(100));
    }

    /** So many resends that no progress interrupts, and then an answer. */
    private static void rounds(Stage s, int retryCount, int resends) {
        s.a.cm.retryCount = retryCount;
        s.connectedByCm(0, 100, 900);
        for (int i = 0; i <= resends; i++) {
            s.at(100 + i * T, s.a.send(100));
        }
        s.at(100 + resends * T + 20, s.b.ack(100));
    }

    /** So many resends, and then silence. */
    private static void gaveUp(Stage s, int retryCount, int resends) {
        s.a.cm.retryCount = retryCount;
        s.connectedByCm(0, 100, 900);
        for (int i = 0; i <= resends; i++) {
            s.at(100 + i * T, s.a.send(100));
        }
        s.stillCapturing(100 + (resends + 6) * T);
    }

    /** One resend that a NAK asks for, then so many of the timer, and then silence. */
    private static void gaveUpAfterNak(Stage s, int retryCount, int resends) {
        s.a.cm.retryCount = retryCount;
        s.connectedByCm(0, 100, 900);
        s.at(50, s.a.send(100), s.a.send(101));
        s.at(60, s.b.nak(100));
        for (int i = 0; i <= resends; i++) {
            s.at(100 + i * T, s.a.send(100), s.a.send(101));
        }
        s.stillCapturing(100 + (resends + 6) * T);
    }

    /**
     * A round of the timer, then a refusal of the SEND, which implies a NAK for the READ before
     * it; that resend, so many rounds of the timer, and silence.
     */
    private static void gaveUpOnResponse(Stage s, int retryCount, int resends) {
        s.a.cm.retryCount = retryCount;
        s.connectedByCm(0, 100, 900);
        s.at(50, s.a.readRequest(100, 8), s.a.send(101));
        s.at(50 + T, s.a.readRequest(100, 8), s.a.send(101));
        s.at(60 + T, s.b.nak(101, Aeth.NAK_REMOTE_ACCESS_ERROR));
        for (int i = 0; i <= resends; i++) {
            s.at(100 + (i + 1) * T, s.a.readRequest(100, 8), s.a.send(101));
        }
        s.stillCapturing(100 + (resends + 7) * T);
    }

    private static void ladder(Stage s, int factor) {
        s.at(0, s.a.send(99), s.b.ack(99), s.a.send(100));
        long at = 0;
        long wait = T;
        for (int i = 0; i < 4; i++) {
            at += wait;
            wait *= factor;
            s.at(at, s.a.send(100));
        }
        s.at(at + 10, s.b.ack(100));
    }

    private static void refusals(Stage s, int rnrRetryCount, int naks) {
        s.b.cm.rnrRetryCount = rnrRetryCount;
        s.connectedByCm(0, 100, 900);
        for (int i = 0; i < naks; i++) {
            s.at(100 + i * 2_000L, s.a.send(100), s.b.rnr(100, TIMER));
        }
        s.at(100 + naks * 2_000L, s.a.send(100), s.b.ack(100));
    }

    /** Three RNR NAKs, of which the first comes before the READ's response or behind it. */
    private static void refusedBehindRead(Stage s, boolean lacking) {
        s.b.cm.rnrRetryCount = 1;
        s.connectedByCm(0, 100, 900);
        s.at(100, s.a.readRequest(100, 8), s.a.send(101));
        if (lacking) {
            s.at(110, s.b.rnr(101, TIMER), s.a.readRequest(100, 8), s.b.readOnly(100));
            s.at(112, s.a.send(101));
        } else {
            s.at(110, s.b.readOnly(100), s.b.rnr(101, TIMER));
            s.at(2_000, s.a.send(101));
        }
        s.at(2_010, s.b.rnr(101, TIMER));
        s.at(4_000, s.a.send(101), s.b.rnr(101, TIMER));
        s.stillCapturing(1_000_000);
    }

    /** So many rounds of the timer for what an RNR NAK refused ahead of a missing response. */
    private static void silentBehindOverruledRnr(Stage s, int retryCount, int resends) {
        s.a.cm.retryCount = retryCount;
        s.connectedByCm(0, 100, 900);
        s.at(100, s.a.readRequest(100, 8), s.a.send(101), s.b.rnr(101, TIMER));
        s.at(110, s.a.readRequest(100, 8), s.a.send(101), s.b.readOnly(100));
        for (int i = 1; i <= resends; i++) {
            s.at(110 + i * T, s.a.send(101));
        }
        s.stillCapturing(110 + (resends + 6) * T);
    }

    /** So many rounds of the timer behind what a NAK asked for ahead of a missing response. */
    private static void silentBehindOverruledNak(Stage s, int retryCount, int resends) {
        s.a.cm.retryCount = retryCount;
        s.connectedByCm(0, 100, 900);
        s.at(100, s.a.readRequest(100, 8), s.a.send(101), s.a.send(102), s.b.nak(101));
        s.at(110, s.a.readRequest(100, 8), s.a.send(101), s.a.send(102));
        s.at(120, s.b.readOnly(100), s.b.ack(101));
        for (int i = 1; i <= resends; i++) {
            s.at(110 + i * T, s.a.send(102));
        }
        s.stillCapturing(110 + (resends + 6) * T);
    }

    private static List<String> ids(Stage stage) {
        return stage.judge().stream().map(finding -> finding.rule().id()).toList();
    }

    @Test
    void whatANakAskedForUsesUpARetry() {
        Stage lawful = new Stage();
        gaveUpAfterNak(lawful, 3, 2);
        assertThat(ids(lawful))
                .contains("RC-RETRY-EXCEEDED")
                .doesNotContain("RC-RETRY-GAVE-UP-EARLY");
        Stage early = new Stage();
        gaveUpAfterNak(early, 4, 2);
        assertThat(message(early, "RC-RETRY-GAVE-UP-EARLY"))
                .contains(
                        "sent PSN 100 3 times and up to 1 more as NAKs or missing responses asked;"
                                + " by its retry count it may do so 5 times");
    }

    @Test
    void anAnswerBehindAMissingResponseIsNoProgressOfTheRequester() {
        Stage lawful = new Stage();
        gaveUpOnResponse(lawful, 5, 3);
        assertThat(ids(lawful))
                .contains("RC-RETRY-EXCEEDED")
                .doesNotContain("RC-RETRY-GAVE-UP-EARLY");
        Stage early = new Stage();
        gaveUpOnResponse(early, 7, 3);
        assertThat(ids(early)).contains("RC-RETRY-GAVE-UP-EARLY");
    }

    @Test
    void aNakBeforeTheLastProgressUsesUpNothing() {
        Stage s = new Stage();
        s.a.cm.retryCount = 3;
        s.connectedByCm(0, 99, 900);
        s.at(50, s.a.send(99), s.a.send(100), s.b.nak(99), s.a.send(99), s.a.send(100));
        s.at(60, s.b.ack(99));
        s.at(60 + T, s.a.send(100));
        s.at(60 + 2 * T, s.a.send(100));
        s.stillCapturing(60 + 8 * T);
        assertThat(ids(s)).contains("RC-RETRY-EXCEEDED", "RC-RETRY-GAVE-UP-EARLY");
    }

    @Test
    void moreRnrNaksThanTheRnrRetryCountAllowsBreakIt() {
        Stage stage = new Stage();
        refusals(stage, 2, 4);
        assertThat(ids(stage)).contains("RC-RETRY-BEYOND-COUNT");
    }

    @Test
    void asManyRnrNaksAsTheRnrRetryCountAllowsAreLawful() {
        Stage stage = new Stage();
        refusals(stage, 2, 3);
        assertThat(ids(stage)).doesNotContain("RC-RETRY-BEYOND-COUNT");
    }

    @Test
    void rnrRetryCountSevenIsForEver() {
        Stage stage = new Stage();
        refusals(stage, 7, 12);
        assertThat(ids(stage)).doesNotContain("RC-RETRY-BEYOND-COUNT", "RC-RETRY-ENDLESS");
    }

    @Test
    void anRnrNakAheadOfAMissingResponseNeedNotBeCounted() {
        Stage lawful = new Stage();
        refusedBehindRead(lawful, true);
        assertThat(ids(lawful))
                .contains("RC-RNR-RETRY-EXCEEDED")
                .doesNotContain("RC-RETRY-BEYOND-COUNT", "RC-RETRY-GAVE-UP-EARLY");
        Stage beyond = new Stage();
        refusedBehindRead(beyond, false);
        assertThat(ids(beyond)).contains("RC-RETRY-BEYOND-COUNT");
    }

    /** So many rounds of the timer behind a NAK whose packet is acknowledged before it is obeyed. */
    private static void silentBehindServedNak(Stage s, int retryCount, int resends) {
        s.a.cm.retryCount = retryCount;
        s.connectedByCm(0, 100, 900);
        s.at(100, s.a.send(100), s.a.send(101), s.b.nak(100), s.b.ack(100));
        for (int i = 1; i <= resends; i++) {
            s.at(100 + i * T, s.a.send(101));
        }
        s.stillCapturing(100 + (resends + 6) * T);
    }

    /** Whether the first rewind obeys the NAK or the timer does not show. */
    @Test
    void aNakForWhatWasReceivedSinceMayOrMayNotBeTheReason() {
        Stage lawful = new Stage();
        silentBehindServedNak(lawful, 3, 3);
        assertThat(ids(lawful)).doesNotContain("RC-RETRY-GAVE-UP-EARLY", "RC-RETRY-BEYOND-COUNT");
        Stage alsoLawful = new Stage();
        silentBehindServedNak(alsoLawful, 2, 3);
        assertThat(ids(alsoLawful))
                .doesNotContain("RC-RETRY-GAVE-UP-EARLY", "RC-RETRY-BEYOND-COUNT");
        Stage early = new Stage();
        silentBehindServedNak(early, 4, 3);
        assertThat(ids(early)).contains("RC-RETRY-GAVE-UP-EARLY");
        Stage beyond = new Stage();
        silentBehindServedNak(beyond, 1, 3);
        assertThat(ids(beyond)).contains("RC-RETRY-BEYOND-COUNT");
    }

    /**
     * A refusal implies a NAK for the READ that lacks its response, which is on its way again already;
     * then so many rounds of the timer, and silence.
     */
    private static void refusedWhileAskingAgain(Stage s, int retryCount, int resends) {
        s.a.cm.retryCount = retryCount;
        s.connectedByCm(0, 100, 900);
        s.at(100, s.a.send(100), s.a.readRequest(101, 8), s.a.send(102), s.b.nak(100));
        s.at(101, s.a.send(100), s.b.ack(100), s.b.nak(102, Aeth.NAK_REMOTE_ACCESS_ERROR));
        s.at(102, s.a.readRequest(101, 8), s.a.send(102));
        for (int i = 1; i <= resends; i++) {
            s.at(102 + i * T, s.a.readRequest(101, 8), s.a.send(102));
        }
        s.stillCapturing(102 + (resends + 6) * T);
    }

    @Test
    void aRetryThatAskedForNothingNewIsUsedUpAllTheSame() {
        Stage lawful = new Stage();
        refusedWhileAskingAgain(lawful, 4, 3);
        assertThat(ids(lawful))
                .contains("RC-RETRY-EXCEEDED")
                .doesNotContain("RC-RETRY-GAVE-UP-EARLY");
        Stage early = new Stage();
        refusedWhileAskingAgain(early, 5, 3);
        assertThat(ids(early)).contains("RC-RETRY-GAVE-UP-EARLY");
    }

    /** An RNR wait is over, though what was waited for has been received; then the timer's rounds. */
    private static void silentBehindOutlivedWait(Stage s, long endUs, int resends) {
        s.a.cm.retryCount = 2;
        s.connectedByCm(0, 100, 900);
        s.at(100, s.a.send(100), s.a.send(101), s.b.rnr(100, TIMER), s.b.ack(100));
        s.at(endUs, s.a.send(101));
        for (int i = 1; i <= resends; i++) {
            s.at(endUs + i * T, s.a.send(101));
        }
        s.stillCapturing(endUs + (resends + 6) * T);
    }

    @Test
    void theEndOfAWaitThatWasForNothingIsNoRoundOfTheTimer() {
        long waitUs = Aeth.rnrTimerNs(TIMER) / 1000;
        Stage lawful = new Stage();
        silentBehindOutlivedWait(lawful, 100 + waitUs + 1, 2);
        assertThat(ids(lawful)).doesNotContain("RC-RETRY-BEYOND-COUNT");
        Stage beyond = new Stage();
        silentBehindOutlivedWait(beyond, 100 + waitUs + 1, 3);
        assertThat(ids(beyond)).contains("RC-RETRY-BEYOND-COUNT");
        Stage late = new Stage();
        silentBehindOutlivedWait(late, 100 + 2 * waitUs + 50, 2);
        assertThat(ids(late)).contains("RC-RETRY-BEYOND-COUNT");
    }

    /** The refused SEND goes again behind the READ: what comes after that is the timer's doing. */
    @Test
    void anOverruledRnrNakExplainsNoRoundOfTheTimer() {
        Stage lawful = new Stage();
        silentBehindOverruledRnr(lawful, 3, 3);
        assertThat(ids(lawful))
                .contains("RC-RETRY-EXCEEDED")
                .doesNotContain("RC-RETRY-GAVE-UP-EARLY", "RC-RNR-WAIT-SHORT");
        Stage early = new Stage();
        silentBehindOverruledRnr(early, 4, 3);
        assertThat(ids(early)).contains("RC-RETRY-GAVE-UP-EARLY");
        Stage beyond = new Stage();
        silentBehindOverruledRnr(beyond, 2, 3);
        assertThat(ids(beyond)).contains("RC-RETRY-BEYOND-COUNT");
    }

    /** The same for a sequence NAK. */
    @Test
    void anOverruledNakExplainsNoRoundOfTheTimer() {
        Stage lawful = new Stage();
        silentBehindOverruledNak(lawful, 3, 3);
        assertThat(ids(lawful))
                .contains("RC-RETRY-EXCEEDED")
                .doesNotContain("RC-RETRY-GAVE-UP-EARLY", "RC-RETRY-BEYOND-COUNT");
        Stage early = new Stage();
        silentBehindOverruledNak(early, 4, 3);
        assertThat(ids(early)).contains("RC-RETRY-GAVE-UP-EARLY");
    }

    @Test
    void aPartialResendSaysAfterWhat() {
        Stage s = new Stage();
        s.at(0, s.a.send(99), s.b.ack(99), s.a.send(100), s.a.send(101), s.a.send(102));
        s.at(20, s.b.nak(100));
        s.at(30, s.a.send(100), s.a.send(103));
        s.at(40, s.b.ack(100), s.b.nak(101));
        assertThat(message(s, "RC-PARTIAL-RESEND"))
                .contains("left out 2 packets when it sent again after a NAK;");
    }

    @Test
    void anUnansweredRequesterIsToldWithAllThatMatters() {
        Stage s = new Stage();
        s.a.cm.retryCount = 2;
        s.connectedByCm(0, 100, 900);
        s.at(1_000, s.a.send(100), s.b.ack(100), s.a.send(101));
        for (int i = 1; i <= 2; i++) {
            s.at(1_002 + i * T, s.a.send(101));
        }
        s.stillCapturing(1_002 + 8 * T);
        assertThat(message(s, "RC-RETRY-EXCEEDED"))
                .contains("10.0.0.2 QP 34 was heard last in frame 5, 1.00 ms into the session")
                .contains("last good PSN 100")
                .contains(
                        "sent PSN 101 first 1.00 ms into the session, 3 times in all of 3 that its")
                .contains("after waits of 67.1 ms and 67.1 ms, then sent nothing for 403 ms")
                .contains("Nothing else of 10.0.0.2 came after that either")
                .contains("No pause frames")
                .contains("gives up with RETRY_EXC_ERR.");
    }

    @Test
    void aHostHeardInAnotherQueuePairIsAlive() {
        Stage s = new Stage();
        s.at(0, s.a.send(99), s.b.ack(99), s.a.send(100));
        for (int i = 1; i <= 3; i++) {
            s.at(i * T, s.a.send(100));
        }
        io.qpscope.session.Host other = s.b.queuePair(0x62);
        other.peer = s.a.queuePair(0x31);
        long frame = s.at(2 * T + 50, other.send(7));
        s.at(3 * T + 50, s.a.send(100));
        s.stillCapturing(12 * T);
        assertThat(message(s, "RC-RETRY-EXCEEDED"))
                .contains("10.0.0.2 itself was heard meanwhile, in frame " + frame)
                .contains("the process and its queue pair");
    }

    @Test
    void aHostThatIsSilentInAllElseUntilLaterMayHaveLostItsLink() {
        Stage s = new Stage();
        s.at(0, s.a.tcp(18_515, 18_516, 0x18, s.a.pingpong(99)));
        s.at(1, s.b.tcp(18_516, 18_515, 0x18, s.b.pingpong(900)));
        s.at(10, s.a.send(99), s.b.ack(99), s.a.send(100));
        for (int i = 1; i <= 3; i++) {
            s.at(i * T, s.a.send(100));
        }
        long frame = s.at(50 * T, s.b.tcp(18_516, 18_515, 0x10, ""));
        assertThat(message(s, "RC-RETRY-EXCEEDED"))
                .contains("10.0.0.2 was silent in all else, too, until frame " + frame)
                .contains("its link and the path");
    }

    @Test
    void aReceiverThatWasNeverReadyIsAlive() {
        Stage s = new Stage();
        s.b.cm.rnrRetryCount = 1;
        s.connectedByCm(0, 100, 900);
        s.at(100, s.a.send(100), s.b.ack(100), s.a.send(101), s.b.rnr(101, TIMER));
        s.at(2_000, s.a.send(101));
        long last = s.at(2_010, s.b.rnr(101, TIMER));
        s.stillCapturing(1_000_000);
        assertThat(message(s, "RC-RNR-RETRY-EXCEEDED"))
                .contains("is alive but had no receive for PSN 101 (last good PSN 100): 2 RNR NAKs")
                .contains("the last in frame " + last)
                .contains("2 times in all of 2 that its retry count allows after waits of 1.90 ms")
                .contains("gives up with RNR_RETRY_EXC_ERR.");
    }

    private static String message(Stage stage, String rule) {
        return stage.judge().stream()
                .filter(finding -> finding.rule().id().equals(rule))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + rule))
                .message();
    }
}
