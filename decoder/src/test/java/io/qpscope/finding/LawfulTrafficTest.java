package io.qpscope.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.finding.RulesTest.Stage;
import io.qpscope.session.Host;
import io.qpscope.session.Packet;

import org.junit.jupiter.api.Test;

import java.util.Set;
import java.util.function.Consumer;

/** What looks like a breach of the protocol and is none, or can't be proved to be one. */
class LawfulTrafficTest {
    private static final int MTU = 1024;

    private static Set<String> fired(Consumer<Stage> tale) {
        return ConformanceRulesTest.fired(tale);
    }

    private static void lawful(Consumer<Stage> tale) {
        assertThat(fired(tale)).isEmpty();
    }

    private static void connect(Stage s) {
        ConformanceRulesTest.connect(s);
        s.at(50, s.a.send(100), s.b.ack(100));
    }

    @Test
    void readDataMayDifferBetweenSendings() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.readRequest(101, 2 * MTU), s.b.readFirst(101));
            Packet other = s.b.readFirst(101);
            other.payload[5]++;
            s.at(70_000, s.a.readRequest(101, 2 * MTU), other, s.b.readLast(102));
        });
    }

    @Test
    void requestsAreComparedWithoutWhatASenderMayChange() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.send(101).quiet(), s.a.send(102), s.b.nak(101));
            Packet migrated = s.a.send(102).marked().fromPort(50_000);
            migrated.migReq = true;
            s.at(120, s.a.send(101).marked(), migrated, s.b.ack(102));
        });
    }

    @Test
    void requestsOverIpv6AreComparedToo() {
        lawful(s -> {
            s.a.ipv6(1);
            s.b.ipv6(2);
            connect(s);
            s.at(100, s.a.send(101).quiet(), s.a.send(102), s.b.nak(101));
            s.at(120, s.a.send(101).fromPort(50_000), s.a.send(102), s.b.ack(102));
        });
        assertThat(fired(s -> {
                    s.a.ipv6(1);
                    s.b.ipv6(2);
                    connect(s);
                    s.at(100, s.a.send(101), s.b.nak(101), s.a.send(101).bytes(60));
                }))
                .containsExactly("RC-CONTENT-CHANGED");
    }

    @Test
    void linuxGoesOnWithAReadFromTheMiddleWhichIsANote() {
        assertThat(ConformanceCatalogue.READ_RESUMED.severity()).isEqualTo(Severity.NOTE);
    }

    /** The late response looks like rxe's going on from the middle until FIRST comes. */
    @Test
    void aLateResponseMayComeBeforeTheAnswerToTheRepeatedRead() {
        for (boolean first : new boolean[] {true, false}) {
            Consumer<Stage> tale = s -> {
                connect(s);
                s.at(100, s.a.readRequest(101, 3 * MTU).remote(0, 7, 3 * MTU));
                s.at(110, s.b.readFirst(101), s.b.readLast(103));
                s.at(120, s.a.readRequest(102, 2 * MTU).remote(MTU, 7, 2 * MTU));
                s.at(125, s.b.readMiddle(102));
                s.at(140, first ? s.b.readFirst(102) : s.b.readMiddle(102), s.b.readLast(103));
            };
            assertThat(fired(tale).contains("RC-READ-RESUMED")).isEqualTo(!first);
        }
    }

    @Test
    void responsesOfTheFirstRunMayCrossTheRepeatedRead() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.readRequest(101, 3 * MTU).remote(0, 7, 3 * MTU), s.b.readFirst(101));
            s.at(70_000, s.a.readRequest(102, 2 * MTU).remote(MTU, 7, 2 * MTU));
            s.at(70_010, s.b.readMiddle(102), s.b.readLast(103));
            s.at(70_020, s.b.readFirst(102), s.b.readLast(103));
        });
    }

    @Test
    void anAcknowledgementMayBeRecordedBeforeItsRequest() {
        lawful(s -> {
            connect(s);
            s.at(100, s.b.ack(101));
            s.at(150, s.a.send(101), s.a.send(102), s.b.ack(102));
        });
    }

    @Test
    void answersOfAnotherClockProveNothing() {
        lawful(s -> {
            connect(s);
            for (int i = 1; i < 20; i++) {
                s.at(10_000L * i, s.b.ack(100 + i));
                s.at(10_000L * i + 5_000, s.a.send(100 + i));
            }
        });
    }

    @Test
    void aNakMayBeRepeatedAfterARewind() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.send(102), s.b.nak(101), s.a.send(101), s.a.send(102), s.b.nak(101));
            s.at(120, s.a.send(101), s.a.send(102), s.b.ack(102));
        });
    }

    @Test
    void aNakMayBeRepeatedAfterAnRnrNak() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.send(101), s.a.send(102), s.b.rnr(101, 1), s.b.nak(101));
            s.at(110, s.a.send(103), s.b.rnr(101, 1), s.b.nak(101));
        });
    }

    @Test
    void dataUnderWayWhenTheErrorWasToldIsLawful() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.write(101), s.b.nak(101, 2), s.a.send(102), s.a.send(103));
            s.at(50_000, s.a.send(104));
        });
    }

    @Test
    void oneMessageMayGoBeyondTheCreditsAndWritesNeedNone() {
        lawful(s -> {
            s.b.credits = 0;
            connect(s);
            s.at(100, s.a.write(101), s.a.write(102), s.a.send(103), s.a.write(104));
            s.at(110, s.b.ack(104), s.a.send(105), s.b.ack(105), s.a.send(106));
        });
    }

    @Test
    void responsesGrantCreditsToo() {
        lawful(s -> {
            s.b.credits = 0;
            connect(s);
            s.at(100, s.a.readRequest(101, 64));
            s.b.credits = 3;
            s.at(
                    110,
                    s.b.readOnly(101),
                    s.a.send(102),
                    s.a.send(103),
                    s.a.send(104),
                    s.a.send(105));
        });
    }

    @Test
    void outOfOrderWithoutANakIsLawful() {
        lawful(s -> {
            connect(s);
            Packet late = s.a.send(101);
            s.at(100, s.a.send(102), s.a.send(103), late, s.b.ack(103));
        });
    }

    // ---- what a capture can't prove ----

    @Test
    void aCopyOfANakIsNoSecondOne() {
        lawful(s -> {
            connect(s);
            Packet nak = s.b.nak(101);
            s.at(100, s.a.send(102), nak, nak.atInterface(1), nak.routed());
            s.at(200, nak);
        });
    }

    @Test
    void aHoleOfTheCaptureExcusesWhatItMayHide() {
        lawful(s -> {
            connect(s);
            // Not recorded: 103, and what came of it.
            s.at(100, s.a.send(101), s.a.send(102), s.a.send(104), s.b.ack(104));
            s.at(110, s.a.send(106), s.b.nak(105), s.a.send(107), s.b.nak(105));
        });
    }

    @Test
    void aCaptureMayBeginInsideAMessage() {
        lawful(s -> s.at(0, s.a.writeMiddle(101), s.a.writeLast(102), s.a.send(103)));
    }

    @Test
    void aCaptureMayBeginBehindRequestsThatAreSentAgainLater() {
        lawful(s -> {
            s.at(0, s.a.send(100), s.b.ack(100), s.b.ack(105));
            s.at(70_000, s.a.send(101), s.a.send(102), s.b.ack(105));
        });
    }

    @Test
    void aMissingPacketExcusesTheSequence() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.sendFirst(101), s.a.writeLast(103), s.a.sendFirst(104), s.a.send(106));
        });
    }

    @Test
    void oneDirectionAloneProvesNothingOfWhatItIsAnswered() {
        lawful(s -> {
            s.at(0, s.b.ack(100, 7), s.b.ack(101, 6), s.b.nak(103), s.b.nak(103), s.b.ack(200));
            s.at(10, s.b.readFirst(300), s.b.readLast(301).bytes(10));
        });
        lawful(s -> {
            s.at(0, s.a.send(100), s.a.send(101));
            s.at(70_000, s.a.send(100).bytes(60), s.a.send(101).bytes(60));
        });
    }

    @Test
    void aPacketWithABadIcrcIsNoBreach() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.send(101), s.b.nak(101), s.a.send(101).bytes(60).corrupt());
            s.at(110, s.a.writeLast(102).corrupt(), s.a.send(101), s.b.ack(101));
        });
    }

    @Test
    void whatIsCutIsNotComparedAndOneOddHeaderMayBeAFlippedBit() {
        lawful(s -> {
            connect(s);
            s.at(
                    100,
                    s.a.send(101).cut(70),
                    s.b.nak(101),
                    s.a.send(101).bytes(60).cut(70));
            s.at(110, s.a.writeLast(102).cut(70), s.b.ack(102));
        });
        assertThat(fired(s -> {
                    connect(s);
                    s.at(100, s.a.writeLast(101).cut(70), s.a.writeLast(102).cut(70));
                }))
                .containsExactly("RC-OPCODE-SEQUENCE");
    }

    @Test
    void aNetworkDuplicateOfARequestIsNoChange() {
        lawful(s -> {
            connect(s);
            Packet packet = s.a.send(101);
            s.at(100, packet, packet, s.b.ack(101), s.b.ack(101));
        });
    }

    @Test
    void aQueuePairMayBeginAnotherLifeWithANearPsn() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.writeFirst(101), s.a.writeLast(102), s.b.ack(102));
            s.at(900_000, s.a.send(40), s.b.ack(40, 1), s.a.sendFirst(41), s.a.sendLast(42));
            s.at(900_010, s.b.ack(42, 2));
        });
        lawful(s -> {
            connect(s);
            s.at(100, s.a.writeFirst(101), s.a.writeLast(102), s.b.ack(102));
            s.at(900_000, s.a.send(9_000), s.b.ack(9_000, 1), s.a.send(9_001), s.b.ack(9_001, 2));
        });
    }

    @Test
    void aNewLifeAfterAnErrorIsNoDataAfterIt() {
        lawful(s -> {
            connect(s);
            s.at(100, s.a.write(101), s.b.nak(101, 2));
            s.at(900_000, s.a.send(100), s.b.ack(100, 1), s.a.send(101), s.b.ack(101, 2));
        });
    }

    @Test
    void severalPathMtusOfSeveralQueuePairsAreLawful() {
        lawful(s -> {
            connect(s);
            Host a2 = s.a.queuePair(0x31);
            Host b2 = s.b.queuePair(0x62);
            Host.connect(a2, b2);
            a2.mtu = 256;
            s.at(100, s.a.sendFirst(101), a2.sendFirst(5_000), s.a.sendLast(102));
            s.at(110, a2.sendLast(5_001), b2.ack(5_001), s.b.ack(102));
        });
    }
}
