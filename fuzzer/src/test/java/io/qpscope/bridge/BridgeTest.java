package io.qpscope.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.Envelope;
import io.qpscope.build.PacketBuilder;
import io.qpscope.build.SegmentBuilder;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** What the bridge passes on, and as what. */
class BridgeTest {
    private static final String DROP_ALL = "drop: {probability: 1}";

    private final List<byte[]> first = new ArrayList<>();
    private final List<byte[]> second = new ArrayList<>();
    private long clock = 1_000;

    private Bridge bridge(long mostPerSecond, String... rules) {
        return new Bridge(
                BridgeRig.wire(new ArrayDeque<>(), first),
                BridgeRig.wire(new ArrayDeque<>(), second),
                rules.length == 0 ? null : BridgeRig.plan(rules),
                1,
                mostPerSecond,
                Taps.NONE,
                () -> clock,
                0);
    }

    private static byte[] roce() {
        return new PacketBuilder(Envelope.IPV4, Opcode.RC | Opcode.SEND_ONLY)
                .payload(new byte[64])
                .build();
    }

    private static byte[] arp() {
        byte[] frame = new byte[60];
        ByteBuffer.wrap(frame).putLong(0, -1).putShort(12, (short) 0x0806);
        return frame;
    }

    /** With tags of both sorts in front of what the frame carries. */
    private static byte[] tagged(byte[] frame) {
        ByteBuffer out = ByteBuffer.allocate(frame.length + 8);
        out.put(frame, 0, 12).putInt(0x88a8_0064).putInt(0x8100_6007);
        return out.put(frame, 12, frame.length - 12).array();
    }

    private void pass(Bridge bridge, int from, byte[] frame) {
        bridge.frame(from, frame.clone(), frame.length, clock, clock);
    }

    @Test
    void withoutAPlanEveryFrameGoesOnAsItCame() {
        Bridge bridge = bridge(0);
        SplittableRandom random = new SplittableRandom(5);
        List<byte[]> frames = new ArrayList<>(List.of(arp(), roce(), tagged(roce()), new byte[1]));
        for (int length = 2; length < 200; length++) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            frames.add(noise);
        }
        frames.forEach(frame -> pass(bridge, 1, frame));
        assertThat(first).containsExactlyElementsOf(frames);
        assertThat(second).isEmpty();
        assertThat(bridge.way(1).frames()).isEqualTo(frames.size());
        assertThat(bridge.way(1).sent()).isEqualTo(frames.size());
        assertThat(bridge.way(1).latency().getTotalCount()).isEqualTo(frames.size());
    }

    @Test
    void aPlanMeansRdmaOnly() {
        Bridge bridge = bridge(0, DROP_ALL);
        byte[] dns = roce();
        ByteBuffer.wrap(dns).putShort(36, (short) 53);
        byte[] tcp = new SegmentBuilder().payload(new byte[100]).build();
        for (byte[] frame : List.of(arp(), tcp, dns, roce(), tagged(roce()))) {
            pass(bridge, 0, frame);
        }
        assertThat(second).containsExactly(arp(), tcp, dns);
        assertThat(bridge.way(0).rdma()).isEqualTo(2);
        assertThat(bridge.way(0).lost()).isEqualTo(2);
    }

    @Test
    void whatIsBeyondTheRatePassesUntouchedAndIsCounted() {
        Bridge bridge = bridge(20, DROP_ALL);
        for (int i = 0; i < 5; i++) {
            pass(bridge, 0, roce());
        }
        assertThat(bridge.way(0).lost()).isEqualTo(2);
        assertThat(bridge.way(0).beyondRate()).isEqualTo(3);
        assertThat(second).hasSize(3);
        clock += 50_000_000;
        pass(bridge, 0, roce());
        assertThat(bridge.way(0).lost()).isEqualTo(3);
    }

    @Test
    void framesThatAreTooLongAreLostAndCounted() {
        Bridge bridge = bridge(0);
        pass(bridge, 0, new byte[1514]);
        pass(bridge, 0, new byte[1515]);
        byte[] tag = new byte[1518];
        ByteBuffer.wrap(tag).putShort(12, (short) 0x8100);
        pass(bridge, 0, tag);
        bridge.frame(0, new byte[1500], 64_000, clock, clock);
        assertThat(second).hasSize(2);
        assertThat(bridge.way(0).tooLong()).isEqualTo(2);
    }

    @Test
    void aChecksumLeftToTheNicIsCompleted() {
        Bridge bridge = bridge(0);
        byte[] whole = new SegmentBuilder().payload(new byte[] {1, 2, 3}).build();
        byte[] partial = whole.clone();
        // The pseudo header: addresses, protocol, length.
        int sum = 0x0a09 + 0x0001 + 0x0a09 + 0x0002 + 6 + 23;
        ByteBuffer.wrap(partial).putShort(50, (short) sum);
        byte[] wrong = whole.clone();
        wrong[50] ^= 1;
        pass(bridge, 0, partial);
        pass(bridge, 0, wrong);
        assertThat(second).containsExactly(whole, wrong);
        assertThat(bridge.way(0).completed()).isEqualTo(1);
    }

    /** An IP stack would drop a changed packet before its ICRC is looked at. */
    @Test
    void aUdpChecksumThatIsUsedFitsWhatThePlanChanged() {
        byte[] frame = roce();
        IpFrame packet = new IpFrame();
        packet.read(ByteBuffer.wrap(frame), frame.length);
        TransportChecksum.seal(packet);
        Bridge bridge = bridge(
                0, "corrupt: {field: payload, offset: 3, value: 7}", "duplicate: {copies: 1}");
        pass(bridge, 0, frame);
        pass(bridge, 0, roce());
        assertThat(second).hasSize(4);
        for (byte[] sent : second.subList(0, 2)) {
            byte[] sealed = sent.clone();
            packet.read(ByteBuffer.wrap(sealed), sealed.length);
            TransportChecksum.seal(packet);
            assertThat(sent).isEqualTo(sealed).isNotEqualTo(frame);
        }
        // Zero says that there is none.
        assertThat(ByteBuffer.wrap(second.get(2)).getShort(40)).isZero();
    }

    @Test
    void whatIsHeldBackKeepsItsTags() {
        Bridge bridge = bridge(0, "delay: {by: 1ms}");
        pass(bridge, 0, tagged(roce()));
        assertThat(second).isEmpty();
        assertThat(bridge.held()).isEqualTo(1);
        assertThat(bridge.deadline()).isEqualTo(clock + 1_000_000);
        bridge.turn(clock + 999_999);
        assertThat(second).isEmpty();
        bridge.turn(clock + 1_000_000);
        assertThat(second).containsExactly(tagged(roce()));
        assertThat(bridge.way(0).released()).isEqualTo(1);
        // Only what goes on at once tells of the bridge's own delay.
        assertThat(bridge.way(0).latency().getTotalCount()).isZero();
    }

    @Test
    void anAnswerMadeHereBearsTheTagsOfTheRequestAndComesFromItsReceiver() {
        BridgeRig rig = new BridgeRig("rnr: {qp: 1, message: 2, timer: 12, times: 1}");
        // The first acknowledgement tells the requester's queue pair, which an answer has to name.
        rig.send(1).run();
        rig.send(1).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS, WcStatus.SUCCESS);
        byte[] answer = rig.toA.get(1);
        ByteBuffer header = ByteBuffer.wrap(answer);
        assertThat(answer[5]).isEqualTo((byte) 1);
        assertThat(answer[11]).isEqualTo((byte) 2);
        assertThat(header.getInt(12)).isEqualTo(0x8100_6007);
        assertThat(rig.bridge.way(1).released()).isEqualTo(1);
    }

    @Test
    void dataArriveWholeThroughLossInBothDirections() {
        BridgeRig rig = new BridgeRig(
                3,
                0,
                "drop: {probability: 0.02}",
                "reorder: {probability: 0.02, by: 2}",
                "delay: {probability: 0.02, by: 5us..50us}");
        rig.post(Verb.RDMA_WRITE, 500).run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.sameBytes(500)).isTrue();
        Way way = rig.bridge.way(0);
        assertThat(way.sent() + way.lost() + way.held() - way.released()).isEqualTo(way.frames());
        assertThat(way.lost()).isGreaterThan(0);
        assertThat(way.released()).isGreaterThan(0);
    }

    @Test
    void hostileFramesNeverThrow() {
        Bridge bridge = bridge(
                0,
                "drop: {every: 3}",
                "truncate: {every: 2, by: 9}",
                "nak: {psn: 1, code: REMOTE_ACCESS_ERROR, optional: true}",
                "mpa: {crc: bad, optional: true}");
        SplittableRandom random = new SplittableRandom(7);
        List<byte[]> seeds = List.of(
                roce(),
                tagged(roce()),
                new SegmentBuilder().payload(new byte[60]).build());
        for (int i = 0; i < 20_000; i++) {
            byte[] frame = seeds.get(i % seeds.size()).clone();
            for (int flips = random.nextInt(6); flips >= 0; flips--) {
                frame[random.nextInt(frame.length)] = (byte) random.nextInt();
            }
            byte[] cut = Arrays.copyOf(frame, random.nextInt(1, frame.length + 1));
            pass(bridge, i & 1, cut);
        }
        assertThat(bridge.way(0).frames() + bridge.way(1).frames()).isEqualTo(20_000);
    }
}
