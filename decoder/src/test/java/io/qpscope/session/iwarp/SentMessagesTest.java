package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which messages TCP's acknowledgements prove, and what a Terminate takes back. */
class SentMessagesTest {
    private static final int FIRST = 64;
    private static final int MOST = 8192;
    private static final int ENTRY = 44;
    private static final int SEND = 0;

    private final Budget budget = new Budget(16 << 20);
    private final SentMessages sent = new SentMessages(budget);

    /** SENDs with MSNs from the first on; MSN n ends at 10 n in frame 100 + n. */
    private static void sends(SentMessages to, int first, int last) {
        for (int msn = first; msn <= last; msn++) {
            to.add(10L * msn, SEND, msn, 0, 0, 100 + msn);
        }
    }

    @Test
    void anAcknowledgementProvesWhatEndsAtOrBeforeIt() {
        sends(sent, 1, 3);
        sent.onAck(9);
        assertThat(sent.completed).isZero();
        sent.onAck(10);
        assertThat(sent.completed).isEqualTo(1);
        sent.onAck(29);
        assertThat(sent.completed).isEqualTo(2);
        assertThat(sent.allAcknowledged()).isFalse();
        sent.onAck(30);
        sent.onAck(30);
        assertThat(sent.completed).isEqualTo(3);
        assertThat(sent.allAcknowledged()).isTrue();
        assertThat(sent.lastFrame).isEqualTo(103);
    }

    @Test
    void aTableThatGrowsKeepsEachMessage() {
        sends(sent, 1, 10);
        sent.onAck(100);
        sends(sent, 11, 1_000);
        sent.onAck(5_000);
        assertThat(sent.completed).isEqualTo(500);
        sent.add(20_000, SentMessages.TAGGED, 7, 4096, 100, 5_000);
        sends(sent, 1_001, 1_020);
        assertThat(sent.refuse(SentMessages.TAGGED, 7, 4096)).isEqualTo(5_000);
        assertThat(sent.refuse(SEND, 800, 0)).isEqualTo(900);
        assertThat(sent.completed).as("none behind 500 was").isEqualTo(500);
        assertThat(sent.refuse(SEND, 20, 0)).isEqualTo(120);
        assertThat(sent.completed).isEqualTo(19);
    }

    @Test
    void whatIsHeldAcrossGrowthIsTheNewest() {
        for (int turned : new int[] {1, 7, 63, 64, 65}) {
            SentMessages each = new SentMessages(new Budget(16 << 20));
            sends(each, 1, turned);
            each.onAck(10L * turned);
            sends(each, turned + 1, turned + 200);
            for (int msn = turned + 1; msn <= turned + 200; msn += 50) {
                each.onAck(10L * msn);
                assertThat(each.completed).as("turned %d", turned).isEqualTo(msn);
            }
            for (int msn = turned + 200; msn > turned; msn--) {
                assertThat(each.refuse(SEND, msn, 0)).isEqualTo(100 + msn);
            }
        }
    }

    @Test
    void aTaggedMessageIsNamedByAnOffsetWithinIt() {
        sent.add(10, SentMessages.TAGGED, 7, 1000, 50, 1);
        sent.add(20, SentMessages.TAGGED, 8, 1000, 50, 2);
        sent.add(30, SentMessages.TAGGED, 9, 1000, 0, 3);
        assertThat(sent.refuse(SentMessages.TAGGED, 8, 999)).isZero();
        assertThat(sent.refuse(SentMessages.TAGGED, 8, 1050)).isZero();
        assertThat(sent.refuse(SEND, 8, 1000)).as("another queue").isZero();
        assertThat(sent.refuse(SentMessages.TAGGED, 9, 1001)).as("empty").isZero();
        assertThat(sent.refuse(SentMessages.TAGGED, 9, 1000)).isEqualTo(3);
        assertThat(sent.refuse(SentMessages.TAGGED, 8, 1049)).isEqualTo(2);
        assertThat(sent.refuse(SentMessages.TAGGED, 7, 1000)).isEqualTo(1);
    }

    @Test
    void aRefusalTakesBackTheMessageAndThoseBehindIt() {
        sends(sent, 1, 5);
        sent.onAck(40);
        assertThat(sent.refuse(SEND, 6, 0)).isZero();
        assertThat(sent.completed).isEqualTo(4);
        assertThat(sent.refuse(SEND, 5, 0)).as("not yet acknowledged").isEqualTo(105);
        assertThat(sent.completed).isEqualTo(4);
        assertThat(sent.refuse(SEND, 3, 0)).isEqualTo(103);
        assertThat(sent.completed).isEqualTo(2);
        assertThat(sent.allAcknowledged()).isTrue();
        assertThat(sent.refuse(SEND, 1, 0)).as("the oldest").isEqualTo(101);
        assertThat(sent.completed).isZero();
    }

    @Test
    void ofAFullTableTheOldestAreForgottenButCounted() {
        sends(sent, 1, MOST + 10);
        sent.onAck(10L * 10);
        assertThat(sent.completed).as("not among those held").isZero();
        assertThat(sent.refuse(SEND, 10, 0)).isZero();
        sent.onAck(10L * 11);
        assertThat(sent.completed).isEqualTo(11);
        sent.onAck(10L * (MOST + 10));
        assertThat(sent.completed).isEqualTo(MOST + 10);
        assertThat(sent.refuse(SEND, 11, 0)).isEqualTo(111);
    }

    @Test
    void withoutMemoryTheNumberStaysAndNothingIsProvedTooEarly() {
        Budget tight = new Budget(2L * FIRST * ENTRY);
        SentMessages poor = new SentMessages(tight);
        assertThat(tight.takeSpare(1)).isTrue();
        sends(poor, 1, 5);
        assertThat(poor.any()).isTrue();
        assertThat(poor.lastFrame).isEqualTo(105);
        tight.giveBack(1);
        sends(poor, 6, 7);
        poor.onAck(10);
        assertThat(poor.completed).as("only one of the five is acknowledged").isZero();
        assertThat(poor.refuse(SEND, 0, 0))
                .as("no name for those without entry")
                .isZero();
        poor.onAck(60);
        assertThat(poor.completed).isEqualTo(6);
        assertThat(poor.allAcknowledged()).isFalse();
        poor.onAck(70);
        assertThat(poor.completed).isEqualTo(7);
    }

    @Test
    void aTableThatMayNotGrowKeepsTheNewest() {
        Budget tight = new Budget(2L * FIRST * ENTRY);
        SentMessages poor = new SentMessages(tight);
        sends(poor, 1, FIRST + 6);
        assertThat(poor.refuse(SEND, 6, 0)).isZero();
        poor.onAck(70);
        assertThat(poor.completed).isEqualTo(7);
        assertThat(poor.refuse(SEND, 8, 0)).isEqualTo(108);
    }

    @Test
    void releaseGivesAllBackAndTheNumbersStay() {
        assertThat(sent.any()).isFalse();
        sends(sent, 1, 100);
        sent.onAck(1_000);
        sent.release();
        assertThat(budget.take(16 << 20)).isTrue();
        budget.giveBack(16 << 20);
        assertThat(sent.completed).isEqualTo(100);
        sends(sent, 101, 101);
        sent.onAck(1_005);
        assertThat(sent.completed).isEqualTo(100);
        sent.onAck(1_010);
        assertThat(sent.completed).isEqualTo(101);
        assertThat(sent.refuse(SEND, 101, 0)).isEqualTo(201);
        assertThat(sent.completed).isEqualTo(100);
    }

    @Test
    void anEndAtThePositionZeroIsOne() {
        sent.add(0, SEND, 1, 0, 0, 1);
        assertThat(sent.any()).isTrue();
    }
}
