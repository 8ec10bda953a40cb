package io.qpscope.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.finding.RulesTest.Case;
import io.qpscope.finding.RulesTest.Stage;
import io.qpscope.session.Host;
import io.qpscope.session.Packet;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Each rule of the reliable connection on a dialogue that breaks it and nothing else, and on a near
 * one that is lawful.
 */
class ConformanceRulesTest {
    private static final Set<String> RULES =
            ConformanceCatalogue.all().stream().map(Rule::id).collect(Collectors.toSet());

    private static final int MTU = 1024;
    private static final long LATE = 200_000;

    static final List<Case> CASES = List.of(
            new Case("RC-NAK-REPEATED", s -> twoNaks(s, false), s -> twoNaks(s, true)),
            new Case("RC-ACK-UNSENT", s -> early(s, 5_000), s -> early(s, 900)),
            new Case("RC-MSN-BACK", s -> counted(s, 0xffffff, 0xfffffe), s -> counted(s, -1, 0)),
            new Case("RC-ACK-BEYOND-RECEIVED", s -> takenBack(s, true), s -> takenBack(s, false)),
            new Case(
                    "RC-CONTENT-CHANGED",
                    s -> again(s, s.a.send(101), s.a.send(101).bytes(60)),
                    s -> again(s, s.a.send(101), s.a.send(101))),
            new Case("RC-RKEY-CHANGED", s -> rewritten(s, 8), s -> rewritten(s, 7)),
            new Case("RC-READ-RESPONSE-OUTSIDE", s -> read(s, 1_000), s -> read(s, MTU)),
            new Case("RC-OPCODE-SEQUENCE", s -> cutShort(s, 102), s -> cutShort(s, 103)),
            new Case("RC-PAYLOAD-LENGTH", s -> middle(s, 1_000), s -> middle(s, MTU)),
            new Case("RC-PAD-COUNT", s -> padded(s, 64), s -> padded(s, 62)),
            new Case("RC-DATA-AFTER-ERROR", s -> refused(s, LATE), s -> refused(s, 90_000)),
            new Case("RC-CREDITS-EXCEEDED", s -> credits(s, 4), s -> credits(s, 3)),
            new Case("RC-READ-DEPTH", s -> reads(s, 1), s -> reads(s, 2)),
            new Case("RC-READ-RESUMED", s -> restarted(s, false), s -> restarted(s, true)));

    @TestFactory
    Stream<DynamicTest> rules() {
        return CASES.stream()
                .flatMap(c -> Stream.of(
                        DynamicTest.dynamicTest(
                                c.rule() + " fires alone",
                                () -> assertThat(fired(c.breaks())).containsExactly(c.rule())),
                        DynamicTest.dynamicTest(
                                c.rule() + " just does not",
                                () -> assertThat(fired(c.justDoesNot())).isEmpty())));
    }

    @Test
    void whatIsFromMemorySaysSo() {
        for (Rule rule : ConformanceCatalogue.all()) {
            assertThat(rule.reference()).as(rule.id()).contains("from memory");
        }
    }

    // ---- the other ways to break a rule ----

    @Test
    void aReadRepeatedWithAnotherKeyOrRangeIsTold() {
        assertThat(fired(s -> reread(s, MTU, 8, 2 * MTU))).containsExactly("RC-RKEY-CHANGED");
        assertThat(fired(s -> reread(s, 0, 7, 2 * MTU))).containsExactly("RC-CONTENT-CHANGED");
        assertThat(fired(s -> reread(s, MTU, 7, MTU))).containsExactly("RC-CONTENT-CHANGED");
        assertThat(fired(s -> reread(s, MTU, 7, 2 * MTU))).isEmpty();
    }

    @Test
    void aResponseNobodyAskedForIsTold() {
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.send(100), s.b.ack(100), s.a.send(101), s.b.readOnly(101));
                }))
                .containsExactly("RC-READ-RESPONSE-OUTSIDE");
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.fetchAdd(100), s.b.readOnly(100));
                }))
                .containsExactly("RC-READ-RESPONSE-OUTSIDE");
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.fetchAdd(100), s.b.atomicAck(100));
                    s.at(110, s.a.readRequest(101, 64), s.b.readOnly(101));
                }))
                .isEmpty();
    }

    /** What passed first may have been damaged or a stranger's, which the receiver dropped. */
    @Test
    void aResponseToARequestThatTookAnothersPsnIsLawful() {
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.send(100));
                    s.at(50_000, s.a.fetchAdd(100), s.b.atomicAck(100));
                }))
                .doesNotContain("RC-READ-RESPONSE-OUTSIDE");
    }

    @Test
    void theCreditsOfAResponseBindToo() {
        assertThat(fired(s -> granted(s, 4))).containsExactly("RC-CREDITS-EXCEEDED");
        assertThat(fired(s -> granted(s, 3))).isEmpty();
    }

    @Test
    void aReadThatEndsEarlyIsTold() {
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.readRequest(100, 3 * MTU));
                    s.at(110, s.b.readFirst(100), s.b.readLast(101));
                }))
                .containsExactly("RC-READ-RESPONSE-OUTSIDE");
    }

    @Test
    void aMessageOfTwoKindsIsTold() {
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.sendFirst(100), s.a.writeLast(101));
                }))
                .containsExactly("RC-OPCODE-SEQUENCE");
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.send(100), s.a.sendLast(101));
                }))
                .containsExactly("RC-OPCODE-SEQUENCE");
    }

    @Test
    void lengthsBeyondThePathMtuAndEmptyLastsAreTold() {
        for (Consumer<Stage> tale : List.<Consumer<Stage>>of(
                s -> s.at(110, s.a.sendFirst(101), s.a.sendLast(102).bytes(MTU + 4)),
                s -> s.at(110, s.a.sendFirst(101), s.a.sendLast(102).bytes(0)),
                s -> s.at(110, s.a.sendFirst(101).bytes(1000)),
                s -> s.at(110, s.a.write(101).remote(0, 0, 68)),
                s -> s.at(110, s.a.writeFirst(101), s.a.writeLast(102).bytes(32)))) {
            assertThat(fired(s -> {
                        connect(s);
                        s.at(100, s.a.send(100), s.b.ack(100));
                        tale.accept(s);
                    }))
                    .containsExactly("RC-PAYLOAD-LENGTH");
        }
    }

    @Test
    void unalignedPacketsOfEitherSideAreTold() {
        assertThat(fired(s -> s.at(0, s.a.send(100).bytes(63).unpadded())))
                .containsExactly("RC-PAD-COUNT");
        assertThat(fired(s -> {
                    connect(s);
                    s.at(
                            100,
                            s.a.readRequest(100, 63),
                            s.b.readOnly(100).bytes(63).unpadded());
                }))
                .containsExactly("RC-PAD-COUNT");
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.readRequest(100, 63), s.b.readOnly(100).bytes(63));
                }))
                .isEmpty();
    }

    @Test
    void aResponderThatAcknowledgesWhatItRefusedIsTold() {
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.write(100), s.b.ack(100), s.a.write(101), s.a.send(102));
                    s.at(110, s.b.nak(101, 2), s.b.ack(102));
                }))
                .containsExactly("RC-DATA-AFTER-ERROR");
    }

    @Test
    void aQueuePairThatRefusedSendsNoMoreItself() {
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.b.send(900), s.a.ack(900), s.a.write(100), s.b.nak(100, 2));
                    s.at(LATE, s.b.send(901));
                }))
                .containsExactly("RC-DATA-AFTER-ERROR");
    }

    @Test
    void equalNaksAreACopyTwiceAndNotThrice() {
        for (int copies = 2; copies <= 3; copies++) {
            int naks = copies;
            Set<String> fired = fired(s -> {
                connect(s);
                s.b.ipIds = Host.IpIds.ZERO;
                s.at(100, s.a.send(100), s.b.ack(100), s.a.send(102));
                for (int i = 0; i < naks; i++) {
                    s.at(120 + 20 * i, s.b.nak(101));
                }
            });
            assertThat(fired.isEmpty()).isEqualTo(naks == 2);
        }
    }

    // ---- tales ----

    static void connect(Stage s) {
        s.connectedByCm(0, 100, 900);
    }

    /** Of the conformance rules. */
    static Set<String> fired(Consumer<Stage> tale) {
        Stage stage = new Stage();
        tale.accept(stage);
        Set<String> ids = new TreeSet<>();
        for (Finding finding : stage.judge()) {
            if (RULES.contains(finding.rule().id())) {
                ids.add(finding.rule().id());
                assertThat(finding.frames()).as(finding.message()).isNotEmpty();
            }
        }
        return ids;
    }

    private static void twoNaks(Stage s, boolean goesBack) {
        connect(s);
        s.at(100, s.a.send(100), s.b.ack(100), s.a.send(102), s.b.nak(101));
        if (goesBack) {
            s.at(120, s.a.send(101), s.a.send(102));
        }
        s.at(130, s.a.send(103), s.b.nak(101));
    }

    private static void early(Stage s, long us) {
        connect(s);
        s.at(100, s.a.send(100), s.b.ack(100), s.b.ack(101));
        s.at(100 + us, s.a.send(101));
        s.at(110 + us, s.b.ack(101));
    }

    private static void counted(Stage s, int first, int second) {
        connect(s);
        s.at(100, s.a.send(100), s.b.ack(100, first), s.a.send(101), s.b.ack(101, second));
    }

    private static void takenBack(Stage s, boolean afterwards) {
        connect(s);
        s.at(100, s.a.send(100), s.b.ack(100), s.a.send(102));
        Packet before = s.b.nak(101);
        if (!afterwards) {
            s.at(110, s.a.send(101), s.a.send(102));
        }
        s.at(120, s.b.ack(102), afterwards ? s.b.nak(101) : before);
    }

    private static void again(Stage s, Packet first, Packet second) {
        connect(s);
        s.at(100, s.a.send(100), s.b.ack(100), first, s.b.nak(101), second, s.b.ack(101));
    }

    private static void rewritten(Stage s, int key) {
        connect(s);
        Host a = s.a;
        s.at(100, a.send(100), s.b.ack(100));
        s.at(110, a.writeFirst(101).remote(4096, 7, MTU + 64), a.writeLast(102), s.b.nak(101));
        s.at(120, a.writeFirst(101).remote(4096, key, MTU + 64), a.writeLast(102), s.b.ack(102));
    }

    private static void read(Stage s, int lastBytes) {
        connect(s);
        s.at(100, s.a.readRequest(100, 2 * MTU), s.b.readFirst(100));
        s.at(110, s.b.readLast(101).bytes(lastBytes));
    }

    private static void cutShort(Stage s, int next) {
        connect(s);
        s.at(100, s.a.send(100), s.b.ack(100), s.a.writeFirst(101), s.a.send(next));
    }

    private static void middle(Stage s, int bytes) {
        connect(s);
        s.at(100, s.a.sendFirst(100), s.a.sendMiddle(101).bytes(bytes), s.a.sendLast(102));
    }

    /** A WRITE of 62 bytes, and what the packet has before the ICRC by its pad count. */
    private static void padded(Stage s, int bytes) {
        connect(s);
        s.at(100, s.a.write(100).bytes(bytes).remote(0, 0, 62), s.b.ack(100));
    }

    private static void refused(Stage s, long us) {
        connect(s);
        s.at(100, s.a.write(100), s.b.ack(100), s.a.write(101), s.b.nak(101, 2));
        s.at(us, s.a.send(102));
    }

    /** Two credits and the one message that may go beyond them. */
    private static void credits(Stage s, int messages) {
        connect(s);
        s.b.credits = 2;
        s.at(100, s.a.send(100), s.b.ack(100));
        sends(s, messages);
    }

    /** The first word about credits is a response's. */
    private static void granted(Stage s, int messages) {
        connect(s);
        s.b.credits = 2;
        s.at(100, s.a.readRequest(100, 64), s.b.readOnly(100));
        sends(s, messages);
    }

    private static void sends(Stage s, int messages) {
        for (int i = 1; i <= messages; i++) {
            s.at(110 + i, s.a.send(100 + i));
        }
        s.at(200, s.b.ack(100 + messages));
    }

    private static void reads(Stage s, int depth) {
        s.b.cm.responderResources = depth;
        connect(s);
        s.at(100, s.a.readRequest(100, 64), s.a.fetchAdd(101));
        s.at(900, s.b.readOnly(100), s.b.atomicAck(101));
    }

    private static void restarted(Stage s, boolean first) {
        reread(s, MTU, 7, 2 * MTU, first);
    }

    private static void reread(Stage s, long address, int key, int length) {
        reread(s, address, key, length, true);
    }

    /** The second of three responses is lost behind the tap, and the READ goes on from there. */
    private static void reread(Stage s, long address, int key, int length, boolean first) {
        connect(s);
        s.at(90, s.a.send(100), s.b.ack(100));
        s.at(100, s.a.readRequest(101, 3 * MTU).remote(0, 7, 3 * MTU));
        s.at(110, s.b.readFirst(101), s.b.readMiddle(102), s.b.readLast(103));
        s.at(130, s.a.readRequest(102, length).remote(address, key, length));
        s.at(140, first ? s.b.readFirst(102) : s.b.readMiddle(102), s.b.readLast(103));
    }
}
