package io.qpscope.session;

import static io.qpscope.session.Side.A;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Observation.Kind;
import io.qpscope.session.TrackerResult.ProtocolCounts;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What the tracker counts beside sessions, what it says of its bounds, and what it tells live. */
class TrackerCountsTest extends Dialogue {
    private static final int BTH = 14 + 20 + 8;

    private static ProtocolCounts roceAndOther(long roce, long other) {
        return new ProtocolCounts(roce, 0, 0, 0, 0, 0, 0, 0, 0, other);
    }

    @Test
    void aFrameCutBehindItsBthIsRoceWithoutIcrcAndInNoSession() {
        at(0, a.write(1).cut(BTH + 12 + 4));
        TrackerResult result = finish().result;
        assertThat(result.protocols()).isEqualTo(roceAndOther(1, 0));
        assertThat(result.icrc().unchecked()).isEqualTo(1);
        assertThat(result.sessions()).isEmpty();
    }

    @Test
    void aFrameCutWithinUdpIsAnythingElse() {
        at(0, a.write(1).cut(14 + 20 + 4));
        TrackerResult result = finish().result;
        assertThat(result.protocols()).isEqualTo(roceAndOther(0, 1));
        assertThat(result.icrc().unchecked()).isZero();
    }

    @Test
    void notificationsAndManagementCountInTheirTransportToo() {
        at(0, a.send(1), b.ack(1), b.cnp(), a.cm.req(), a.cm.req().corrupt());
        ProtocolCounts counts = finish().result.protocols();
        assertThat(counts.roceV2()).isEqualTo(5);
        assertThat(counts.cnp()).isEqualTo(1);
        assertThat(counts.mad()).isEqualTo(2);
        assertThat(counts.other()).isZero();
    }

    @Test
    void aBadIcrcIsToldWithBothValues() {
        Packet bad = a.send(2).corrupt();
        at(0, a.send(1), bad);
        byte[] frame = bad.frame();
        Observation seen = finish().observed(Kind.BAD_ICRC).stream()
                .filter(each -> each.session() == 0)
                .findFirst()
                .orElseThrow();
        int at = frame.length - 4;
        long stored = Integer.toUnsignedLong(java.nio.ByteBuffer.wrap(frame).getInt(at));
        long value = seen.value() & 0xffff_ffffL;
        assertThat(value).isIn(stored, Integer.toUnsignedLong(Integer.reverseBytes((int) stored)));
        assertThat(seen.value() >>> 32).isNotEqualTo(value).isNotZero();
    }

    @Test
    void theVersionThatReceiversDropIsTold() {
        at(0, a.send(1), a.send(2).version(5));
        assertThat(finish().observed(Kind.OTHER_VERSION))
                .extracting(Observation::value)
                .containsExactly(5L);
    }

    // ---- bounds ----

    private static List<String> limits(TrackerResult result) {
        return result.observations().stream()
                .filter(seen -> seen.kind() == Kind.LIMIT_REACHED)
                .map(seen -> seen.count() + " " + seen.value() + " " + seen.text())
                .toList();
    }

    @Test
    void pausesOfMoreSourcesThanAreKeptAreTold() {
        for (int more : new int[] {0, 3}) {
            PauseScene scene = new PauseScene();
            for (int i = 0; i < PauseTracker.MAX_SOURCES + more; i++) {
                scene.pause(i, String.format("0200%08x", i + 1), 100);
            }
            TrackerResult result = scene.finish();
            assertThat(result.pauses()).hasSize(PauseTracker.MAX_SOURCES);
            if (more == 0) {
                assertThat(limits(result)).isEmpty();
            } else {
                assertThat(limits(result))
                        .containsExactly("1 3 PAUSE and PFC frames of further sources");
            }
        }
    }

    @Test
    void notificationsOfMoreAddressPairsThanArePacedAreTold() {
        for (int i = 0; i < 4100; i++) {
            b.addressLow = 0xffff_0b00_0000L + i;
            at(10L * i, b.cnp());
        }
        assertThat(limits(finish().result)).containsExactly("1 4 CNPs, whose pace is not told,");
    }

    @Test
    void announcementsOnMoreConnectionsThanAreKeptAreTold() {
        for (int i = 0; i < (1 << 12) + 2; i++) {
            Host from = new Host("c", 100 + i, 7);
            from.peer = b;
            at(10L * i, from.tcp(5000, 18515, 0x18, from.pingpong(9)));
        }
        assertThat(limits(finish().result))
                .containsExactly("1 2 announcements of queue pairs over TCP");
    }

    // ---- live ----

    @Test
    void theBusiestAreToldAsTheyGo() {
        Host other = a.queuePair(0x77);
        other.peer = b.queuePair(0x78);
        other.peer.peer = other;
        at(0, other.send(1));
        at(10, a.send(100), a.send(102), b.nak(101), a.send(101), a.send(102));
        at(20, b.rnr(101, 1));
        List<LiveFlow> flows = tracker().busiest(10);
        assertThat(flows).hasSize(2);
        LiveFlow busiest = flows.get(0);
        assertThat(busiest.from()).isEqualTo("10.0.0.1");
        assertThat(busiest.to()).isEqualTo("10.0.0.2");
        assertThat(busiest.destQp()).isEqualTo(B_QPN);
        assertThat(busiest.packets()).isEqualTo(4);
        assertThat(busiest.messages()).isEqualTo(3);
        assertThat(busiest.payloadBytes()).isEqualTo(3 * 64);
        assertThat(busiest.resent()).isEqualTo(2);
        assertThat(busiest.naks()).isEqualTo(1);
        assertThat(busiest.rnrNaks()).isEqualTo(1);
        assertThat(busiest.lost()).isEqualTo(1);
        assertThat(flows.get(1).destQp()).isEqualTo(0x78);
        assertThat(tracker().busiest(1)).containsExactly(busiest);
        assertThat(finish().sessions()).isEqualTo(2);
    }

    // ---- a part of a capture ----

    @Test
    void whatWasCorruptElsewhereExplainsAGap() {
        for (boolean told : new boolean[] {true, false}) {
            TrackerCountsTest part = new TrackerCountsTest();
            part.at(0, part.a.send(100));
            // In the part's place for it stands another frame.
            part.stillCapturing(5);
            if (told) {
                part.tracker().corruptElsewhere(2);
            }
            part.at(10, part.a.send(102), part.b.nak(101));
            part.at(20, part.a.send(101), part.a.send(102), part.b.ack(102));
            part.finish().lost(A, told ? 0 : 1, 0, 0, 0);
        }
    }

    @Test
    void theCapturesEndMayBeLaterThanThePart() {
        for (boolean later : new boolean[] {false, true}) {
            TrackerCountsTest part = new TrackerCountsTest();
            part.at(0, part.a.cm.req());
            if (later) {
                part.tracker().until(Tap.START_NS + 3_600_000_000_000L);
            }
            assertThat(part.finish().observed(Kind.CM_UNANSWERED)).hasSize(later ? 1 : 0);
        }
    }
}
