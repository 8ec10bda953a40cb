package io.qpscope.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Host;
import io.qpscope.session.Packet;
import io.qpscope.session.taps.Scene;

import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Each rule about several taps: what breaks it, and what just does not. */
class TapRulesTest {
    private record Case(String rule, Consumer<Scene> breaks, Consumer<Scene> justDoesNot) {}

    private static final List<Case> CASES = List.of(
            new Case(
                    "TAP-LOSS-BETWEEN",
                    scene -> lose(scene, 1_000, scene.a.send(105)),
                    scene -> scene.forth(1_000, scene.a.send(105))),
            new Case(
                    "TAP-CORRUPT-BETWEEN",
                    scene -> {
                        Packet packet = scene.a.send(105);
                        scene.at(0, 1_000_000, packet);
                        scene.at(1, 1_010_000, packet.corrupt());
                    },
                    scene -> scene.forth(1_000, scene.a.send(105).corrupt())),
            new Case(
                    "TAP-DUPLICATE-BETWEEN",
                    scene -> {
                        Packet packet = scene.a.send(105);
                        scene.forth(1_000, packet);
                        scene.at(1, 1_012_000, packet);
                    },
                    scene -> {
                        Packet packet = scene.a.send(105);
                        scene.forth(1_000, packet, packet);
                    }),
            new Case(
                    "TAP-REORDER-BETWEEN",
                    scene -> late(scene, scene.a.send(105), scene.a.send(106)),
                    scene -> {
                        Host other = scene.a.queuePair(0x77);
                        other.peer = scene.b.queuePair(0x78);
                        late(scene, scene.a.send(105), other.send(106));
                    }),
            new Case(
                    "TAP-MISSED",
                    scene -> scene.at(1, 1_010_000, scene.a.send(105)),
                    scene -> scene.forth(1_000, scene.a.send(105))),
            new Case("TAP-CLOCKS", scene -> slow(scene, -50_000), scene -> slow(scene, 50_000)));

    private static void lose(Scene scene, long us, Packet packet) {
        scene.at(0, us * 1000, packet);
    }

    private static void late(Scene scene, Packet one, Packet other) {
        scene.at(0, 1_000_000, one);
        scene.at(0, 1_001_000, other);
        scene.at(1, 1_011_000, other);
        scene.at(1, 1_012_000, one);
    }

    /** One more packet, whose delay is other than usual. */
    private static void slow(Scene scene, long moreNs) {
        Packet packet = scene.a.send(105);
        scene.at(0, 1_000_000, packet);
        scene.at(1, 1_000_000 + Scene.FORTH_NS + moreNs, packet);
    }

    private static List<Finding> judge(Consumer<Scene> event) {
        Scene scene = new Scene(0, 0);
        scene.talk(0, 100, 5);
        event.accept(scene);
        scene.talk(3_000, 105, 5);
        return scene.judge();
    }

    private static Stream<String> fired(List<Finding> findings) {
        return findings.stream().map(finding -> finding.rule().id());
    }

    @TestFactory
    Stream<DynamicNode> rules() {
        return CASES.stream()
                .flatMap(c -> Stream.of(
                        DynamicTest.dynamicTest(
                                c.rule + " fires",
                                () -> assertThat(fired(judge(c.breaks))).contains(c.rule)),
                        DynamicTest.dynamicTest(
                                c.rule + " just does not",
                                () -> assertThat(fired(judge(c.justDoesNot)))
                                        .doesNotContain(c.rule))));
    }

    @Test
    void capturesWithoutAPacketInCommonAreUnrelatedAndOnePacketIsEnough() {
        for (boolean one : new boolean[] {false, true}) {
            Scene scene = new Scene(0, 0);
            scene.at(0, 0, scene.a.send(100));
            scene.at(1, 5_000_000_000L, scene.b.ack(100));
            if (one) {
                scene.forth(1_000, scene.a.send(101));
            }
            List<Finding> findings = scene.judge();
            if (one) {
                assertThat(fired(findings)).doesNotContain("TAP-UNRELATED");
            } else {
                assertThat(findings)
                        .filteredOn(finding -> finding.rule().id().equals("TAP-UNRELATED"))
                        .singleElement()
                        .satisfies(finding -> assertThat(finding.message())
                                .contains("no packet in common with tap A")
                                .contains("don't overlap: 5.00 s apart"));
            }
        }
    }

    @Test
    void equalRecordingsAreOfTheSamePlaceAndANanosecondMakesThemTwo() {
        for (long delay : new long[] {0, 1}) {
            Scene scene = new Scene(0, 0);
            for (int i = 0; i < 5; i++) {
                Packet packet = scene.a.send(100 + i);
                scene.at(0, i * 1_000L, packet);
                scene.at(1, i * 1_000L + delay, packet);
            }
            assertThat(fired(scene.judge()).anyMatch("TAP-SAME-PLACE"::equals))
                    .isEqualTo(delay == 0);
        }
    }

    @Test
    void moreTapsThanTheBoundAreToldAsALimit() {
        Scene scene = new Scene(0, 0, 0, 0, 0, 0, 0, 0, 0);
        Packet packet = scene.a.send(100);
        for (int tap = 0; tap < 9; tap++) {
            scene.at(tap, tap * 1_000L, packet);
        }
        assertThat(fired(scene.judge())).contains("LIMIT-REACHED");
    }

    @Test
    void everyRuleHasItsCases() {
        assertThat(TapRules.all())
                .extracting(Rule::id)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                CASES.stream().map(Case::rule),
                                Stream.of("TAP-UNRELATED", "TAP-SAME-PLACE"))
                        .toList());
    }

    @Test
    void theLossNamesEndsTapsKindAndPsn() {
        List<Finding> findings = judge(scene -> lose(scene, 1_000, scene.a.send(105)));
        Finding loss = findings.stream()
                .filter(finding -> finding.rule().id().equals("TAP-LOSS-BETWEEN"))
                .findFirst()
                .orElseThrow();
        assertThat(loss.message())
                .isEqualTo(
                        "1 packet from 10.0.0.1 to 10.0.0.2 passed tap A and not tap B: 1 request"
                                + " (PSN 105).");
        assertThat(loss.frames()).containsExactly(11L);
        assertThat(loss.session()).isZero();
    }
}
