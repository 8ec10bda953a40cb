package io.qpscope.fuzz.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fuzz.Rule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DangerTest {
    private static Rule corrupt(String field) {
        return Rule.of("corrupt").with("qp", 1).with("field", field).with("icrc", "fix");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"drop", "duplicate", "reorder", "delay", "truncate", "rnr", "nak", "mpa"})
    void whatHappensToTheCasesOwnPacketsHarmsNobody(String action) {
        assertThat(Danger.of(Rule.of(action).with("qp", 1))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pause", "cut", "starve", "cm", "anything"})
    void whatIsNotKnownToBeHarmlessNeedsPermission(String action) {
        assertThat(Danger.of(Rule.of(action))).contains(action);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bth.destqp", "ip.src", "deth.srcqp", "reth.r_key", "ieth"})
    void fieldsThatLeadElsewhereNeedPermissionOnTheWayOut(String field) {
        Rule rule = corrupt(field).with("value", 7);
        assertThat(Danger.of(rule)).isNotNull();
        assertThat(Danger.of(rule.with("from", "b"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bth.opcode", "bth.psn", "reth.va", "reth.dmalen", "payload", "immdt"})
    void otherFieldsStayWithinTheQueuePair(String field) {
        assertThat(Danger.of(corrupt(field).with("value", 7))).isNull();
    }

    @Test
    void anotherTagOfTheSameKeyIsNoOtherMemory() {
        assertThat(Danger.of(corrupt("reth.r_key").with("xor", 1))).isNull();
        assertThat(Danger.of(corrupt("reth.r_key").with("xor", 0x100))).isNotNull();
        assertThat(Danger.of(corrupt("reth.r_key").with("add", 1))).isNotNull();
    }

    @Test
    void anyByteMayBeDamagedUnlessTheIcrcIsMadeToFit() {
        Rule rule = Rule.of("corrupt").with("qp", 1).with("offset", 6).with("xor", 1);
        assertThat(Danger.of(rule)).isNull();
        assertThat(Danger.of(rule.with("icrc", "fix"))).isNotNull();
    }

    @Test
    void connectionManagementServesOthersToo() {
        assertThat(Danger.of(Rule.of("drop").with("cm", "REP"))).contains("management");
        assertThat(Danger.of(Rule.of("inject").with("cm.message", "DREQ"))).contains("management");
    }

    @Test
    void injectedPacketsToTheOwnQueuePairHarmNobody() {
        assertThat(Danger.of(Rule.of("inject").with("packet.psn", 1_000_000))).isNull();
        assertThat(Danger.of(Rule.of("inject").with("packet.destqp", 5))).isNotNull();
    }
}
