package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.qpscope.capture.LinkType;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.taps.SharedTraffic;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;

/** Interfaces and captures that hold the same packets, and such that don't. */
class SharedTrafficTest extends Dialogue {
    private static final Observation.Kind KIND = Observation.Kind.SHARED_TRAFFIC;

    /** Both directions, seen by interface 0 and after a time by interface 1. */
    private void twoTaps(int count, long delayUs) {
        for (int i = 0; i < count; i++) {
            Packet send = a.send(100 + i);
            at(20L * i, send);
            at(20L * i + delayUs, send.atInterface(1));
        }
    }

    @Test
    void twoTapsOfTheSameTrafficAreTold() {
        twoTaps(10, 5);
        Told told = finish();
        List<Observation> seen = told.observed(KIND);
        assertThat(seen).hasSize(1);
        assertThat(seen.get(0).session()).isZero();
        assertThat(seen.get(0).text()).isEqualTo("interface 0 and interface 1 of capture 0");
        assertThat(Rules.judge(told.result))
                .filteredOn(f -> f.rule().id().equals("CAPTURE-SEVERAL-TAPS"))
                .extracting(Finding::message)
                .containsExactly(
                        "The same packets stand at interface 0 and interface 1 of capture 0:"
                                + " both are taken for one capture point.");
    }

    @Test
    void aQueueOfHundredsBetweenTheTapsHidesNothing() {
        Packet[] sent = new Packet[1000];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = a.send(100 + i);
        }
        at(0, a.send(98), a.send(99).atInterface(1));
        for (int i = 0; i < sent.length; i++) {
            at(10L + i, sent[i]);
        }
        for (int i = 0; i < sent.length; i++) {
            at(2000L + i, sent[i].atInterface(1));
        }
        assertThat(finish().count(KIND)).isEqualTo(1);
    }

    @Test
    void halfOfThePacketsLostBetweenTheTapsHideNothing() {
        for (int i = 0; i < 40; i++) {
            Packet send = a.send(100 + i);
            at(20L * i, send);
            if (i % 2 == 0) {
                at(20L * i + 5, send.atInterface(1));
            }
        }
        assertThat(finish().count(KIND)).isEqualTo(1);
    }

    @Test
    void oneInterfaceIsOnePlace() {
        a.ipIds = Host.IpIds.ZERO;
        for (int i = 0; i < 20; i++) {
            at(20L * i, a.send(100), a.send(100));
        }
        assertThat(finish().count(KIND)).isZero();
    }

    @Test
    void twoPortsWithTrafficOfTheirOwnAreNotTold() {
        Host other = a.queuePair(0x77);
        other.peer = b.queuePair(0x78);
        for (int i = 0; i < 50; i++) {
            at(20L * i, a.send(100 + i), other.send(100 + i).atInterface(1));
        }
        assertThat(finish().count(KIND)).isZero();
    }

    @Test
    void aBondThatSendsEachPacketOnTheNextLinkIsNotToldEvenIfItSendsAllTwice() {
        a.ipIds = Host.IpIds.CONSTANT;
        for (int i = 0; i < 100; i++) {
            int resend = i % 4 < 2 ? 0 : 1;
            at(40L * i, a.send(100 + i).atInterface(i & 1));
            at(40L * i + 20, a.send(100 + i).atInterface((i & 1) ^ resend));
        }
        assertThat(finish().count(KIND)).isZero();
    }

    @Test
    void directionsOnALinkOfTheirOwnAreNotTold() {
        for (int i = 0; i < 50; i++) {
            at(20L * i, a.send(100 + i), b.ack(100 + i).atInterface(1));
        }
        assertThat(finish().count(KIND)).isZero();
    }

    @Test
    void threeCopiesAreChanceAndFourAreNot() {
        twoTaps(4, 5);
        assertThat(finish().count(KIND)).isZero();
        SharedTrafficTest more = new SharedTrafficTest();
        more.twoTaps(5, 5);
        assertThat(more.finish().count(KIND)).isEqualTo(1);
    }

    @Test
    void whatComesMoreThanASecondLaterIsNoCopy() {
        long second = 1_000_000;
        for (int i = 0; i < 10; i++) {
            Packet send = a.send(100 + i);
            at(4 * second * i, send);
            at(4 * second * i + second, a.send(500 + i).atInterface(1));
            at(4 * second * i + second + 1, send.atInterface(1));
        }
        assertThat(finish().count(KIND)).isZero();
    }

    @Test
    void datagramsToAGroupComeOutOfEveryPort() {
        for (int i = 0; i < 50; i++) {
            Packet datagram = a.datagram(100 + i, 64);
            at(20L * i, datagram, datagram.atInterface(1));
        }
        assertThat(finish().count(KIND)).isZero();
    }

    @Test
    void contentTellsPacketsApart() {
        a.ipIds = Host.IpIds.ZERO;
        for (int i = 0; i < 50; i++) {
            Packet one = a.send(100 + i);
            Packet other = a.send(100 + i);
            other.payload = Host.data(64, 999);
            at(20L * i, one, other.atInterface(1));
        }
        assertThat(finish().count(KIND)).isZero();
    }

    private final Dissector dissector = new Dissector(Host.ROCE_PORT, true);
    private final FrameView view = new FrameView();
    private long number;

    private void pass(SharedTraffic shared, byte[] frame, long ns, int capture, int interfaceId) {
        view.wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.ETHERNET)
                .at(++number, ns, capture, interfaceId);
        dissector.dissect(view);
        shared.onPacket(view);
    }

    @Test
    void capturesOfOneTimeAreToldAndThoseThatFollowEachOtherAreNot() {
        SharedTraffic sameTime = new SharedTraffic();
        SharedTraffic afterwards = new SharedTraffic();
        for (int i = 0; i < 10; i++) {
            byte[] frame = a.send(100 + i).frame();
            pass(sameTime, frame, i * 1000L, 0, 0);
            pass(sameTime, frame, i * 1000L + 500, 1, 0);
            pass(afterwards, frame, i * 1000L, 0, 0);
        }
        for (int i = 10; i < 20; i++) {
            pass(afterwards, a.send(100 + i).frame(), i * 1000L, 1, 0);
        }
        assertThat(sameTime.observations())
                .extracting(Observation::text)
                .containsExactly("interface 0 of capture 0 and interface 0 of capture 1");
        assertThat(afterwards.observations()).isEmpty();
    }

    @Test
    void eachTwoPlacesThatHoldTheSameAreNamed() {
        SharedTraffic shared = new SharedTraffic();
        for (int i = 0; i < 10; i++) {
            pass(shared, b.ack(100 + i).frame(), i * 1000L, 0, 2);
            byte[] frame = a.send(100 + i).frame();
            pass(shared, frame, i * 1000L + 100, 0, 3);
            pass(shared, frame, i * 1000L + 200, 0, 1);
            byte[] third = a.cm.req().frame();
            pass(shared, third, i * 1000L + 300, 0, 4);
            pass(shared, third, i * 1000L + 400, 1, 4);
        }
        assertThat(shared.observations())
                .extracting(Observation::text)
                .containsExactly(
                        "interface 1 and interface 3 of capture 0",
                        "interface 4 of capture 0 and interface 4 of capture 1");
    }

    @Test
    void manyInterfacesMakeFewLines() {
        SharedTraffic shared = new SharedTraffic();
        for (int pair = 0; pair < 50; pair++) {
            Host from = a.queuePair(1000 + pair);
            from.peer = b.queuePair(2000 + pair);
            for (int i = 0; i < 10; i++) {
                byte[] frame = from.send(100 + i).frame();
                pass(shared, frame, pair * 1000L + i * 10L, 0, 2 * pair);
                pass(shared, frame, pair * 1000L + i * 10L + 5, 0, 2 * pair + 1);
            }
        }
        assertThat(shared.observations()).hasSize(20);
    }

    @Test
    void packetsOfTwoInterfacesAllocateNothing() {
        SharedTraffic shared = new SharedTraffic();
        byte[] frame = a.send(100).frame();
        ByteBuffer buffer = ByteBuffer.wrap(frame);
        run(shared, buffer, 40_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        run(shared, buffer, 40_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(40_000);
        assertThat(shared.observations()).hasSize(1);
    }

    private void run(SharedTraffic shared, ByteBuffer buffer, int frames) {
        for (int i = 0; i < frames; i++) {
            view.wrap(buffer, 0, buffer.capacity(), buffer.capacity(), LinkType.ETHERNET)
                    .at(++number, number * 10, 0, i & 1);
            dissector.dissect(view);
            shared.onPacket(view);
        }
    }
}
