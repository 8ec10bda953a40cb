package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.endpoint.Verb;
import io.qpscope.wire.AckTimeout;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * IRN (T19; SIGCOMM '18, from memory): selective repeat within a cap of packets in flight, without
 * PFC.
 *
 * <p>Our endpoint differs in its timers: IRN has two, 100 us with few packets in flight and 320 us
 * else; a queue pair has one, 4.096 us x 2^n, which has no such values. So what is held here is the
 * cap, the buffers and what they do; the paper's large runs are those of {@link IrnWorkloadTest}.
 */
class IrnTest {
    private static final long MS = 1_000_000;
    private static final long RATE = 40 * Star.GBIT;
    private static final int CAP = 110;

    @Test
    void noAckTimeoutIsIrns() {
        for (int exponent = 1; exponent < 32; exponent++) {
            assertThat(AckTimeout.ns(exponent)).isNotIn(100_000L, 320_000L);
        }
        assertThat(AckTimeout.ns(5)).isEqualTo(131_072);
        assertThat(AckTimeout.ns(6)).isEqualTo(262_144);
    }

    private static Star star(SwitchOptions options, Profile profile, int hosts, long delayNs) {
        Network network = new Network(1);
        Star star = new Star(network);
        Switch s = network.newSwitch("s", options);
        for (int i = 0; i < hosts; i++) {
            network.cable(
                    star.host("h" + i, new HostOptions(), profile),
                    s,
                    new CableOptions(RATE, delayNs));
        }
        return star;
    }

    /**
     * Bandwidth by delay is 120 KB at 24 us, 109 frames. IRN's receiver acknowledges each packet;
     * ours is asked to four times a window, so that a quarter of the window waits for its ACK: it
     * takes 4/3 of the cap to fill the link, and the cap itself fills three quarters and a bit.
     */
    @Test
    void theCapAndAThirdFillALinkOf24Microseconds() {
        double line = 40.0 * 1024 / 1106;
        assertThat(gbit(CAP * 4 / 3 + 1)).isGreaterThan(0.97 * line);
        assertThat(gbit(CAP)).isBetween(0.75 * line, 0.9 * line);
        assertThat(gbit(CAP / 2)).isBetween(0.36 * line, 0.46 * line);
    }

    private static double gbit(int cap) {
        Profile profile = Profile.IBTA.with(Recovery.SELECTIVE_REPEAT).within(cap);
        // Four cables, two frames and two ACKs make a round of 24 us.
        Star star = star(Presets.irnWithoutPfc(2), profile, 2, (24_000 - 2 * 222 - 2 * 18) / 4);
        Star.Flow flow =
                star.flow(star.hosts.get(0), star.hosts.get(1), Verb.RDMA_WRITE, 1 << 20, 50);
        star.network.run(10 * MS);
        return flow.gbit(flow.finishedAt);
    }

    private record Outcome(long dropped, long pauses, long lastNs, long sent) {}

    private static Outcome incast(SwitchOptions options, Profile profile) {
        int senders = 8;
        Star star = star(options, profile, senders + 1, 1_000);
        star.timeout = 9;
        List<Star.Flow> flows = new ArrayList<>();
        for (int i = 1; i <= senders; i++) {
            flows.add(star.flow(star.hosts.get(i), star.hosts.get(0), Verb.RDMA_WRITE, 1 << 18, 4));
        }
        star.network.run(1_000 * MS);
        assertThat(flows).allMatch(flow -> flow.completed == 4);
        long last = flows.stream().mapToLong(flow -> flow.finishedAt).max().orElseThrow();
        long pauses = 0;
        for (Port port : star.network.switches().get(0).ports()) {
            pauses += port.pauses().stopsSent(3);
        }
        Conservation sum = star.network.conservation();
        assertThat(sum.isBalanced()).isTrue();
        return new Outcome(sum.droppedPackets(), pauses, last, sum.sent());
    }

    /** With PFC at 220 of 240 KB nothing is lost; without, the capped sender needs far less of it. */
    @Test
    void theCapAndSelectiveRepeatDoWithoutPauses() {
        Profile irn = Profile.IBTA.with(Recovery.SELECTIVE_REPEAT).within(CAP);
        Outcome roce = incast(Presets.irn(9).headroom(40_000), Profile.IBTA);
        Outcome alone = incast(Presets.irnWithoutPfc(9).lossyAlpha(0.1), Profile.IBTA);
        Outcome selective = incast(Presets.irnWithoutPfc(9).lossyAlpha(0.1), irn);
        assertThat(roce.dropped).isZero();
        assertThat(roce.pauses).isPositive();
        assertThat(alone.dropped).isPositive();
        assertThat(selective.pauses).isZero();
        assertThat(selective.dropped).isLessThan(alone.dropped / 2);
        assertThat(selective.sent).isLessThan(alone.sent);
        assertThat(selective.lastNs).isLessThan(alone.lastNs);
    }
}
