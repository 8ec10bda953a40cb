package io.qpscope.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RuleTest {
    @Test
    void isWrittenAsAPlanHasIt() {
        Rule rule = Rule.of("drop").with("qp", 1).with("psn", 3).with("round", 1);
        assertThat(rule).hasToString("{drop: {qp: 1, psn: 3, round: 1}}");
        assertThat(rule.without("round")).hasToString("{drop: {qp: 1, psn: 3}}");
    }

    @Test
    void aKeyWithADotIsOneOfAnInnerMap() {
        Rule rule =
                Rule.of("inject").with("ack.psn", 7).with("ack.syndrome", 31).with("on.qp", 1);
        assertThat(rule).hasToString("{inject: {ack: {psn: 7, syndrome: 31}, on: {qp: 1}}}");
    }

    @Test
    void whatIsNoNumberHasNone() {
        Rule rule = Rule.of("delay").with("by", "10us").with("psn", 5);
        assertThat(rule.number("psn", -1)).isEqualTo(5);
        assertThat(rule.number("by", -1)).isEqualTo(-1);
        assertThat(rule.number("qp", -1)).isEqualTo(-1);
        assertThat(rule.text("qp")).isEmpty();
    }
}
