package io.qpscope.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.InfinibandPackets;
import io.qpscope.session.LinkScene;
import io.qpscope.session.LinkSummary;
import io.qpscope.session.TrackerResult;
import io.qpscope.wire.LinkPacket;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Each rule of native links fires on its cause, and not one step before it. */
class LinkRulesTest {
    /** One that makes the rule fire, and one that just does not. */
    record Case(String rule, Consumer<LinkScene> breaks, Consumer<LinkScene> justDoesNot) {}

    static final List<Case> CASES = List.of(
            new Case("IB-CREDIT-STARVED", s -> starved(s, 100), s -> starved(s, 99)),
            new Case(
                    "IB-CREDIT-LEAK",
                    s -> s.up(64).data(10, 2).sent(20, 3),
                    s -> s.up(64).data(10, 2).sent(20, 2)),
            new Case(
                    "IB-CREDIT-OVERRUN",
                    s -> s.up(4).data(10, 4).data(11, 1),
                    s -> s.up(4).data(10, 3).data(11, 1)),
            new Case(
                    "IB-LINK-REINIT",
                    s -> s.up(64).init(10, 0, 0),
                    s -> s.init(0, 0, 0).init(1, 0, 0).sent(2, 0)),
            new Case(
                    "IB-LPCRC-BAD",
                    s -> s.up(64).link(10, 0, link(1)),
                    s -> s.up(64).link(10, 0, link(0))),
            new Case(
                    "IB-VCRC-BAD",
                    s -> s.up(64).data(10, damaged(s, 1)),
                    s -> s.up(64).data(10, damaged(s, 0))));

    /** Nothing may go from the first packet on until so many microseconds later. */
    private static void starved(LinkScene scene, long us) {
        scene.up(33).data(10, 33).granted(10 + us, 66).sent(11 + us, 33);
    }

    private static byte[] link(int damage) {
        byte[] packet = InfinibandPackets.link(LinkPacket.OP_NORMAL, 0, 0, 0);
        packet[5] ^= (byte) damage;
        return packet;
    }

    private static byte[] damaged(LinkScene scene, int damage) {
        byte[] packet = scene.packet(2);
        packet[packet.length - 1] ^= (byte) damage;
        return packet;
    }

    private static List<String> rules(TrackerResult result) {
        return Rules.judge(result).stream().map(f -> f.rule().id()).toList();
    }

    @TestFactory
    Stream<DynamicTest> rules() {
        return CASES.stream()
                .flatMap(c -> Stream.of(
                        DynamicTest.dynamicTest(c.rule + " fires", () -> {
                            LinkScene breaks = new LinkScene();
                            c.breaks.accept(breaks);
                            assertThat(rules(breaks.finish())).contains(c.rule);
                        }),
                        DynamicTest.dynamicTest(c.rule + " just does not", () -> {
                            LinkScene near = new LinkScene();
                            c.justDoesNot.accept(near);
                            assertThat(rules(near.finish())).doesNotContain(c.rule);
                        })));
    }

    /** The specification is not at hand; whoever reads a finding must know. */
    @Test
    void whatComesFromMemoryIsMarkedSo() {
        for (Rule rule : Rules.catalogue()) {
            if (rule.id().startsWith("IB-CREDIT")
                    || rule.id().equals("IB-LINK-REINIT")
                    || rule.id().equals("IB-LPCRC-BAD")) {
                assertThat(rule.reference()).as(rule.id()).contains("from memory, not verified");
            }
        }
    }

    /** A limit is ahead by up to half of the 4096 blocks that are counted; from there on behind. */
    @Test
    void halfOfTheRangeAheadIsAllowedAndOneMoreIsNot() {
        TrackerResult half = new LinkScene().up(2049).data(10, 1).finish();
        assertThat(rules(half)).isEmpty();
        TrackerResult more = new LinkScene().up(2050).data(10, 1).finish();
        assertThat(rules(more)).containsExactly("IB-CREDIT-OVERRUN");
    }

    /** Over the wrap of both counts, from any place: 64 credits, 33 blocks, twice. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2047, 2048, 4000, 4031, 4032, 4062, 4063, 4064, 4095})
    void countsWrapWithoutATrace(int start) {
        LinkScene scene = new LinkScene().sent(0, start).granted(0, start + 64);
        scene.data(10, 33).sent(11, start + 33).granted(12, start + 33 + 64);
        scene.data(20, 33).sent(21, start + 66).granted(22, start + 66 + 64);
        TrackerResult result = scene.finish();
        assertThat(rules(result)).isEmpty();
        LinkSummary lane = LinkScene.sender(result);
        assertThat(lane.minCreditBlocks()).isEqualTo(31);
        assertThat(lane.dataBlocks()).isEqualTo(66);
        assertThat(lane.leaks() + lane.mismatches() + lane.overruns()).isZero();
    }

    /** The sender's counts and its losses, when both lie across the wrap. */
    @Test
    void aLossAcrossTheWrapIsALeakOfItsBlocks() {
        LinkScene scene = new LinkScene().sent(0, 4090).granted(0, 4090 + 64);
        TrackerResult result = scene.data(10, 3).sent(20, 4090 + 3 + 7).finish();
        assertThat(rules(result)).containsExactly("IB-CREDIT-LEAK");
        assertThat(LinkScene.sender(result).leakedBlocks()).isEqualTo(7);
    }

    /** Another virtual lane and the other direction have counts of their own. */
    @Test
    void creditsAreKeptByLaneAndDirection() {
        LinkScene scene = new LinkScene().up(64).data(10, 2);
        scene.link(11, 0, InfinibandPackets.link(LinkPacket.OP_NORMAL, 500, 1, 0));
        scene.link(12, 1, InfinibandPackets.link(LinkPacket.OP_NORMAL, 900, 1, 564));
        TrackerResult result = scene.sent(13, 2).finish();
        assertThat(rules(result)).isEmpty();
        assertThat(result.links())
                .extracting(lane -> lane.port() + "/" + lane.vl() + "/" + lane.minCreditBlocks())
                .containsExactly("0/0/62", "0/1/64", "1/0/0", "1/1/-900");
    }
}
