package io.qpscope.session.taps;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Host;
import io.qpscope.session.Packet;
import io.qpscope.session.taps.TapReport.Segment;

import org.junit.jupiter.api.Test;

/** What is told of packets between two taps: lost, doubled, late, spoiled, or simply passed. */
class TapMatcherTest {
    private static final long HOUR_NS = 3_600_000_000_000L;

    private final Scene scene = new Scene(0, 0);
    private final Host a = scene.a;
    private final Host b = scene.b;

    @Test
    void whatPassesBothTapsIsNotLost() {
        scene.talk(0, 100, 20);
        TapReport report = scene.finish();
        assertThat(Scene.forth(report).both()).isEqualTo(20);
        assertThat(Scene.back(report).both()).isEqualTo(20);
        for (TapReport.Path path : report.paths()) {
            Segment segment = path.segments().get(0);
            assertThat(path.undecided()).isZero();
            assertThat(segment.lost()).isZero();
            assertThat(segment.missedByFirst()).isZero();
            assertThat(segment.duplicated()).isZero();
            assertThat(segment.reordered()).isZero();
            assertThat(segment.corrupted()).isZero();
            assertThat(segment.withoutIcrc()).isZero();
        }
    }

    @Test
    void whatPassesTheFirstTapOnlyIsLostBetweenThem() {
        scene.talk(0, 100, 10);
        scene.at(0, 2_000_000, a.send(110));
        scene.at(1, 2_050_000, b.ack(109));
        scene.talk(3000, 110, 10);
        TapReport report = scene.finish();
        Segment forth = Scene.forth(report);
        assertThat(forth.lost()).isEqualTo(1);
        assertThat(forth.lost(PacketKind.REQUEST)).isEqualTo(1);
        // Each of the ten exchanges before is two frames at either tap.
        assertThat(forth.lostPackets())
                .containsExactly(new LostPacket(0, 21, PacketKind.REQUEST, 0x22, 110));
        Segment back = Scene.back(report);
        assertThat(back.lost(PacketKind.ACKNOWLEDGE)).isEqualTo(1);
        assertThat(back.lostPackets())
                .containsExactly(new LostPacket(1, 21, PacketKind.ACKNOWLEDGE, 0x11, 109));
    }

    @Test
    void withConstantIpIdsTheLostOriginalIsToldFromItsResend() {
        a.ipIds = Host.IpIds.CONSTANT;
        scene.talk(0, 100, 5);
        scene.at(0, 1_000_000, a.send(105));
        scene.forth(5_000, a.send(105));
        scene.talk(6_000, 106, 5);
        Segment forth = Scene.forth(scene.finish());
        assertThat(forth.both()).isEqualTo(11);
        assertThat(forth.lostPackets()).extracting(LostPacket::frame).containsExactly(11L);
        assertThat(forth.duplicated()).isZero();
        assertThat(forth.missedByFirst()).isZero();
        assertThat(forth.delay().most()).isLessThan(20_000);
    }

    @Test
    void aTransmissionDoubledBetweenTheTapsIsToldFromOneDoubledBefore() {
        scene.talk(0, 100, 5);
        Packet between = a.send(105);
        scene.forth(1_000, between);
        scene.at(1, 1_000_000 + Scene.FORTH_NS + 3_000, between);
        Packet before = a.send(106);
        scene.forth(2_000, before, before);
        scene.talk(3_000, 107, 5);
        TapReport report = scene.finish();
        assertThat(Scene.forth(report).duplicated()).isEqualTo(1);
        assertThat(Scene.forth(report).duplicatedFrames()).containsExactly(12L);
        assertThat(Scene.path(report, 1, 2).duplicatedBefore()).isEqualTo(1);
        assertThat(Scene.forth(report).lost()).isZero();
        assertThat(Scene.forth(report).missedByFirst()).isZero();
    }

    @Test
    void aPacketOvertakenBetweenTheTapsIsLateAndOthersAreNot() {
        scene.talk(0, 100, 5);
        Packet late = a.send(105);
        scene.at(0, 1_000_000, late);
        scene.forth(1_001, a.send(106), a.send(107));
        scene.at(1, 1_060_000, late);
        scene.talk(3_000, 108, 5);
        Segment forth = Scene.forth(scene.finish());
        assertThat(forth.reordered()).isEqualTo(1);
        assertThat(forth.lost()).isZero();
    }

    @Test
    void packetsOfAnotherQueuePairMayOvertake() {
        Host other = a.queuePair(0x77);
        other.peer = b.queuePair(0x78);
        scene.talk(0, 100, 5);
        Packet late = a.send(105);
        scene.at(0, 1_000_000, late);
        scene.forth(1_001, other.send(900), other.send(901));
        scene.at(1, 1_060_000, late);
        scene.talk(3_000, 106, 5);
        assertThat(Scene.forth(scene.finish()).reordered()).isZero();
    }

    @Test
    void aPacketSpoiledOnTheWayIsCorruptAndNotLost() {
        scene.talk(0, 100, 5);
        Packet spoiled = a.send(105);
        scene.at(0, 1_000_000, spoiled);
        scene.at(1, 1_010_000, spoiled.corrupt());
        scene.talk(3_000, 106, 5);
        Segment forth = Scene.forth(scene.finish());
        assertThat(forth.corrupted()).isEqualTo(1);
        assertThat(forth.corruptedFrames()).containsExactly(11L);
        assertThat(forth.lost()).isZero();
    }

    @Test
    void aPacketSpoiledBeforeBothTapsIsNotSpoiledBetweenThem() {
        scene.talk(0, 100, 5);
        Packet spoiled = a.send(105).corrupt();
        scene.forth(1_000, spoiled);
        scene.talk(3_000, 106, 5);
        assertThat(Scene.forth(scene.finish()).corrupted()).isZero();
    }

    @Test
    void aMarkSetOnTheWayIsCounted() {
        scene.talk(0, 100, 5);
        Packet plain = a.send(105);
        scene.at(0, 1_000_000, plain);
        scene.at(1, 1_010_000, plain.atInterface(0).marked());
        Packet before = a.send(106).marked();
        scene.forth(2_000, before);
        Segment forth = Scene.forth(scene.finish());
        assertThat(forth.ceMarked()).isEqualTo(1);
        assertThat(forth.both()).isEqualTo(7);
    }

    @Test
    void routersTagsAndCodePointsOnTheWayChangeNothing() {
        for (int i = 0; i < 10; i++) {
            Packet packet = a.send(100 + i);
            Packet behind = packet.routed().tagged(7);
            behind.tos = 0x68;
            scene.at(0, i * 100_000L, packet);
            scene.at(1, i * 100_000L + 10_000, behind);
        }
        Segment forth = Scene.forth(scene.finish());
        assertThat(forth.both()).isEqualTo(10);
        assertThat(forth.lost()).isZero();
        assertThat(forth.withoutIcrc()).isZero();
    }

    @Test
    void whereACaptureIsCutHeadersAloneTell() {
        for (int i = 0; i < 10; i++) {
            Packet packet = a.request(10, 100 + i, 256);
            scene.at(0, i * 100_000L, packet);
            scene.at(1, i * 100_000L + 10_000, packet.atInterface(0).cut(80));
        }
        Segment forth = Scene.forth(scene.finish());
        assertThat(forth.both()).isEqualTo(10);
        assertThat(forth.withoutIcrc()).isEqualTo(10);
        assertThat(forth.lost()).isZero();
    }

    @Test
    void packetsThatDifferInTheirIcrcAreTwo() {
        a.ipIds = Host.IpIds.ZERO;
        scene.talk(0, 100, 5);
        Packet one = a.send(105);
        Packet other = a.send(105);
        other.payload = Host.data(64, 999);
        scene.at(0, 1_000_000, one);
        scene.at(1, 1_010_000, other);
        scene.talk(3_000, 106, 5);
        Segment forth = Scene.forth(scene.finish());
        assertThat(forth.lost()).isEqualTo(1);
        assertThat(forth.missedByFirst()).isEqualTo(1);
    }

    @Test
    void aMirrorThatShowsBothSidesOfASwitchIsOneTap() {
        for (int i = 0; i < 10; i++) {
            Packet packet = a.send(100 + i);
            scene.forth(100L * i, packet);
            scene.at(0, i * 100_000L + 2_000, packet.routed());
            scene.back(100L * i + 50, b.ack(100 + i));
        }
        TapReport report = scene.finish();
        assertThat(report.points().get(0).mirrored()).isEqualTo(10);
        assertThat(Scene.path(report, 1, 2).duplicatedBefore()).isZero();
        assertThat(Scene.forth(report).duplicated()).isZero();
        assertThat(Scene.forth(report).both()).isEqualTo(10);
    }

    @Test
    void whatOnlyTheLaterTapSawWasMissedByTheEarlier() {
        scene.talk(0, 100, 5);
        scene.at(1, 1_010_000, a.send(105));
        scene.talk(3_000, 106, 5);
        Segment forth = Scene.forth(scene.finish());
        assertThat(forth.missedByFirst()).isEqualTo(1);
        assertThat(forth.missedFrames()).containsExactly(11L);
        assertThat(forth.lost()).isZero();
        assertThat(forth.duplicated()).isZero();
    }

    @Test
    void whatTheReceiverAnsweredWasMissedByTheSecondCaptureAndNotLost() {
        scene.talk(0, 100, 5);
        scene.at(0, 1_000_000, a.send(105));
        scene.back(1_050, b.ack(105));
        scene.talk(3_000, 106, 5);
        Segment forth = Scene.forth(scene.finish());
        assertThat(forth.missedBySecond()).isEqualTo(1);
        assertThat(forth.lost()).isZero();
    }

    @Test
    void beforeARecordingBeginsAndAfterItEndsNothingIsCalledLost() {
        scene.at(0, 0, a.send(98));
        scene.at(0, 100_000, a.send(99));
        scene.talk(1_000, 100, 10);
        scene.at(0, 5_000_000, a.send(110));
        TapReport report = scene.finish();
        assertThat(Scene.forth(report).lost()).isZero();
        assertThat(Scene.path(report, 1, 2).undecided()).isEqualTo(3);
    }

    @Test
    void silenceThatEndsWasALossAndSilenceUpToTheEndIsUndecided() {
        scene.talk(0, 100, 10);
        for (int i = 0; i < 4; i++) {
            scene.at(0, 2_000_000_000L + i * 1_000_000_000L, a.send(110));
        }
        scene.talk(8_000_000, 110, 5);
        scene.at(0, 12_000_000_000L, a.send(115));
        TapReport report = scene.finish();
        assertThat(Scene.forth(report).lost()).isEqualTo(4);
        assertThat(Scene.path(report, 1, 2).undecided()).isEqualTo(1);
    }

    @Test
    void lossIsToldWhenClocksAreAnHourApart() {
        Scene apart = new Scene(0, HOUR_NS);
        apart.talk(0, 100, 10);
        apart.at(0, 2_000_000, apart.a.send(110));
        apart.talk(3_000, 110, 10);
        Segment forth = Scene.forth(apart.finish());
        assertThat(forth.both()).isEqualTo(20);
        assertThat(forth.lost()).isEqualTo(1);
    }

    @Test
    void tcpSegmentsAreFollowedWhereAnIwarpSessionIsKnownOnly() {
        scene.talk(0, 100, 5);
        Packet segment = a.tcp(1000, 2000, 0x10, "no iwarp at all");
        scene.forth(1_000, segment);
        assertThat(scene.finish().paths()).hasSize(2);
    }
}
