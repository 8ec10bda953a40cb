package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Which two flows are one session, and what told so (design 3). */
class PairingTest extends Dialogue {
    // ---- by RDMA-CM ----

    @Test
    void requestAndReplyNameBothQueuePairsAndTheirStart() {
        connectedByCm(0, 100, 900);
        at(10, a.send(100), b.ack(100));
        at(20, b.send(900), a.ack(900));
        Told told = finish();
        SessionSummary session = told.session();
        assertThat(session.pairedBy()).isEqualTo(PairedBy.CM);
        assertThat(session.confidence()).isEqualTo(1);
        assertThat(session.cm().a().message()).isEqualTo("REQ");
        assertThat(session.cm().a().qpn()).isEqualTo(A_QPN);
        assertThat(session.cm().b().qpn()).isEqualTo(B_QPN);
        assertThat(session.cm().rejectReason()).isNull();
        assertThat(told.from(A).inForce().startPsn()).isEqualTo(100);
        assertThat(told.from(B).inForce().startPsn()).isEqualTo(900);
        assertThat(session.pathMtu()).isEqualTo(1024);
        told.succeeded(A).succeeded(B);
        assertThat(told.result.protocols().mad()).isEqualTo(3);
    }

    @Test
    void theStartPsnTellsThatTheFirstPacketIsMissing() {
        connectedByCm(0, 100, 900);
        lost(a.send(100));
        at(11, a.send(101));
        at(20, b.nak(100));
        at(30, a.send(100), a.send(101), b.ack(101));
        Told told = finish();
        told.lost(A, 1, 0, 0, 0).resent(A, 2, 0).completed(A, 2);
        assertThat(told.requests(A).firstPsn()).isEqualTo(100);
    }

    @Test
    void aRepeatedRequestIsOneConnection() {
        a.cm.startPsn = 100;
        b.cm.startPsn = 900;
        at(0, a.cm.req());
        at(SECOND, a.cm.req());
        at(2 * SECOND, a.cm.req(), b.cm.rep(), b.cm.rep(), a.cm.rtu());
        at(2 * SECOND + 10, a.send(100), b.ack(100));
        Told told = finish();
        told.succeeded(A).completed(A, 1);
        assertThat(told.count(Kind.CM_UNANSWERED)).isZero();
    }

    @Test
    void dataMayComeBeforeReadyToUseAndBeforeTheReply() {
        a.cm.startPsn = 100;
        b.cm.startPsn = 900;
        at(0, a.cm.req(), b.cm.rep(), b.send(900), a.cm.rtu(), a.ack(900));
        Told told = finish();
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.CM);
        assertThat(told.session().a().address()).isEqualTo("10.0.0.2");
        told.succeeded(A).completed(A, 1);
    }

    @Test
    void dataRecordedBeforeTheReplyBelongsToTheConnection() {
        a.cm.startPsn = 100;
        b.cm.startPsn = 900;
        at(0, a.cm.req(), a.send(100), b.cm.rep(), a.cm.rtu(), b.ack(100));
        Told told = finish();
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.CM);
        told.succeeded(A).completed(A, 1);
    }

    /** Field case BUG-031: a listener on IPv4 is asked with addresses of IPv6. */
    @Test
    void aRejectionTellsWhenTheRequestNamesAddressesOfTheOtherVersion() {
        a.cm.ipVersion = 6;
        at(0, a.cm.req());
        b.cm.commId = 0;
        at(10, b.cm.rej(0, 28));
        Told told = finish();
        assertThat(told.observed(Kind.CM_REJECTED).get(0).text())
                .isEqualTo("refused by the application; the request names addresses of IPv6 and"
                        + " came over IPv4");
        assertThat(told.session().cm().rejectReason()).isEqualTo("refused by the application");
    }

    @Test
    void aRejectionSaysNothingOfAddressesOfTheVersionThatCarriesThem() {
        a.cm.ipVersion = 4;
        at(0, a.cm.req());
        b.cm.commId = 0;
        at(10, b.cm.rej(0, 28));
        assertThat(finish().observed(Kind.CM_REJECTED).get(0).text())
                .isEqualTo("refused by the application");
    }

    @Test
    void aRejectionIsToldWithItsReason() {
        a.cm.startPsn = 100;
        at(0, a.cm.req());
        b.cm.commId = 0;
        at(10, b.cm.rej(0, 8));
        Told told = finish();
        assertThat(told.session().cm().rejectReason()).isEqualTo("no listener on the service id");
        assertThat(told.count(Kind.CM_REJECTED)).isEqualTo(1);
        assertThat(told.observed(Kind.CM_REJECTED).get(0).value()).isEqualTo(8);
        assertThat(told.count(Kind.CM_UNANSWERED)).isZero();
        told.ended(A, "UNKNOWN", Outcome.Proof.INFERRED);
        assertThat(told.outcome(A).why()).contains("reject");
        assertThat(told.session().a().address()).isEqualTo("10.0.0.1");
        assertThat(told.session().a().qpn()).isEqualTo(A_QPN);
    }

    @Test
    void anUnansweredRequestIsToldWhenItIsRepeated() {
        at(0, a.cm.req());
        at(5 * SECOND, a.cm.req());
        Told told = finish();
        assertThat(told.count(Kind.CM_UNANSWERED)).isEqualTo(2);
        assertThat(told.session().cm().b()).isNull();
        assertThat(told.session().cm().rejectReason()).isNull();
    }

    @Test
    void aRequestAtTheEndOfTheCaptureIsNotYetUnanswered() {
        at(0, a.cm.req());
        assertThat(finish().count(Kind.CM_UNANSWERED)).isZero();
    }

    @Test
    void aReceiptAsksForPatience() {
        at(0, a.cm.req(), b.cm.mra());
        at(10 * SECOND, a.cm.rej(0, 4));
        Told told = finish();
        assertThat(told.observed(Kind.CM_UNANSWERED)).hasSize(1);
        assertThat(told.observed(Kind.CM_UNANSWERED).get(0).text()).isEqualTo("MRA");
    }

    @Test
    void whatOneSideSaysBindsTheOther() {
        a.cm.ackTimeout = 17;
        a.cm.retryCount = 5;
        a.cm.rnrRetryCount = 6;
        b.cm.rnrRetryCount = 4;
        a.cm.responderResources = 3;
        a.cm.initiatorDepth = 9;
        b.cm.responderResources = 8;
        b.cm.initiatorDepth = 2;
        connectedByCm(0, 100, 900);
        at(10, a.send(100), b.ack(100));
        Told told = finish();
        DirectionSummary.InForce active = told.from(A).inForce();
        DirectionSummary.InForce passive = told.from(B).inForce();
        assertThat(active.retryCount()).isEqualTo(5);
        assertThat(active.rnrRetryCount()).isEqualTo(4);
        assertThat(passive.rnrRetryCount()).isEqualTo(6);
        assertThat(active.readDepth()).isEqualTo(8);
        assertThat(passive.readDepth()).isEqualTo(2);
        assertThat(told.session().cm().a().timeout()).isEqualTo(17);
    }

    // ---- by plain text ----

    @Test
    void pingpongTellsQueuePairsAndPsns() {
        at(0, a.tcp(40_000, 18_515, 0x18, a.pingpong(100)));
        at(10, b.tcp(18_515, 40_000, 0x18, b.pingpong(900)));
        at(20, a.send(100), b.ack(100), b.send(900), a.ack(900));
        Told told = finish();
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.OOB);
        assertThat(told.session().confidence()).isEqualTo(1);
        assertThat(told.from(A).inForce().startPsn()).isEqualTo(100);
        assertThat(told.from(B).inForce().startPsn()).isEqualTo(900);
        told.succeeded(A).succeeded(B);
    }

    @Test
    void announcedQueuePairsThatSendByDifferentServicesAreNoSession() {
        at(0, a.tcp(40_000, 18_515, 0x18, a.pingpong(100)));
        at(10, b.tcp(18_515, 40_000, 0x18, b.pingpong(900)));
        b.service = Opcode.UC;
        at(20, a.send(100), b.send(900).quiet());
        b.service = Opcode.RC;
        at(30, b.ack(100));
        Told told = finish();
        assertThat(told.result.sessions()).hasSize(2);
        assertThat(told.session(1).service()).isEqualTo(Service.RC);
        assertThat(told.session(2).service()).isEqualTo(Service.UC);
    }

    @Test
    void perftestTellsThemWithKeyAndAddress() {
        at(0, a.tcp(40_000, 18_515, 0x18, a.perftest(0xd6972d)));
        at(10, b.tcp(18_515, 40_000, 0x18, b.perftest(0x69c4d4)));
        at(20, a.write(0xd6972d), b.ack(0xd6972d));
        Told told = finish();
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.OOB);
        assertThat(told.from(A).inForce().startPsn()).isEqualTo(0xd6972d);
        told.succeeded(A);
    }

    @Test
    void severalQueuePairsArePairedInTheirOrder() {
        List<Host> ours = new ArrayList<>();
        List<Host> theirs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ours.add(a.queuePair(0x30 + i));
            theirs.add(b.queuePair(0x50 - i));
            Host.connect(ours.get(i), theirs.get(i));
            at(i, a.tcp(40_000, 18_515, 0x18, ours.get(i).perftest(100 + i)));
        }
        for (int i = 0; i < 3; i++) {
            at(10 + i, b.tcp(18_515, 40_000, 0x18, theirs.get(i).perftest(900 + i)));
        }
        for (int i = 0; i < 3; i++) {
            at(20 + i, ours.get(i).send(100 + i), theirs.get(i).ack(100 + i));
        }
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            assertThat(told.session(i + 1).a().qpn()).isEqualTo(0x30 + i);
            assertThat(told.session(i + 1).b().qpn()).isEqualTo(0x50 - i);
            assertThat(told.session(i + 1).pairedBy()).isEqualTo(PairedBy.OOB);
            assertThat(told.session(i + 1).outcome().status()).isEqualTo("SUCCESS");
        }
    }

    @Test
    void textThatIsNoAnnouncementIsPassedOver() {
        at(0, a.tcp(40_000, 80, 0x18, "GET /" + "a".repeat(60) + " HTTP/1.1"));
        at(1, a.tcp(40_000, 80, 0x18, "0000:zz" + ":".repeat(80)));
        at(20, a.send(100), b.ack(100));
        assertThat(finish().session().pairedBy()).isEqualTo(PairedBy.ACK);
    }

    // ---- by the answers ----

    @Test
    void answersInTheWindowOfOneFlowPairIt() {
        for (int psn = 100; psn < 120; psn++) {
            at(psn, a.send(psn), b.ack(psn));
        }
        Told told = finish();
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.ACK);
        assertThat(told.session().confidence()).isBetween(0.95, 1.0);
    }

    @Test
    void oneAnswerIsLittleConfidence() {
        at(0, a.send(100), b.ack(100));
        assertThat(finish().session().confidence()).isLessThan(0.9).isPositive();
    }

    @Test
    void queuePairsOfTheSameHostsAreNotMixedUp() {
        List<Host> ours = new ArrayList<>();
        List<Host> theirs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ours.add(a.queuePair(0x30 + i));
            theirs.add(b.queuePair(0x60 + 3 * i));
            Host.connect(ours.get(i), theirs.get(i));
        }
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 4; i++) {
                int psn = 1000 * i + round;
                at(100L * round + 10L * i, ours.get(i).send(psn), theirs.get(i).ack(psn));
            }
        }
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(4);
        for (int i = 0; i < 4; i++) {
            SessionSummary session = told.session(i + 1);
            assertThat(session.a().qpn()).isEqualTo(0x30 + i);
            assertThat(session.b().qpn()).isEqualTo(0x60 + 3 * i);
            assertThat(session.direction(A).completedMessages()).isEqualTo(10);
        }
    }

    @Test
    void overlappingPsnsArePairedOnceTheyPartAndNeverWrongly() {
        Host a2 = a.queuePair(0x31);
        Host b2 = b.queuePair(0x62);
        Host.connect(a2, b2);
        at(0, a.send(100), a2.send(100));
        at(10, b.ack(100), b2.ack(100));
        at(20, a.send(101), b.ack(101));
        at(30, a2.send(101), b2.ack(101));
        at(40, a.send(102), b.ack(102));
        at(50, a2.send(102), b2.ack(102));
        for (SessionSummary session : finish().result.sessions()) {
            boolean first = Integer.valueOf(A_QPN).equals(session.a().qpn())
                    || Integer.valueOf(B_QPN).equals(session.b().qpn());
            if (first) {
                assertThat(session.a().qpn()).isIn(A_QPN, null);
                assertThat(session.b().qpn()).isIn(B_QPN, null);
            } else {
                assertThat(session.a().qpn()).isIn(0x31, null);
                assertThat(session.b().qpn()).isIn(0x62, null);
            }
        }
    }

    @Test
    void whatFitsSeveralStaysUnpaired() {
        Host a2 = a.queuePair(0x31);
        Host b2 = b.queuePair(0x62);
        Host.connect(a2, b2);
        for (int psn = 100; psn < 110; psn++) {
            at(psn * 10L, a.send(psn), a2.send(psn));
            at(psn * 10L + 5, b.ack(psn), b2.ack(psn));
        }
        for (SessionSummary session : finish().result.sessions()) {
            assertThat(session.pairedBy()).isEqualTo(PairedBy.NONE);
            assertThat(session.confidence()).isZero();
        }
    }

    @Test
    void equalQueuePairNumbersOnBothEndsAreNoHarm() {
        a.qpn = 0x11;
        b.qpn = 0x11;
        at(0, a.send(100), b.ack(100), b.send(500), a.ack(500));
        at(10, a.send(101), b.ack(101), b.send(501), a.ack(501));
        Told told = finish();
        told.succeeded(A).succeeded(B).completed(A, 2).completed(B, 2);
    }

    @Test
    void overLoopbackBothEndsHaveOneAddress() {
        b.addressLow = a.addressLow;
        b.mac = a.mac;
        for (int i = 0; i < 5; i++) {
            at(10L * i, a.send(100 + i), b.ack(100 + i), b.send(500 + i), a.ack(500 + i));
        }
        Told told = finish();
        told.succeeded(A).succeeded(B).completed(A, 5).completed(B, 5);
        assertThat(told.session().a().qpn()).isEqualTo(A_QPN);
        assertThat(told.session().b().qpn()).isEqualTo(B_QPN);
    }

    @Test
    void requestsAloneAreASessionOfTheirOwn() {
        at(0, a.send(100), a.send(101));
        Told told = finish();
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.NONE);
        assertThat(told.session().a().address()).isEqualTo("10.0.0.1");
        assertThat(told.session().b().qpn()).isEqualTo(B_QPN);
        assertThat(told.session().a().qpn()).isNull();
        assertThat(told.requests(A).lostAfterTap()).isNull();
        assertThat(told.requests(A).duplicatePackets()).isNull();
        assertThat(told.requests(A).lostBeforeTap()).isZero();
    }

    @Test
    void answersAloneMakeTheOtherSideA() {
        at(0, b.ack(100), b.ack(101), b.nak(102));
        Told told = finish();
        assertThat(told.session().a().address()).isEqualTo("10.0.0.1");
        assertThat(told.session().b().address()).isEqualTo("10.0.0.2");
        assertThat(told.session().a().qpn()).isEqualTo(A_QPN);
        assertThat(told.from(B).naks().psnSequenceError()).isEqualTo(1);
        assertThat(told.from(B).packets()).isEqualTo(3);
    }

    @Test
    void anotherSourcePortPerPacketIsTheSameFlow() {
        for (int i = 0; i < 20; i++) {
            at(10L * i, a.send(100 + i).fromPort(50_000 + i), b.ack(100 + i).fromPort(1024 + i));
        }
        Told told = finish();
        told.succeeded(A).completed(A, 20);
        assertThat(told.from(A).udpSourcePorts()).isEqualTo(20);
    }
}
