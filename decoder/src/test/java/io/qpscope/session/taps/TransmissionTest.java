package io.qpscope.session.taps;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.Host;
import io.qpscope.session.Packet;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** What names a transmission, and what does not. */
class TransmissionTest {
    private final Host a = new Host("a", 1, 0x11);
    private final Host b = new Host("b", 2, 0x22);
    private final Dissector dissector = new Dissector(Host.ROCE_PORT, false);

    TransmissionTest() {
        Host.connect(a, b);
        a.ipIds = Host.IpIds.ZERO;
        b.ipIds = Host.IpIds.ZERO;
    }

    private FrameView frame(byte[] bytes, int captured) {
        FrameView view = new FrameView();
        view.wrap(ByteBuffer.wrap(bytes), 0, captured, bytes.length, LinkType.ETHERNET)
                .at(1, 1, 0, 0);
        dissector.dissect(view);
        return view;
    }

    private FrameView frame(Packet packet) {
        return frame(packet.frame(), packet.captured());
    }

    private long key(Packet packet) {
        return Transmission.key(frame(packet));
    }

    private void allDiffer(int count, IntFunction<Packet> make) {
        Set<Long> keys = new HashSet<>();
        for (int i = 0; i < count; i++) {
            keys.add(key(make.apply(i)));
        }
        assertThat(keys).hasSize(count);
    }

    private static Packet put(Packet segment, int at, int value) {
        ByteBuffer.wrap(segment.tcp).putInt(at, value);
        return segment;
    }

    @Test
    void eachFieldOfTheHeadersNamesRocePackets() {
        allDiffer(5000, a::send);
        int[] opcodes = {
            Opcode.SEND_ONLY, Opcode.SEND_FIRST, Opcode.SEND_MIDDLE, Opcode.WRITE_MIDDLE
        };
        allDiffer(opcodes.length, i -> a.request(opcodes[i], 7, 64));
        allDiffer(500, i -> {
            Packet packet = a.send(7);
            packet.destQp = i * 3;
            return packet;
        });
        allDiffer(500, i -> a.request(Opcode.SEND_ONLY, 7, 4 * i));
        allDiffer(2, i -> i == 0 ? a.send(7) : a.send(7).quiet());
        a.ipIds = Host.IpIds.RISING;
        allDiffer(5000, i -> a.send(7));
    }

    @Test
    void addressesInTheirOrderNameThem() {
        b.qpn = a.qpn;
        allDiffer(2, i -> i == 0 ? a.send(7) : b.send(7));
        allDiffer(300, i -> {
            Host other = new Host("c", 3 + i, 0x11);
            other.ipIds = Host.IpIds.ZERO;
            other.peer = b;
            return other.send(7);
        });
        allDiffer(300, i -> {
            a.peer = new Host("c", 3 + i, 0x22);
            return a.send(7);
        });
        a.ipv6(1);
        allDiffer(300, i -> {
            Host to = new Host("c", 0, 0x22);
            to.ipv6(i);
            to.addressHigh += i % 7;
            a.peer = to;
            return a.send(7);
        });
    }

    @Test
    void whatHopsChangeDoesNot() {
        a.ipIds = Host.IpIds.CONSTANT;
        long key = key(a.send(7));
        assertThat(key(a.send(7).routed())).isEqualTo(key);
        assertThat(key(a.send(7).tagged(9))).isEqualTo(key);
        assertThat(key(a.send(7).marked())).isEqualTo(key);
    }

    @Test
    void portsAndSequenceRangeNameSegments() {
        allDiffer(500, i -> a.tcp(1000 + i, 2000, 0x10, "data"));
        allDiffer(500, i -> a.tcp(1000, 2000 + i, 0x10, "data"));
        allDiffer(500, i -> put(a.tcp(1000, 2000, 0x10, "data"), 4, i));
        allDiffer(500, i -> put(a.tcp(1000, 2000, 0x10, "data"), 8, i));
        allDiffer(500, i -> a.tcp(1000, 2000, 0x10, "d".repeat(i + 1)));
        FrameView late = frame(put(a.tcp(1000, 2000, 0x10, "data"), 4, -2));
        assertThat(Transmission.sequence(late)).isEqualTo(0xffff_fffeL);
    }

    @Test
    void onlyWhatCouldBeLostHasAName() {
        assertThat(Transmission.isNamed(frame(a.send(1)))).isTrue();
        assertThat(Transmission.isNamed(frame(a.cnp()))).isTrue();
        assertThat(Transmission.isNamed(frame(a.tcp(1, 2, 0x10, "x")))).isTrue();
        assertThat(Transmission.isNamed(frame(a.tcp(1, 2, 0x10, "")))).isFalse();
        assertThat(Transmission.isNamed(frame(a.send(1).frame(), 20))).as("cut").isFalse();
        assertThat(Transmission.isTcp(frame(a.tcp(1, 2, 0x10, "x")))).isTrue();
        assertThat(Transmission.isTcp(frame(a.send(1)))).isFalse();
    }

    @Test
    void theIcrcCountsWhereItIs() {
        assertThat(Transmission.hasIcrc(frame(a.send(1)))).isTrue();
        assertThat(Transmission.hasIcrc(frame(a.send(1).cut(80)))).isFalse();
        assertThat(Transmission.hasIcrc(frame(a.tcp(1, 2, 0x10, "data")))).isFalse();
    }

    @Test
    void upIsFromTheLowerAddressAsWhole() {
        assertThat(Transmission.isUp(frame(a.send(1)))).isTrue();
        assertThat(Transmission.isUp(frame(b.send(1)))).isFalse();
        a.ipv6(9);
        b.ipv6(5);
        assertThat(Transmission.isUp(frame(a.send(1)))).isFalse();
        b.addressHigh++;
        assertThat(Transmission.isUp(frame(a.send(1)))).isTrue();
        assertThat(Transmission.isUp(frame(b.send(1)))).isFalse();
        b.ipv6(9);
        assertThat(Transmission.isUp(frame(a.send(1)))).as("to itself").isFalse();
    }

    @Test
    void kindsAreThoseOfTheOpcode() {
        assertThat(Transmission.kind(frame(a.send(1)))).isEqualTo(PacketKind.REQUEST);
        assertThat(Transmission.kind(frame(a.readRequest(1, 64)))).isEqualTo(PacketKind.REQUEST);
        assertThat(Transmission.kind(frame(a.readOnly(1)))).isEqualTo(PacketKind.RESPONSE);
        assertThat(Transmission.kind(frame(a.ack(1)))).isEqualTo(PacketKind.ACKNOWLEDGE);
        assertThat(Transmission.kind(frame(a.nak(1)))).isEqualTo(PacketKind.ACKNOWLEDGE);
        assertThat(Transmission.kind(frame(a.cnp()))).isEqualTo(PacketKind.OTHER);
        assertThat(Transmission.kind(frame(a.tcp(1, 2, 0x10, "x")))).isEqualTo(PacketKind.SEGMENT);
        for (int qpn = 0; qpn < 4; qpn++) {
            Packet datagram = a.datagram(1, 64);
            datagram.destQp = qpn;
            PacketKind kind = qpn <= 1 ? PacketKind.MAD : PacketKind.REQUEST;
            assertThat(Transmission.kind(frame(datagram))).as("to QP " + qpn).isEqualTo(kind);
            Packet reliable = a.send(1);
            reliable.destQp = qpn;
            assertThat(Transmission.kind(frame(reliable))).isEqualTo(PacketKind.REQUEST);
        }
    }

    @Test
    void eachBitMovesHalfOfTheMix() {
        SplittableRandom random = new SplittableRandom(8);
        int samples = 2000;
        for (int in = 0; in < 64; in++) {
            int[] moved = new int[64];
            for (int i = 0; i < samples; i++) {
                long value = random.nextLong();
                long change = Transmission.mix(value) ^ Transmission.mix(value ^ 1L << in);
                for (int out = 0; out < 64; out++) {
                    moved[out] += (int) (change >>> out & 1);
                }
            }
            for (int count : moved) {
                // Ten standard deviations.
                assertThat(count).isBetween(samples / 2 - 224, samples / 2 + 224);
            }
        }
    }

    // ---- the place a packet is seen at ----

    @Test
    void aHopChangesThePlaceAndTheTtlStaysLegible() {
        Set<Long> places = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            Packet ttl = a.send(1);
            ttl.ttl = i + 1;
            assertThat(TapPoint.ttl(TapPoint.place(frame(ttl)))).isEqualTo(i + 1);
            places.add(TapPoint.place(frame(ttl)));
            places.add(TapPoint.place(frame(a.send(1).tagged(i + 1))));
        }
        assertThat(places).hasSize(400);
        long place = TapPoint.place(frame(a.send(1)));
        byte[] bytes = a.send(1).frame();
        for (int at = 2; at < 12; at++) {
            if (at < 6 || at >= 8) {
                byte[] moved = bytes.clone();
                moved[at] ^= 1;
                assertThat(TapPoint.place(frame(moved, moved.length)))
                        .as("byte " + at + " of the MACs")
                        .isNotEqualTo(place);
            }
        }
        assertThat(TapPoint.place(frame(a.send(2).marked()))).as("PSN, ECN").isEqualTo(place);
    }

    // ---- directions ----

    private TapDirection direction(Packet packet) {
        return new TapDirection(frame(packet));
    }

    @Test
    void aDirectionIsAnAddressPairOrOneOfAConnection() {
        TapDirection forth = direction(a.send(1));
        TapDirection back = direction(b.ack(1));
        assertThat(forth.isOf(frame(a.queuePair(5).strayTo(b)))).isFalse();
        Host queue = a.queuePair(5);
        queue.peer = b;
        assertThat(forth.isOf(frame(queue.send(9)))).isTrue();
        assertThat(forth.isOf(frame(b.ack(1)))).isFalse();
        assertThat(forth.name(true)).isEqualTo(back.name(false));
        assertThat(forth.name(false)).isEqualTo("10.0.0.1/0 10.0.0.2/0");
        TapDirection segments = direction(a.tcp(1000, 2000, 0x10, "x"));
        assertThat(segments.isOf(frame(a.tcp(1000, 2000, 0x10, "yy")))).isTrue();
        assertThat(segments.isOf(frame(a.tcp(1001, 2000, 0x10, "x")))).isFalse();
        assertThat(segments.isOf(frame(a.tcp(1000, 2001, 0x10, "x")))).isFalse();
        assertThat(segments.isOf(frame(a.send(1)))).isFalse();
        assertThat(segments.fromPort()).isEqualTo(1000);
        assertThat(segments.toPort()).isEqualTo(2000);
        assertThat(segments.name(true))
                .isEqualTo(direction(b.tcp(2000, 1000, 0x10, "x")).name(false))
                .isEqualTo("tcp 10.0.0.2/2000 10.0.0.1/1000");
    }

    @Test
    void ipIdsNameTransmissionsOnceTwoDiffer() {
        TapDirection direction = direction(a.send(1));
        for (int id : new int[] {0, 5, 0, 5}) {
            direction.sawIpId(id);
            assertThat(direction.ipIdVaries()).as("zero is no number").isFalse();
        }
        direction.sawIpId(7);
        assertThat(direction.ipIdVaries()).isTrue();
    }

    @Test
    void talliesAreBoundedAndTheRestIsCounted() {
        TapDirection direction = direction(a.send(1));
        for (int seen = 0; seen < 256; seen++) {
            assertThat(direction.tally(seen, 0, 0, false, false)).isNotNull();
        }
        assertThat(direction.tally(1, 0, 0, true, false)).isNull();
        assertThat(direction.tally(1, 1, 0, false, false)).isNull();
        assertThat(direction.untold).isEqualTo(2);
        assertThat(direction.tally(9, 0, 0, false, false)).isSameAs(direction.tallies.get(9));
    }

    @Test
    void whoResumesLosesWhatItHadWaitedFor() {
        TapDirection direction = direction(a.send(1));
        direction.tally(1, 0, 0b110, false, false).counts[0] = 3;
        direction.tally(1, 0, 0b100, false, false).counts[0] = 4;
        direction.tally(1, 0, 0b010, true, false).counts[0] = 5;
        direction.resumed(1);
        assertThat(direction.tallies).hasSize(2);
        assertThat(direction.tally(1, 0, 0b100, false, false).count()).isEqualTo(7);
        assertThat(direction.tally(1, 0, 0, true, false).count()).isEqualTo(5);
    }

    // ---- differences of time ----

    @Test
    void moreDifferencesThanAreKeptAreSampledEvenly() {
        Differences times = new Differences();
        for (int i = 0; i < 100_000; i++) {
            times.add(i);
        }
        assertThat(times.count()).isEqualTo(100_000);
        assertThat(times.least()).isZero();
        assertThat(times.most()).isEqualTo(99_999);
        // 4096 samples: a tenth of the whole is more than ten standard deviations.
        assertThat(times.median()).isBetween(45_000L, 55_000L);
        assertThat(times.percentile(99)).isBetween(97_000L, 99_999L);
        assertThat(times.percentileFromTop(99)).isBetween(0L, 3_000L);
    }
}
