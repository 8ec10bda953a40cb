package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.endpoint.Verb;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A switch that drops the packets whose IP identification ends in 0xff (T1 to T3). */
class LivelockTest {
    private static final long RATE = 40 * Star.GBIT;
    private static final double FRAME_NS = 1106 * 8 / 40.0;
    /** 74 or 62 bytes of IP and what the wire adds. */
    private static final double NAK_NS = 110 * 8 / 40.0;

    private final Network network = new Network(1);
    private final Star star = new Star(network);
    private Host a;
    private Host b;

    /**
     * @param loop from the end of a lost packet's sending to the rewind, nanoseconds
     */
    private void build(Recovery recovery, double loop, boolean answers) {
        // Two frames to be stored and forwarded, the NAK twice, four times a cable.
        long delay = Math.round((loop - 2 * FRAME_NS - 2 * NAK_NS) / 4);
        Profile profile = Profile.IBTA.with(recovery);
        star.memory = 4 << 20;
        a = star.host("a", new HostOptions(), profile);
        b = star.host("b", new HostOptions(), profile);
        Switch s = network.newSwitch("s", new SwitchOptions());
        network.cable(a, s, new CableOptions(RATE, delay));
        Cable last = network.cable(s, b, new CableOptions(RATE, delay));
        last.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA != answers && (packet.get(at + 5) & 0xff) == 0xff) {
                fate.drop();
            }
        });
    }

    /** The link is as full as can be, and no message ever arrives. */
    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"SEND", "RDMA_WRITE"})
    void goingBackToAMessagesStartNeverEnds(Verb verb) {
        build(Recovery.GO_BACK_0, 4_000, false);
        Star.Flow flow = star.flow(a, b, verb, 4 << 20, 1_000);
        for (int i = 0; i < 16; i++) {
            star.receive(b, flow, 4 << 20);
        }
        long ns = 10_000_000;
        network.run(ns);
        assertThat(flow.completed).isZero();
        double sent = a.port().counters().sentPackets(3) * FRAME_NS;
        assertThat(sent / ns).isGreaterThan(0.99);
    }

    @ParameterizedTest
    @CsvSource({"2000, 0.957", "4000, 0.922", "10000, 0.817"})
    void goingBackToTheLostPacketGivesAShareOfTheLink(double loop, double share) {
        build(Recovery.GO_BACK_N, loop, false);
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, 4 << 20, 1_000);
        network.run(15_000_000);
        long sent = a.port().counters().sentPackets(3);
        assertThat(sent * FRAME_NS / 15_000_000).isGreaterThan(0.99);
        assertThat(flow.completed).isPositive();
        double measured = flow.completedBytes() / 1024.0 * FRAME_NS / flow.finishedAt;
        assertThat(measured).isCloseTo(share, within(0.01));
    }

    /** 19 packets of each 256 are waste: 236 in a row get through, 237 never. */
    @ParameterizedTest
    @CsvSource({"236, true", "237, false"})
    void theEdgeBetweenProgressAndLivelock(int packets, boolean progress) {
        build(Recovery.GO_BACK_0, 4_000, false);
        Star.Flow flow = star.flow(a, b, Verb.RDMA_WRITE, packets * 1024, 100_000);
        network.run(3_000_000);
        long before = flow.completed;
        network.run(8_000_000);
        long more = flow.completed - before;
        double share = more * packets * FRAME_NS / 5_000_000;
        if (progress) {
            assertThat(share).isCloseTo(0.922, within(0.01));
        } else {
            assertThat(more).isZero();
        }
    }

    /** A READ's answer is asked for again from the first response that is missing: it ends. */
    @Test
    void aReadGoesOnWhereItsAnswerBroke() {
        build(Recovery.GO_BACK_0, 4_000, true);
        Star.Flow flow = star.flow(a, b, Verb.RDMA_READ, 4 << 20, 1_000);
        network.run(10_000_000);
        assertThat(flow.completed).isPositive();
    }
}
