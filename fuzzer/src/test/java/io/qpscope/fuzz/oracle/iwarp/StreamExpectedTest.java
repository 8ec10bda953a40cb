package io.qpscope.fuzz.oracle.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.StreamPlan;
import io.qpscope.scenario.WorkPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What may come of a stream, by the clauses that say so. */
class StreamExpectedTest {
    private static final StreamPlan PLAIN = new StreamPlan(2, true, false, 4, 4, Set.of(), 256);
    /** 236 bytes of a WRITE go into a segment, 232 of a SEND. */
    private static final Item WRITE = item(Verb.RDMA_WRITE, 500, 0, Rkey.RIGHT);

    private static final Item SEND = item(Verb.SEND, 500, 512, Rkey.RIGHT);
    private static final Item READ = item(Verb.RDMA_READ, 300, 0, Rkey.RIGHT);

    private static Item item(Verb verb, int size, int at, Rkey key) {
        return new Item(verb, size, at, size, key, false);
    }

    private static StreamExpected expected(StreamPlan plan, List<Item> items, Rule... rules) {
        Flow flow = Flow.of(true, new Receives(-1, 16, 0), new WorkPlan(items, 1024), plan);
        return StreamExpected.of(new Case(1, Device.SOUND, List.of(flow), List.of(rules)), 0);
    }

    /** Key and value in turns. */
    private static Rule rule(String keys) {
        Rule rule = Rule.of("mpa").with("stream", 1);
        String[] parts = keys.strip().split(" ", -1);
        for (int i = 0; i < parts.length; i += 2) {
            rule = rule.with(parts[i], parts[i + 1]);
        }
        return rule;
    }

    @Test
    void withoutFaultsAllIsDoneAndClosed() {
        StreamExpected all = expected(PLAIN, List.of(WRITE, SEND, READ));
        assertThat(all.endings()).containsExactly("closed");
        assertThat(all.statuses()).containsExactly("SUCCESS");
        assertThat(all.data()).isEqualTo("intact");
        assertThat(all.mustAgree()).isTrue();
    }

    /** The WRITE takes FPDUs 1 to 3, the SEND 4 to 6, the READ 7; its responses are 1 and 2. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "from a fpdu 2 crc bad | b:2.0.2 | intact",
                "from a fpdu 2 marker bad | closed | intact",
                "from a fpdu 2 field iwarp_ddp.stag xor 1 | b:1.1.0 | intact",
                "from a fpdu 2 field iwarp_ddp.tagged_offset add 10 | closed | contained",
                "from a fpdu 2 field iwarp_ddp.tagged_offset add 600 | b:1.1.1,b:1.1.3 | intact",
                "from a fpdu 2 field iwarp_ddp.last_flag xor 1 | closed | intact",
                "from a fpdu 2 field iwarp_ddp.dv value 2 | b:1.1.4 | intact",
                "from a fpdu 2 field iwarp_ddp.rsvd value 9 | closed | intact",
                "from a fpdu 4 field iwarp_ddp.dv value 2 | b:1.2.6 | intact",
                "from a fpdu 4 field iwarp_ddp.msn add 1 | b:1.2.3 | intact",
                "from a fpdu 5 field iwarp_ddp.mo add 1 | b:1.2.4 | intact",
                "from a fpdu 5 field iwarp_ddp.qn value 4 | b:1.2.1 | intact",
                "from a fpdu 5 field iwarp_rdma.version value 0 | b:0.2.5 | intact",
                "from a fpdu 5 field iwarp_rdma.opcode value 15 | b:0.2.6 | intact",
                "from a fpdu 6 field iwarp_ddp.last_flag xor 1 | closed | contained",
                "from a fpdu 7 field iwarp_rdma.srcstag xor 1 | b:0.1.0 | intact",
                "from a fpdu 7 field iwarp_rdma.sinkstag xor 1 | a:1.1.0 | intact",
                "from a fpdu 7 field iwarp_rdma.rdmardsz add -1 | a:0.2.255 | contained",
                "from b fpdu 2 field iwarp_ddp.tagged_offset add 1 | a:1.1.1 | intact",
                "from b fpdu 1 crc bad | a:2.0.2 | intact",
                "from b fpdu 3 crc bad | closed | intact",
                "from a fpdu 1 fate duplicate | closed | intact",
                "from a fpdu 2 fate drop | open,closed | contained",
                "from a fpdu 4 fate duplicate | b:1.2.4 | intact",
                "from a fpdu 7 fate drop | open | contained",
                "from a fpdu 3 fate cut | failed | intact",
                "from a field iwarp_mpa.rev value 9 | failed | intact",
                "from b field iwarp_mpa.enhanced.ord value 1 | a:2.0.6 | intact",
                "from b field iwarp_mpa.enhanced.ird value 0 | a:0.0.0 | intact",
            })
    void eachFaultMayEndSo(String rule, String endings, String data) {
        StreamExpected expected = expected(PLAIN, List.of(WRITE, SEND, READ), rule(rule));
        List<String> all = new ArrayList<>(List.of(endings.split(",", -1)));
        // What may be lost for ever, or not be missed by anybody, is told by the data alone.
        assertThat(all).containsAll(expected.endings());
        assertThat(expected.endings()).isNotEmpty();
        assertThat(expected.data()).isEqualTo(data);
        assertThat(expected.mustAgree()).isFalse();
    }

    @Test
    void whatIsRefusedIsFlushed() {
        Rule crc = rule("from a fpdu 3 crc bad");
        assertThat(expected(PLAIN, List.of(READ, WRITE), crc).statuses())
                .containsExactly("SUCCESS", "WR_FLUSH_ERR");
        assertThat(expected(PLAIN, List.of(WRITE), rule("from a fpdu 4 crc bad"))
                        .statuses())
                .containsExactly("SUCCESS");
    }

    @Test
    void badRequestsAreRefusedWithoutAnyFault() {
        Item wrong = item(Verb.RDMA_WRITE, 8, 0, Rkey.WRONG);
        Item unfit = item(Verb.RDMA_WRITE, 8, 0, Rkey.UNFIT);
        Item beyond = item(Verb.RDMA_WRITE, 8, 1017, Rkey.RIGHT);
        Item most = item(Verb.RDMA_WRITE, 8, 1016, Rkey.RIGHT);
        Item tooLong = new Item(Verb.SEND, 9, 0, 8, Rkey.RIGHT, false);
        assertThat(expected(PLAIN, List.of(wrong)).endings()).containsExactly("b:1.1.0");
        assertThat(expected(PLAIN, List.of(unfit)).endings()).containsExactly("b:0.1.2");
        assertThat(expected(PLAIN, List.of(beyond)).endings()).contains("b:1.1.1");
        assertThat(expected(PLAIN, List.of(most)).endings()).containsExactly("closed");
        assertThat(expected(PLAIN, List.of(tooLong)).endings()).containsExactly("b:1.2.5");
    }

    @Test
    void aKeyIsGoodUntilItIsTakenAway() {
        Item takes = item(Verb.SEND_WITH_INV, 4, 0, Rkey.RIGHT);
        assertThat(expected(PLAIN, List.of(WRITE, takes)).endings()).containsExactly("closed");
        assertThat(expected(PLAIN, List.of(takes, WRITE)).endings()).containsExactly("b:1.1.0");
        assertThat(expected(PLAIN, List.of(takes, READ)).endings()).containsExactly("b:0.1.0");
    }

    @Test
    void moreReadsThanTheIrdAreRefusedWhereNobodyNegotiated() {
        List<Item> reads = List.of(READ, READ, READ);
        StreamPlan first = new StreamPlan(1, true, false, 2, 4, Set.of(), 256);
        assertThat(expected(first, reads).endings()).containsExactly("b:0.2.7", "b:1.2.2");
        assertThat(expected(first, reads.subList(0, 2)).endings()).containsExactly("closed");
        StreamPlan second = new StreamPlan(2, true, false, 2, 4, Set.of(), 256);
        assertThat(expected(second, reads).endings()).containsExactly("closed");
    }

    @Test
    void aStreamOpensWithWhatWasAgreedOn() {
        StreamPlan opened = new StreamPlan(2, true, false, 4, 4, Set.of(RtrKind.WRITE), 256);
        assertThat(expected(opened, List.of(SEND), rule("from a fpdu 1 fate drop"))
                        .endings())
                .contains("b:2.0.7");
        assertThat(expected(opened, List.of(SEND), rule("from a fpdu 2 fate drop"))
                        .endings())
                .containsExactly("b:1.2.4");
        Rule version = rule("from a fpdu 1 field iwarp_ddp.dv value 2");
        assertThat(expected(opened, List.of(SEND), version).endings()).containsExactly("b:1.1.4");
    }

    /** Nothing is said of what can't be known. */
    @Test
    void vagueRulesLeaveTheEndOpen() {
        StreamExpected vague = expected(PLAIN, List.of(SEND), rule("every 2 crc bad"));
        assertThat(vague.endings()).isEmpty();
        assertThat(vague.data()).isEqualTo("contained");
        Rule markers = rule("from a field iwarp_mpa.marker_flag xor 1");
        assertThat(expected(PLAIN, List.of(SEND), markers).endings()).isEmpty();
    }
}
