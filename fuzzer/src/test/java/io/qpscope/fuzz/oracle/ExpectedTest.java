package io.qpscope.fuzz.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Cm;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.WorkPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What may come of a case, each bound from both sides. */
class ExpectedTest {
    private static final int MTU = 256;
    private static final Rule LOSS =
            Rule.of("drop").with("qp", 1).with("psn", 0).with("round", 1);
    private static final Rule FORGED =
            Rule.of("corrupt").with("qp", 1).with("psn", 0).with("round", 1).with("icrc", "fix");

    private static Flow flow(int retries, int rnrRetries, Item... items) {
        Qp qp = new Qp(MTU, 8, retries, rnrRetries, 1, 4, 0, 0);
        return new Flow(true, qp, new Receives(-1, 32, 0), new WorkPlan(List.of(items), 4096));
    }

    private static Item write(int size, int at, Rkey key) {
        return new Item(Verb.RDMA_WRITE, size, at, size, key, false);
    }

    private static Expected expected(Flow flow, Rule... rules) {
        return Expected.of(new Case(1, Device.SOUND, List.of(flow), List.of(rules)));
    }

    private static List<String> statuses(Flow flow, Rule... rules) {
        return expected(flow, rules).statuses(0);
    }

    @Test
    void withoutFaultsAllSucceeds() {
        Expected expected = expected(flow(7, 7, write(600, 0, Rkey.RIGHT)));
        assertThat(expected.statuses(0)).containsExactly("SUCCESS");
        assertThat(expected.data()).isEqualTo("intact");
        assertThat(expected.mustAgree()).isTrue();
        assertThat(expected.isConductKnown()).isTrue();
    }

    @Test
    void whoIsNotDisturbedSendsNothingAgain() {
        Item send = new Item(Verb.SEND, 4, 0, 4, Rkey.RIGHT, false);
        Flow flow = flow(7, 7, write(600, 0, Rkey.RIGHT), send);
        Rule heard = FORGED.with("field", "bth.se").with("xor", 1);
        assertThat(expected(flow).isUndisturbed(0)).isTrue();
        assertThat(expected(flow, heard).isUndisturbed(0)).isTrue();
        assertThat(expected(flow, LOSS.with("qp", 2)).isUndisturbed(0)).isTrue();
        assertThat(expected(flow, LOSS).isUndisturbed(0)).isFalse();
        Rule rnr = Rule.of("rnr").with("qp", 1).with("psn", 0).with("times", 1);
        assertThat(expected(flow, rnr).isUndisturbed(0)).isFalse();
        Flow waits = flow.with(new Receives(-1, 1, 0));
        assertThat(expected(waits).isUndisturbed(0)).isFalse();
        Flow late = flow.with(new Receives(-1, 32, 1));
        assertThat(expected(late).isUndisturbed(0)).isFalse();
    }

    @Test
    void aFirstSendingMayBeLostAsOftenAsThereArePacketsButNotInARow() {
        Flow flow = flow(1, 7, write(600, 0, Rkey.RIGHT));
        assertThat(statuses(flow, LOSS, LOSS.with("psn", 1), LOSS.with("psn", 2)))
                .containsExactly("SUCCESS");
        assertThat(statuses(flow, LOSS, LOSS.with("round", 2)))
                .containsExactly("SUCCESS", "RETRY_EXC_ERR");
    }

    @Test
    void answersLostAddUp() {
        Flow flow = flow(2, 7, write(600, 0, Rkey.RIGHT));
        Rule answer = LOSS.with("from", "b");
        assertThat(statuses(flow, LOSS, answer)).containsExactly("SUCCESS");
        assertThat(statuses(flow, LOSS, answer, answer.with("psn", 2)))
                .containsExactly("SUCCESS", "RETRY_EXC_ERR");
    }

    @Test
    void aReceiverMayBeUnreadyAsOftenAsItsCounterSays() {
        Flow flow = flow(7, 2, write(600, 0, Rkey.RIGHT));
        Rule rnr = Rule.of("rnr").with("qp", 1).with("psn", 0).with("times", 2);
        assertThat(statuses(flow, rnr, rnr.with("psn", 1))).containsExactly("SUCCESS");
        assertThat(statuses(flow, rnr.with("times", 3)))
                .containsExactly("SUCCESS", "RNR_RETRY_EXC_ERR");
        Flow forEver = flow(7, 7, write(600, 0, Rkey.RIGHT));
        assertThat(statuses(forEver, rnr.with("times", 50))).containsExactly("SUCCESS");
    }

    @Test
    void whatMustBeRefusedEndsSo() {
        assertThat(statuses(flow(7, 7, write(1, 4096, Rkey.RIGHT))))
                .containsExactly("REM_ACCESS_ERR");
        assertThat(statuses(flow(7, 7, write(1, 4095, Rkey.RIGHT)))).containsExactly("SUCCESS");
        assertThat(statuses(flow(7, 7, write(1, 0, Rkey.WRONG)))).containsExactly("REM_ACCESS_ERR");
        // Without bytes there is no key to check (IBA vol 1, 9.4.3).
        assertThat(statuses(flow(7, 7, write(0, 0, Rkey.WRONG)))).containsExactly("SUCCESS");
        Item odd = new Item(Verb.ATOMIC_FETCH_AND_ADD, 8, 4, 8, Rkey.RIGHT, false);
        assertThat(statuses(flow(7, 7, odd))).containsExactly("REM_INV_REQ_ERR");
        Item tight = new Item(Verb.SEND, 9, 0, 8, Rkey.RIGHT, false);
        assertThat(statuses(flow(7, 7, tight))).containsExactly("REM_INV_REQ_ERR");
    }

    @Test
    void aKeyThatWasTakenAwayServesNoMore() {
        Item takes = new Item(Verb.SEND_WITH_INV, 4, 64, 4, Rkey.RIGHT, true);
        Item sends = new Item(Verb.SEND, 4, 128, 4, Rkey.RIGHT, false);
        Item write = write(8, 0, Rkey.RIGHT);
        assertThat(statuses(flow(7, 7, write, takes, sends))).containsExactly("SUCCESS");
        assertThat(statuses(flow(7, 7, takes, write))).containsExactly("REM_ACCESS_ERR");
        assertThat(statuses(flow(7, 7, takes, write(0, 0, Rkey.RIGHT)))).containsExactly("SUCCESS");
        assertThat(statuses(flow(7, 7, takes, takes))).containsExactly("REM_ACCESS_ERR");
    }

    @Test
    void aReadMayBeAskedForAgainByAKeyThatWasTakenAwayUnlessThatWaits() {
        Item read = new Item(Verb.RDMA_READ, 8, 0, 8, Rkey.RIGHT, false);
        Item waits = new Item(Verb.SEND_WITH_INV, 4, 64, 4, Rkey.RIGHT, true);
        Item hurries = new Item(Verb.SEND_WITH_INV, 4, 64, 4, Rkey.RIGHT, false);
        assertThat(statuses(flow(7, 7, read, waits), LOSS)).containsExactly("SUCCESS");
        assertThat(statuses(flow(7, 7, read, hurries))).containsExactly("SUCCESS");
        assertThat(statuses(flow(7, 7, read, hurries), LOSS))
                .containsExactly("SUCCESS", "RETRY_EXC_ERR");
    }

    @Test
    void aRefusalThatIsLostLeavesSilence() {
        Flow flow = flow(7, 7, write(1, 0, Rkey.WRONG));
        assertThat(statuses(flow, LOSS.with("from", "b")))
                .containsExactly("REM_ACCESS_ERR", "RETRY_EXC_ERR");
    }

    @Test
    void forgedPacketsMayDoAnythingButBreakOut() {
        Flow flow = flow(7, 7, write(600, 0, Rkey.RIGHT));
        Expected expected = expected(flow, FORGED.with("field", "payload").with("xor", 1));
        assertThat(expected.statuses(0)).contains("SUCCESS", "REM_INV_REQ_ERR", "RETRY_EXC_ERR");
        assertThat(expected.data()).isEqualTo("contained");
        assertThat(expected.mustAgree()).isFalse();
    }

    @Test
    void someForgedPacketsCantSucceed() {
        Flow flow = flow(7, 7, write(600, 0, Rkey.RIGHT));
        Rule length = FORGED.with("field", "reth.dmalen").with("add", 1);
        assertThat(statuses(flow, length)).doesNotContain("SUCCESS");
        assertThat(statuses(flow, length.with("add", 0))).contains("SUCCESS");
        assertThat(statuses(flow, length.with("psn", 1))).contains("SUCCESS");
        assertThat(statuses(flow, length, LOSS)).contains("SUCCESS");
        Rule opcode = FORGED.with("field", "bth.opcode").with("xor", 1);
        assertThat(statuses(flow, opcode)).doesNotContain("SUCCESS");
        assertThat(statuses(flow, opcode.with("psn", 2))).contains("SUCCESS");
        Rule shorter = Rule.of("truncate")
                .with("qp", 1)
                .with("psn", 1)
                .with("round", 1)
                .with("by", 4)
                .with("icrc", "fix");
        assertThat(statuses(flow, shorter)).doesNotContain("SUCCESS");
        assertThat(statuses(flow, shorter.with("psn", 2))).contains("SUCCESS");
    }

    @Test
    void whatIsDroppedAnywayMayHoldAnything() {
        Flow flow = flow(7, 7, write(600, 0, Rkey.RIGHT));
        Rule foreign = FORGED.with("field", "bth.p_key").with("value", 1);
        Rule payload = FORGED.with("field", "payload").with("xor", 1);
        assertThat(expected(flow, foreign, payload).data()).isEqualTo("intact");
        assertThat(expected(flow, foreign, payload.with("psn", 1)).data()).isEqualTo("contained");
    }

    @Test
    void rulesOfAnotherQueuePairDoNotConcernAFlow() {
        Flow flow = flow(1, 7, write(600, 0, Rkey.RIGHT));
        Rule other = LOSS.with("qp", 2).with("round", 2);
        assertThat(statuses(flow, LOSS, other, other)).containsExactly("SUCCESS");
    }

    @Test
    void anAnswerBesideALossMaySayWhatIsNotTrue() {
        Flow flow = flow(7, 7, write(600, 0, Rkey.RIGHT));
        Rule rnr = Rule.of("rnr").with("qp", 1).with("psn", 1).with("times", 1);
        assertThat(expected(flow, rnr).data()).isEqualTo("intact");
        assertThat(expected(flow, LOSS, rnr).data()).isEqualTo("contained");
    }

    // ---- connection management ----

    private static Flow connected(int retries) {
        return flow(7, 7, write(9, 0, Rkey.RIGHT)).connectedBy(new Cm(6, retries));
    }

    private static Rule lost(String message) {
        return Rule.of("drop").with("cm", message).with("qp", 1).with("round", 1);
    }

    private static Rule forged(String message, String from) {
        return Rule.of("inject")
                .with("cm.message", message)
                .with("cm.from", from)
                .with("on.cm", "REP")
                .with("on.qp", 1)
                .with("on.times", 1);
    }

    @Test
    void aForgedReadyStandsForTheReplyThatIsLost() {
        Rule ready = forged("RTU", "a");
        assertThat(statuses(connected(3), ready)).containsExactly("SUCCESS");
        assertThat(statuses(connected(3), lost("REP"))).containsExactly("SUCCESS");
        assertThat(statuses(connected(3), lost("REP"), forged("RTU", "b")))
                .containsExactly("SUCCESS");
        Expected half = expected(connected(3), lost("REP"), ready);
        assertThat(half.statuses(0)).containsExactly("SUCCESS", "NOT_CONNECTED");
        assertThat(half.mayEndHalf()).isTrue();
        assertThat(half.data()).isEqualTo("intact");
    }

    @Test
    void anEndThatNamesAnotherQueuePairIsLost() {
        Rule other = Rule.of("corrupt")
                .with("cm", "DREQ")
                .with("qp", 1)
                .with("round", 1)
                .with("field", "cm.req.remoteqpneecn")
                .with("xor", 1)
                .with("icrc", "fix");
        assertThat(expected(connected(1), other).mayEndHalf()).isFalse();
        assertThat(expected(connected(1), other, lost("DREQ").with("round", 2)).mayEndHalf())
                .isTrue();
        Rule unheeded = other.with("field", "cm.req.localeecn");
        assertThat(expected(connected(1), unheeded, lost("DREQ")).mayEndHalf()).isFalse();
    }

    @Test
    void aForgedRejectionMayNameNobodyButNobodyElse() {
        Rule other = forged("REJ", "a").with("cm.field", "cm.rej.remotecommid");
        assertThat(statuses(connected(3), other.with("cm.value", 1))).containsExactly("SUCCESS");
        assertThat(statuses(connected(3), other.with("cm.value", 0)))
                .contains("SUCCESS", "RETRY_EXC_ERR", "NOT_CONNECTED");
    }
}
