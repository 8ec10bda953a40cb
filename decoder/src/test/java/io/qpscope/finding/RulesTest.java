package io.qpscope.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Dialogue;
import io.qpscope.session.Host;
import io.qpscope.session.Packet;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Each rule fires on a dialogue that breaks it, and not on a near one. */
class RulesTest {
    /** A fresh pair of hosts a tale. */
    static final class Stage extends Dialogue {
        List<Finding> judge() {
            return Rules.judge(finish().result);
        }
    }

    record Case(String rule, Consumer<Stage> breaks, Consumer<Stage> justDoesNot) {}

    private static final long T = 67_108;

    private static final List<Case> CASES = List.of(
            new Case("RC-RETRY-EXCEEDED", s -> rounds(s, 4, 6), s -> rounds(s, 4, 3)),
            new Case("RC-RNR-RETRY-EXCEEDED", s -> notReady(s, 1_000_000), s -> notReady(s, 6_000)),
            new Case("RC-REMOTE-ACCESS-ERROR", s -> refused(s, 2), RulesTest::loss),
            new Case("RC-INVALID-REQUEST", s -> refused(s, 1), s -> refused(s, 2)),
            new Case("RC-REMOTE-OPERATIONAL-ERROR", s -> refused(s, 3), s -> refused(s, 1)),
            new Case("RC-PARTIAL-RESEND", s -> afterRnr(s, 2), s -> afterRnr(s, 3)),
            new Case(
                    "CM-REJECTED",
                    s -> s.at(0, s.a.cm.req(), s.b.cm.rej(0, 28)),
                    s -> s.connectedByCm(0, 1, 2)),
            new Case(
                    "CM-REQUEST-UNANSWERED",
                    s -> s.at(0, s.a.cm.req(), s.a.cm.req()),
                    s -> s.at(0, s.a.cm.req())),
            new Case("RC-LOSS-BEFORE-TAP", RulesTest::loss, RulesTest::lossBehind),
            new Case("RC-LOSS-AFTER-TAP", RulesTest::lossBehind, RulesTest::loss),
            new Case("RC-REORDERED", s -> late(s, true), s -> late(s, false)),
            new Case("RC-PSN-NAK-BURST", s -> naks(s, 3), s -> naks(s, 2)),
            new Case("RC-ACK-TIMEOUT", s -> timeout(s, T), s -> timeout(s, 2_000)),
            new Case("RC-ACK-TIMEOUT-SHORT", s -> ghosts(s, T), RulesTest::loss),
            new Case("RC-SPURIOUS-RETRANSMIT", s -> ghosts(s, 2_000), s -> ghosts(s, T)),
            new Case("RC-RNR-WAIT-LONG", s -> waited(s, 200_000), s -> waited(s, 500)),
            new Case(
                    "RC-RNR-ON-WRITE",
                    s -> s.at(0, s.a.write(1), s.b.rnr(1, 1), s.a.write(1), s.b.ack(1)),
                    s -> s.at(0, s.a.writeImm(1), s.b.rnr(1, 1), s.a.writeImm(1), s.b.ack(1))),
            new Case(
                    "ICRC-BAD",
                    s -> s.at(0, s.a.send(1), s.a.send(2).corrupt(), s.b.ack(1)),
                    s -> s.at(0, s.a.send(1), s.a.send(2).cut(70), s.b.ack(1))),
            new Case(
                    "BTH-VERSION",
                    s -> s.at(0, s.a.send(1), s.a.send(2).version(1), s.b.ack(1)),
                    s -> s.at(0, s.a.send(1), s.a.send(2).version(0), s.b.ack(1))),
            new Case("UC-GAP", s -> unreliable(s, 2), s -> unreliable(s, 1)),
            new Case("CAPTURE-HOLES", s -> hole(s, 3), s -> hole(s, 2)),
            new Case("CAPTURE-SEVERAL-TAPS", s -> seenTwice(s, 5), s -> seenTwice(s, 4)),
            new Case("LIMIT-REACHED", s -> flows(s, 100), s -> flows(s, 5)),
            new Case(
                    "RC-LOSS-UNDECIDED",
                    s -> {
                        s.at(0, s.a.send(1), s.b.ack(1), s.a.send(2));
                        s.at(T, s.a.send(2), s.b.ack(2));
                    },
                    s -> ghosts(s, T)),
            new Case("BTH-MIGREQ-MISMATCH", s -> migration(s, false), s -> migration(s, true)),
            new Case(
                    "ECN-CE-WITHOUT-CNP",
                    s -> s.at(0, s.a.send(1).marked(), s.b.ack(1)),
                    s -> s.at(0, s.a.send(1).marked(), s.b.cnp(), s.b.ack(1))),
            new Case("RC-PAIRING-AMBIGUOUS", s -> twins(s, 0), s -> twins(s, 500)));

    @TestFactory
    Stream<DynamicTest> rules() {
        return tests(CASES);
    }

    static Stream<DynamicTest> tests(List<Case> cases) {
        return cases.stream()
                .flatMap(c -> Stream.of(
                        DynamicTest.dynamicTest(
                                c.rule + " fires",
                                () -> assertThat(fired(c.breaks)).contains(c.rule)),
                        DynamicTest.dynamicTest(
                                c.rule + " just does not",
                                () -> assertThat(fired(c.justDoesNot)).doesNotContain(c.rule))));
    }

    @Test
    void everyRuleOfTheCatalogueHasItsCases() {
        assertThat(Rules.catalogue())
                .extracting(Rule::id)
                // iWARP streams and taps have tests of their own, with traffic of their own.
                .filteredOn(id -> !id.startsWith("IWARP-") && !id.startsWith("TAP-"))
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                CASES.stream().map(Case::rule),
                                RecoveryRulesTest.CASES.stream().map(Case::rule),
                                ConformanceRulesTest.CASES.stream().map(Case::rule),
                                FlowControlRulesTest.CASES.stream()
                                        .map(FlowControlRulesTest.Case::rule),
                                LinkRulesTest.CASES.stream().map(LinkRulesTest.Case::rule))
                        .flatMap(rules -> rules)
                        .toList());
    }

    @Test
    void everyRuleExplainsItselfAndSaysWhatToDo() {
        for (Rule rule : Rules.catalogue()) {
            assertThat(rule.title()).as(rule.id()).isNotBlank().doesNotContain("\n");
            assertThat(rule.explanation()).as(rule.id()).isNotBlank();
            assertThat(rule.remedy()).as(rule.id()).isNotBlank();
            assertThat(rule.reference()).as(rule.id()).isNotBlank();
        }
    }

    @Test
    void nothingFiresOnAConversationWithoutTrouble() {
        Stage stage = new Stage();
        stage.connectedByCm(0, 100, 900);
        Host a = stage.a;
        Host b = stage.b;
        stage.at(100, a.send(100), a.writeFirst(101), a.writeLast(102), b.ack(100), b.ack(102));
        stage.at(200, a.readRequest(103, 2048), b.readFirst(103), b.readLast(104));
        stage.at(300, a.fetchAdd(105), b.atomicAck(105), b.send(900), a.ack(900));
        stage.at(400, a.cm.dreq(), b.cm.drep());
        assertThat(stage.judge()).isEmpty();
    }

    @Test
    void theWorstComesFirstAndNamesItsFrames() {
        Stage stage = new Stage();
        loss(stage);
        stage.at(100, stage.a.write(104), stage.b.nak(104, 2));
        List<Finding> findings = stage.judge();
        assertThat(findings.get(0).rule().severity()).isEqualTo(Severity.ERROR);
        assertThat(findings).allMatch(finding -> !finding.frames().isEmpty());
        assertThat(findings).allMatch(finding -> finding.session() == 1);
        assertThat(findings).extracting(Finding::message).allMatch(text -> text.endsWith("."));
    }

    private static Set<String> fired(Consumer<Stage> tale) {
        Stage stage = new Stage();
        tale.accept(stage);
        Set<String> ids = new TreeSet<>();
        for (Finding finding : stage.judge()) {
            ids.add(finding.rule().id());
        }
        return ids;
    }

    private static void rounds(Stage s, int rounds, int silentTimeouts) {
        s.connectedByCm(0, 100, 900);
        for (int i = 0; i < rounds; i++) {
            s.at(100 + i * T, s.a.send(100));
        }
        s.stillCapturing(100 + (rounds - 1 + silentTimeouts) * T);
    }

    private static void notReady(Stage s, long untilUs) {
        for (int i = 0; i < 3; i++) {
            s.at(i * 2_000L, s.a.send(100), s.b.rnr(100, 18));
        }
        s.stillCapturing(untilUs);
    }

    private static void refused(Stage s, int code) {
        s.at(0, s.a.write(100), s.b.nak(100, code));
    }

    private static void afterRnr(Stage s, int resent) {
        s.at(0, s.a.send(1), s.a.send(2), s.a.send(3), s.b.rnr(1, 1));
        for (int i = 1; i <= resent; i++) {
            s.at(50 + i, s.a.send(i));
        }
        s.at(60, s.b.ack(resent), s.a.send(4));
    }

    private static void loss(Stage s) {
        s.at(0, s.a.send(101), s.a.send(103), s.b.nak(102));
        s.at(20, s.a.send(102), s.a.send(103), s.b.ack(103));
    }

    private static void lossBehind(Stage s) {
        s.at(0, s.a.send(101), s.a.send(102), s.a.send(103), s.b.nak(102));
        s.at(20, s.a.send(102), s.a.send(103), s.b.ack(103));
    }

    private static void late(Stage s, boolean late) {
        s.at(0, s.a.send(100), s.a.send(101), s.a.send(102));
        Packet first = s.a.send(103);
        Packet second = s.a.send(104);
        s.at(10, late ? second : first, late ? first : second, s.b.ack(104));
    }

    private static void naks(Stage s, int naks) {
        s.at(0, s.a.send(99), s.b.ack(99));
        for (int i = 0; i < naks; i++) {
            int psn = 100 + 2 * i;
            s.at(50L * i + 10, s.a.send(psn), s.a.send(psn + 1), s.b.nak(psn));
            s.at(50L * i + 30, s.a.send(psn), s.a.send(psn + 1), s.b.ack(psn + 1));
        }
    }

    private static void timeout(Stage s, long afterUs) {
        s.at(0, s.a.send(99), s.b.ack(99), s.a.send(100), s.a.send(101));
        s.at(afterUs, s.a.send(100), s.a.send(101), s.b.ack(101), s.b.ack(101));
    }

    /** Both sendings of a packet are answered. */
    private static void ghosts(Stage s, long afterUs) {
        s.at(0, s.a.send(99), s.b.ack(99), s.a.send(100));
        s.at(afterUs, s.a.send(100), s.b.ack(100));
        s.at(2 * afterUs, s.b.ack(100));
    }

    private static void waited(Stage s, long us) {
        s.at(0, s.a.send(100), s.b.rnr(100, 1));
        s.at(us, s.a.send(100), s.b.ack(100));
    }

    private static void unreliable(Stage s, int step) {
        s.a.service = io.qpscope.wire.Opcode.UC;
        s.at(0, s.a.send(100), s.a.send(100 + step));
    }

    private static void seenTwice(Stage s, int packets) {
        for (int i = 0; i < packets; i++) {
            Packet packet = s.a.send(100 + i);
            s.at(20L * i, packet, packet.atInterface(1));
        }
    }

    private static void hole(Stage s, int next) {
        s.at(0, s.a.send(1), s.a.send(next), s.b.ack(next));
    }

    private static void flows(Stage s, int flows) {
        s.limited(10);
        for (int i = 0; i < flows; i++) {
            Packet packet = s.a.send(i);
            packet.destQp = 100 + i;
            s.at(i, packet);
        }
    }

    private static void migration(Stage s, boolean both) {
        s.a.migReq = true;
        s.b.migReq = both;
        s.at(0, s.a.send(1), s.b.ack(1));
    }

    /** Two queue pairs of the same hosts, so many PSNs apart. */
    private static void twins(Stage s, int apart) {
        Host a2 = s.a.queuePair(0x31);
        Host b2 = s.b.queuePair(0x62);
        Host.connect(a2, b2);
        for (int psn = 100; psn < 105; psn++) {
            s.at(psn * 10L, s.a.send(psn), a2.send(psn + apart));
            s.at(psn * 10L + 5, s.b.ack(psn), b2.ack(psn + apart));
        }
    }
}
