package io.qpscope.session.taps;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Host;
import io.qpscope.session.Packet;
import io.qpscope.session.taps.TapReport.Clock;
import io.qpscope.session.taps.TapReport.Path;
import io.qpscope.session.taps.TapReport.Point;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the report says of taps and paths beside what passed. */
class TapReportTest {
    private static final long HOUR_NS = 3_600_000_000_000L;

    private static void talk(Scene scene, Host from, Host to, int one, int other) {
        for (int i = 0; i < 10; i++) {
            Packet send = from.send(100 + i);
            scene.at(one, i * 200_000L, send);
            scene.at(other, i * 200_000L + 10_000, send);
            Packet answer = to.ack(100 + i);
            scene.at(other, i * 200_000L + 50_000, answer);
            scene.at(one, i * 200_000L + 64_000, answer);
        }
    }

    @Test
    void clocksAreKnownOverATapThatSharesTrafficWithBoth() {
        Scene scene = new Scene(0, HOUR_NS, 3 * HOUR_NS);
        Host c = new Host("c", 3, 3);
        Host d = new Host("d", 4, 4);
        Host.connect(c, d);
        talk(scene, scene.a, scene.b, 0, 1);
        talk(scene, c, d, 1, 2);
        TapReport report = scene.finish();
        assertThat(report.points())
                .extracting(Point::clock)
                .containsExactly(Clock.REFERENCE, Clock.ESTIMATED, Clock.ESTIMATED);
        // Each offset is 2 us short, as 10 us there and 14 us back make it.
        assertThat(report.points())
                .extracting(Point::offsetNs)
                .containsExactly(0L, HOUR_NS - 2_000, 3 * HOUR_NS - 4_000);
        assertThat(report.points())
                .extracting(Point::uncertaintyNs)
                .containsExactly(0L, 12_000L, 24_000L);
    }

    @Test
    void anOffsetToATapReadEarlierHasTheOtherSign() {
        // The command line's first tap shares with the third alone; the second is between them.
        Scene scene = new Scene(0, 5 * HOUR_NS, HOUR_NS);
        Host c = new Host("c", 3, 3);
        Host d = new Host("d", 4, 4);
        Host.connect(c, d);
        talk(scene, scene.a, scene.b, 0, 2);
        talk(scene, c, d, 2, 1);
        TapReport report = scene.finish();
        assertThat(report.points())
                .extracting(Point::offsetNs)
                .containsExactly(0L, 5 * HOUR_NS - 4_000, HOUR_NS - 2_000);
        assertThat(report.points().get(1).uncertaintyNs()).isEqualTo(24_000);
    }

    @Test
    void withoutATapThatSharesWithBothNoOffsetIsTold() {
        Scene scene = new Scene(0, 0, HOUR_NS);
        Host c = new Host("c", 3, 3);
        Host.connect(c, new Host("d", 4, 4));
        talk(scene, scene.a, scene.b, 0, 1);
        for (int i = 0; i < 10; i++) {
            scene.at(2, i * 1000L, c.send(i));
        }
        Point third = scene.finish().points().get(2);
        assertThat(third.clock()).isEqualTo(Clock.UNRELATED);
        assertThat(third.offsetNs()).isNull();
        assertThat(third.uncertaintyNs()).isNull();
    }

    @Test
    void copiesOfARecordingHaveItsClock() {
        Scene scene = new Scene(0, 0);
        for (int i = 0; i < 10; i++) {
            Packet packet = scene.a.send(100 + i);
            scene.at(0, i * 1000L, packet);
            scene.at(1, i * 1000L, packet);
        }
        Point second = scene.finish().points().get(1);
        assertThat(second.clock()).isEqualTo(Clock.ONE_CLOCK);
        assertThat(second.offsetNs()).isZero();
    }

    @Test
    void tapsAreCountedByTheirOwnClock() {
        Scene scene = new Scene(0, HOUR_NS);
        scene.talk(0, 100, 10);
        scene.at(1, 5_000_000, scene.a.tcp(1, 2, 0x10, ""));
        Point second = scene.finish().points().get(1);
        assertThat(second.name()).isEqualTo("B");
        assertThat(second.interfaceId()).as("the capture's only one").isNull();
        assertThat(second.frames()).isEqualTo(21);
        assertThat(second.packets()).as("with a name").isEqualTo(20);
        assertThat(second.firstNs()).isEqualTo(Scene.START_NS + HOUR_NS + Scene.FORTH_NS);
        assertThat(second.lastNs()).isEqualTo(Scene.START_NS + HOUR_NS + 5_000_000);
    }

    @Test
    void whatIsLostOutsideIsToldByTheTapsAtTheEnds() {
        Scene scene = new Scene(0, 0);
        scene.talk(0, 100, 5);
        // 105 is lost in front of both taps, 107 behind both.
        scene.forth(1_000, scene.a.send(106));
        scene.back(1_050, scene.b.nak(105));
        scene.forth(1_100, scene.a.send(105), scene.a.send(106));
        scene.back(1_150, scene.b.ack(106));
        scene.forth(1_200, scene.a.send(107), scene.a.send(108));
        scene.back(1_250, scene.b.nak(107));
        scene.forth(1_300, scene.a.send(107), scene.a.send(108));
        scene.back(1_350, scene.b.ack(108));
        Path forth = Scene.path(scene.finish(), 1, 2);
        assertThat(forth.lostBeforeFirst()).isEqualTo(1);
        assertThat(forth.lostBehindLast()).isEqualTo(1);
        assertThat(forth.lostBetween()).isZero();
    }

    // ---- iWARP ----

    private static Packet segment(Packet packet, int sequence, byte[] data) {
        byte[] whole = ByteBuffer.allocate(20 + data.length)
                .put(packet.tcp, 0, 20)
                .put(data)
                .array();
        ByteBuffer.wrap(whole).putInt(4, sequence);
        packet.tcp = whole;
        return packet;
    }

    private static byte[] mpa(String key) {
        return (key + "\0\1\0\0").getBytes(StandardCharsets.US_ASCII);
    }

    /** An FPDU with a SEND of four bytes, without CRC. */
    private static byte[] send(int msn) {
        return ByteBuffer.allocate(28)
                .putShort((short) 22)
                .put((byte) 0x41)
                .put((byte) 0x43)
                .putInt(0)
                .putInt(0)
                .putInt(msn)
                .putInt(0)
                .putInt(0x01020304)
                .array();
    }

    @Test
    void pathsOfIwarpHavePortsAndLoseSegments() {
        Scene scene = new Scene(0, 0);
        Host a = scene.a;
        Host b = scene.b;
        scene.forth(0, segment(a.tcp(1000, 2000, 0x18, ""), 1, mpa("MPA ID Req Frame")));
        scene.back(100, segment(b.tcp(2000, 1000, 0x18, ""), 1, mpa("MPA ID Rep Frame")));
        for (int i = 0; i < 10; i++) {
            Packet data = segment(a.tcp(1000, 2000, 0x18, ""), 21 + 28 * i, send(i + 1));
            if (i == 6) {
                scene.at(0, 800_000, data);
            } else {
                scene.forth(200 + 100L * i, data);
            }
        }
        // Sent again: it was lost, and not just missed by the second capture.
        scene.forth(1_300, segment(a.tcp(1000, 2000, 0x18, ""), 21 + 28 * 6, send(7)));
        // Of another connection, which carries something else.
        scene.forth(1_500, a.tcp(3000, 4000, 0x18, "GET /"));
        TapReport report = scene.finish();
        assertThat(report.paths()).hasSize(2);
        Path forth = Scene.path(report, 1, 2);
        assertThat(forth.fromPort()).isEqualTo(1000);
        assertThat(forth.toPort()).isEqualTo(2000);
        assertThat(forth.packets()).isEqualTo(12);
        TapReport.Segment between = Scene.forth(report);
        assertThat(between.both()).isEqualTo(11);
        assertThat(between.lost(PacketKind.SEGMENT)).isEqualTo(1);
        assertThat(between.withoutIcrc()).as("has none").isZero();
        assertThat(between.lostPackets())
                .isEqualTo(List.of(new LostPacket(0, 9, PacketKind.SEGMENT, null, 21 + 28 * 6)));
        Path back = Scene.path(report, 2, 1);
        assertThat(back.fromPort()).isEqualTo(2000);
        assertThat(back.toPort()).isEqualTo(1000);
        assertThat(back.packets()).isEqualTo(1);
    }

    @Test
    void pathsOfRoceHaveNoPorts() {
        Scene scene = new Scene(0, 0);
        scene.talk(0, 100, 5);
        Path forth = Scene.path(scene.finish(), 1, 2);
        assertThat(forth.fromPort()).isNull();
        assertThat(forth.toPort()).isNull();
    }
}
