package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.LinkPackets;
import io.qpscope.capture.LinkType;
import io.qpscope.endpoint.Verb;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.wire.LinkPacket;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** InfiniBand's credits (T28). */
class CreditTest {
    private static final long MS = 1_000_000;

    private final Network network =
            new Network(1, new NetworkOptions().longestFrame(1024 + 8 + 12 + 16 + 4 + 2));
    private final Star star = new Star(network);
    private Switch s;
    private Host a;
    private Host b;

    private void build(long laneBuffer, HostOptions receiver) {
        s = network.newSwitch("s", new SwitchOptions().laneBufferBytes(laneBuffer));
        a = star.host("a", new HostOptions().laneBufferBytes(laneBuffer));
        b = star.host("b", receiver.laneBufferBytes(laneBuffer));
        network.cable(a, s, new CableOptions(100 * Star.GBIT, 500).infiniband());
        network.cable(b, s, new CableOptions(100 * Star.GBIT, 500).infiniband());
    }

    @ParameterizedTest
    @ValueSource(ints = {8 * 1024, 32 * 1024, 128 * 1024})
    void aSoundLinkNeverDrops(int laneBuffer) {
        build(laneBuffer, new HostOptions().receiveRate(10 * Star.GBIT));
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 1 << 20, 4);
        assertThat(network.run(100 * MS)).isTrue();
        assertThat(flow.completed).isEqualTo(4);
        assertThat(b.endpoint().counters().droppedBadIcrc).isZero();
        Conservation sum = network.conservation();
        assertThat(sum.droppedPackets()).isZero();
        assertThat(sum.isBalanced()).isTrue();
        assertThat(a.port().credits().starvedNs(3)).isPositive();
        // The sender never goes beyond what the lane's buffer holds, nor beyond 2048 blocks.
        assertThat(s.port(0).credits().heldBlocks(3)).isZero();
    }

    /** As the specification has it: counters of 12 bits, 2048 blocks outstanding at most. */
    @Test
    void flowControlPacketsAreThoseOfTheWire() {
        build(256 * 1024, new HostOptions());
        List<byte[]> seen = new ArrayList<>();
        LinkPacket link = new LinkPacket();
        long[] sentBlocks = {0};
        int[] limit = {0};
        long[] wraps = {0};
        a.port().tap((port, sent, frame, length, now) -> {
            if (length == LinkPacket.LENGTH) {
                byte[] bytes = new byte[length];
                frame.get(0, bytes);
                seen.add(bytes);
                link.wrap(frame, 0);
                if (!sent && link.vl() == 3) {
                    limit[0] = link.fccl();
                    wraps[0] += link.fccl() < 100 ? 1 : 0;
                } else if (sent && link.vl() == 3) {
                    assertThat(link.fctbs()).isEqualTo((int) (sentBlocks[0] & 0xfff));
                }
            } else if (sent) {
                sentBlocks[0] += (length + 63) / 64;
                int left = (int) (limit[0] - sentBlocks[0]) & 0xfff;
                assertThat(left).isLessThanOrEqualTo(2048);
            }
        });
        star.flow(a, b, Verb.RDMA_WRITE, 1 << 20, 2);
        assertThat(network.run(100 * MS)).isTrue();
        assertThat(sentBlocks[0]).isGreaterThan(2 * 4096);
        assertThat(wraps[0]).isPositive();
        assertThat(seen).hasSizeGreaterThan(20);
        for (byte[] bytes : seen) {
            link.wrap(ByteBuffer.wrap(bytes), 0);
            assertThat(bytes)
                    .isEqualTo(LinkPackets.flowControl(
                            link.op(), link.fctbs(), link.vl(), link.fccl()));
        }
        // All 15 lanes come up, both ways.
        assertThat(seen.stream().filter(bytes -> (bytes[0] & 0xf0) == 0x10)).hasSize(30);
    }

    @Test
    void packetsAreNativeOnesWithBothChecksums() {
        build(32 * 1024, new HostOptions());
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        int[] packets = {0};
        b.port().tap((port, sent, frame, length, now) -> {
            if (length != LinkPacket.LENGTH) {
                packets[0]++;
                view.wrap(frame, 0, length, length, LinkType.INFINIBAND).at(packets[0], now, 0, 0);
                dissector.dissect(view);
                assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
                Packet packet = new PacketPool().take(frame, 0, length);
                assertThat(InfinibandFrames.isWhole(packet)).isTrue();
            }
        });
        star.flow(a, b, Verb.RDMA_WRITE, 5_000, 3);
        star.flow(b, a, Verb.RDMA_READ, 5_000, 3);
        assertThat(network.run(100 * MS)).isTrue();
        assertThat(packets[0]).isGreaterThan(30);
    }

    /** What is lost takes its credits along, until the next flow-control packet says how much went. */
    @Test
    void aLostPacketLeaksCreditsUntilTheNextFlowControl() {
        build(32 * 1024, new HostOptions());
        network.run(10_000);
        CreditControl sender = a.port().credits();
        CreditControl receiver = s.port(0).credits();
        int all = sender.available(3);
        assertThat(all).isEqualTo(512);
        boolean[] lost = {false};
        a.port().cable().meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && !lost[0]) {
                lost[0] = true;
                fate.drop();
            }
        });
        star.flow(a, b, Verb.RDMA_WRITE, 1024, 1);
        network.run(11_000);
        // LRH, BTH, RETH, payload, ICRC, VCRC: 1066 bytes.
        assertThat(sender.available(3)).isEqualTo(all - 17);
        assertThat(receiver.heldBlocks(3)).isZero();
        // A refresh tells what was sent, and the next one gives it back.
        network.run(11_000 + 3 * 65_536L * 32 * 1_000 / 100_000);
        assertThat(sender.available(3)).isEqualTo(all);
    }

    @Test
    void withoutCreditsALaneStarvesAndOthersGoOn() {
        build(8 * 1024, new HostOptions());
        network.run(10_000);
        s.port(0).credits().withhold(3, true);
        Star.Flow starved = star.flow(a, b, Verb.RDMA_WRITE, 1 << 16, 1);
        Star.Flow other = star.flow(a, b, Verb.RDMA_WRITE, 1 << 16, 1, 4, 2);
        network.run(MS);
        assertThat(starved.completed).isZero();
        assertThat(other.completed).isEqualTo(1);
        s.port(0).credits().withhold(3, false);
        network.run(2 * MS);
        assertThat(starved.completed).isEqualTo(1);
        assertThat(network.conservation().droppedPackets()).isZero();
    }

    /** Subnet management has a lane without credits: it may always send, and may be dropped. */
    @Test
    void lane15NeedsNoCreditsAndIsNotSafe() {
        build(1088, new HostOptions().receiveRate(Star.GBIT));
        byte[] packet = new byte[290];
        // VL 15, raw; to LID 2 from LID 1.
        packet[0] = (byte) 0xf0;
        packet[3] = 2;
        packet[5] = 72;
        packet[7] = 1;
        for (int i = 0; i < 100; i++) {
            a.send(ByteBuffer.wrap(packet));
        }
        network.run(MS);
        Conservation sum = network.conservation();
        assertThat(sum.dropped(DropCause.NO_CREDIT)).isPositive();
        assertThat(sum.delivered()).isPositive();
        assertThat(sum.isBalanced()).isTrue();
        assertThat(Arrays.stream(DropCause.values()).filter(c -> sum.dropped(c) > 0))
                .hasSize(1);
    }

    /** The contrast to PFC: the same load, ten to one, and nothing lost for want of headroom. */
    @Test
    void incastLosesNothingWithTheSmallestBuffers() {
        s = network.newSwitch("s", new SwitchOptions().laneBufferBytes(4096));
        List<Star.Flow> flows = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            Host host = star.host("h" + i, new HostOptions().laneBufferBytes(8192));
            network.cable(host, s, new CableOptions(40 * Star.GBIT, 2_000).infiniband());
        }
        for (int i = 1; i < 9; i++) {
            flows.add(star.flow(star.hosts.get(i), star.hosts.get(0), Verb.RDMA_WRITE, 1 << 17, 2));
        }
        assertThat(network.run(100 * MS)).isTrue();
        assertThat(flows).allMatch(flow -> flow.completed == 2);
        assertThat(network.conservation().droppedPackets()).isZero();
    }
}
