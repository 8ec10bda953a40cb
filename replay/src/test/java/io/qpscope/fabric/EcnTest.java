package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.qpscope.endpoint.Verb;
import io.qpscope.fabric.CnpOptions.Scope;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;

/** Marks, and what follows from them (T6, T8, T14). */
class EcnTest {
    private static final long MS = 1_000_000;
    private static final int KB = 1_000;
    private static final int RUNS = 200;

    /**
     * A queue of 2010 packets of 1 KB is held by a pause and then let go: the share marked at each
     * length, over 200 runs.
     */
    @Test
    void marksFollowTheCurveAsTheQueueDrains() {
        int packets = 2010;
        double[] marked = drained(packets);
        assertThat(share(marked, 1, 500)).isZero();
        // 4 deviations of RUNS * 50 draws.
        near(marked, 600, 0.00333);
        near(marked, 1000, 0.01667);
        near(marked, 1500, 0.03333);
        near(marked, 1975, 0.04917);
        assertThat(share(marked, 2001, packets)).isEqualTo(1);
    }

    private static void near(double[] marked, int length, double expected) {
        int draws = RUNS * 50;
        double deviation = Math.sqrt(expected * (1 - expected) / draws);
        assertThat(share(marked, length - 24, length + 25))
                .as("%d KB", length)
                .isCloseTo(expected, within(4 * deviation));
    }

    private static double share(double[] marked, int from, int to) {
        double sum = 0;
        for (int i = from; i <= to; i++) {
            sum += marked[i];
        }
        return sum / (to - from + 1) / RUNS;
    }

    /** One network, filled and drained again and again. */
    private static double[] drained(int packets) {
        Network network = new Network(1);
        Switch s = network.newSwitch(
                "s",
                new SwitchOptions()
                        .alpha(1)
                        .headroom(0)
                        .ecn(3, new EcnCurve(500 * KB, 2_000 * KB, 0.05)));
        Star star = new Star(network);
        Host a = star.host("a", new HostOptions());
        Host b = star.host("b", new HostOptions());
        network.cable(a, s, cable(400));
        network.cable(b, s, cable(400));
        network.start();
        double[] marked = new double[packets + 1];
        int[] left = {0};
        b.port().tap((port, sent, frame, length, now) -> {
            if (!sent && length > 100) {
                marked[left[0]--] += (frame.get(15) & 3) == 3 ? 1 : 0;
            }
        });
        // 1 KB each, with Ethernet header and frame check sequence.
        ByteBuffer packet = Star.datagram(a, b, KB - 18, Star.LOSSLESS, 64);
        long stepNs = 25;
        long rate = (KB + 20) * 8 * Star.GBIT / stepNs;
        for (int run = 0; run < RUNS; run++) {
            left[0] = packets;
            b.port().pauses().force(1 << 3, PauseControl.LONGEST);
            long from = network.now() + 1_000;
            long until = from + packets * stepNs;
            a.stream(packet, rate, from, until);
            network.run(until + 2_000);
            assertThat(s.port(1).queuedBytes(3)).isEqualTo((long) packets * KB);
            assertThat(network.run(network.now() + MS)).isTrue();
            assertThat(left[0]).isZero();
        }
        return marked;
    }

    /** All to one: below the bound of the DCQCN paper the queue marks before anybody is paused. */
    @ParameterizedTest
    @CsvSource({"0.9, true", "12, false"})
    void marksComeBeforePausesBelowTheBound(double ofBound, boolean marksFirst) {
        int ports = 8;
        long headroom = 22_400;
        BufferBounds bounds = new BufferBounds(3_000_000, ports, 1, headroom);
        long mark = (long) (ofBound * bounds.ecnThreshold(8));
        Network network = new Network(1);
        Star star = new Star(network);
        Switch s = network.newSwitch(
                "s",
                new SwitchOptions()
                        .bufferBytes(3_000_000)
                        .alpha(8)
                        .headroom(headroom)
                        .ecn(3, new EcnCurve(mark, mark, 1)));
        for (int i = 0; i < ports; i++) {
            network.cable(star.host("h" + i, new HostOptions()), s, cable(40));
        }
        for (int i = 1; i < ports; i++) {
            star.flow(star.hosts.get(i), star.hosts.get(0), Verb.RDMA_WRITE, 1 << 20, 4);
        }
        long[] firstMark = {Long.MAX_VALUE};
        long[] firstPause = {Long.MAX_VALUE};
        s.port(0).tap((port, sent, frame, length, now) -> {
            if (sent && length > 100 && (frame.get(15) & 3) == 3) {
                firstMark[0] = Math.min(firstMark[0], now);
            }
        });
        for (int i = 1; i < ports; i++) {
            s.port(i).tap((port, sent, frame, length, now) -> {
                if (sent && (frame.getShort(12) & 0xffff) == 0x8808) {
                    firstPause[0] = Math.min(firstPause[0], now);
                }
            });
        }
        network.run(5 * MS);
        assertThat(firstPause[0]).isLessThan(5 * MS);
        assertThat(firstMark[0] < firstPause[0]).isEqualTo(marksFirst);
        assertThat(network.conservation().droppedPackets()).isZero();
    }

    private static CableOptions cable(long gigabits) {
        return new CableOptions(gigabits * Star.GBIT, 500);
    }

    /** CNPs on the wire, each 50 us at least in their scope, to the queue pair that sent. */
    @ParameterizedTest
    @EnumSource(Scope.class)
    void cnpsKeepTheirGap(Scope scope) {
        Network network = new Network(1);
        Star star = new Star(network);
        Switch s = network.newSwitch("s", new SwitchOptions().ecn(3, new EcnCurve(0, 0, 1)));
        HostOptions options = new HostOptions().cnp(new CnpOptions(scope, 50_000));
        for (int i = 0; i < 3; i++) {
            network.cable(star.host("h" + i, options), s, cable(40));
        }
        Host to = star.hosts.get(0);
        for (int i = 0; i < 4; i++) {
            star.flow(star.hosts.get(1 + i / 2), to, Verb.RDMA_WRITE, 1 << 20, 100);
        }
        network.run(MS);
        int scopes = switch (scope) {
            case PORT -> 1;
            case IP, PAIR -> 2;
            case QP -> 4;
        };
        assertThat(to.markedPackets()).isGreaterThan(3_000);
        assertThat(to.cnpsSent()).isBetween(19L * scopes, 21L * scopes);
        long heard = star.hosts.get(1).cnpsReceived() + star.hosts.get(2).cnpsReceived();
        assertThat(heard).isBetween(to.cnpsSent() - scopes, to.cnpsSent());
    }

    /** The ICRC covers neither the mark nor the time to live. */
    @Test
    void marksLeaveTheIcrcRight() {
        Network network = new Network(1);
        Star star = new Star(network);
        Switch s = network.newSwitch("s", new SwitchOptions().ecn(3, new EcnCurve(0, 0, 1)));
        network.cable(star.host("a", new HostOptions()), s, cable(40));
        network.cable(star.host("b", new HostOptions().cnp(null)), s, cable(40));
        Star.Flow flow = star.flow(star.hosts.get(0), star.hosts.get(1), Verb.RDMA_WRITE, 5000, 9);
        assertThat(network.run(100 * MS)).isTrue();
        Host b = star.hosts.get(1);
        assertThat(flow.completed).isEqualTo(9);
        assertThat(b.markedPackets()).isEqualTo(45);
        assertThat(s.port(1).counters().markedPackets()).isEqualTo(45);
        assertThat(b.endpoint().counters().droppedBadIcrc).isZero();
        assertThat(b.cnpsSent()).isZero();
    }

    @Test
    void whatIsNotEcnCapableIsNotMarked() {
        Network network = new Network(1);
        Star star = new Star(network);
        Switch s = network.newSwitch("s", new SwitchOptions().ecn(3, new EcnCurve(0, 0, 1)));
        network.cable(star.host("a", new HostOptions()), s, cable(40));
        network.cable(star.host("b", new HostOptions()), s, cable(40));
        star.flow(star.hosts.get(0), star.hosts.get(1), Verb.RDMA_WRITE, 5000, 9, 4, 26 << 2);
        network.run(100 * MS);
        assertThat(star.hosts.get(1).markedPackets()).isZero();
        assertThat(s.port(1).counters().markedPackets()).isZero();
    }
}
