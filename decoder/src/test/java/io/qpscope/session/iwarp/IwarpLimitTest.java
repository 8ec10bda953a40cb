package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Observation;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;
import io.qpscope.wire.AtomicCodes;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Whatever a hostile peer makes of TCP, memory is bounded and what was cut is told. */
class IwarpLimitTest {
    private static final byte[] NOTHING = {};
    private static final int SOURCE_ADDRESS = 26;
    private static final int SOURCE_PORT = 34;
    private static final int DESTINATION_PORT = 36;
    private static final long MEGABYTE = 1L << 20;

    private final Dissector dissector = new Dissector(4791, true);
    private final FrameView view = new FrameView();
    private long number;

    private static IwarpTracker tracker(int sessions, long bytes) {
        return new IwarpTracker(new IwarpTracker.Options(sessions, bytes, AtomicCodes.DEFAULT));
    }

    private void feed(IwarpTracker tracker, byte[] frame) {
        view.wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.ETHERNET)
                .at(++number, number * 1000, 0, 0);
        dissector.dissect(view);
        tracker.onTcp(view);
    }

    /** Turns the frames of one connection into those of another, of client or of server. */
    private void play(IwarpTracker tracker, Wire wire, int client) {
        for (int i = 0; i < wire.frames(); i++) {
            byte[] frame = wire.frame(i);
            ByteBuffer bytes = ByteBuffer.wrap(frame);
            boolean fromServer = bytes.getShort(SOURCE_PORT) == 20_000;
            bytes.putInt(SOURCE_ADDRESS + (fromServer ? 4 : 0), 0x0b00_0000 + client);
            bytes.putShort(fromServer ? DESTINATION_PORT : SOURCE_PORT, (short) 40_000);
            feed(tracker, frame);
        }
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static List<Observation> limits(IwarpTracker.Result result) {
        return result.observations().stream()
                .filter(seen -> seen.kind() == Observation.Kind.LIMIT_REACHED)
                .toList();
    }

    @Test
    void connectionsThatOnlyOpenStayWithinMemory() {
        IwarpTracker tracker = tracker(1_000_000, 256 * MEGABYTE);
        Wire syn = new Wire().segment(0, -1, NOTHING, Wire.SYN, -1);
        long before = used();
        for (int i = 0; i < 200_000; i++) {
            play(tracker, syn, i);
        }
        assertThat(used() - before).as("bytes").isLessThan(64 * MEGABYTE);
        assertThat(tracker.finish().sessions()).isEmpty();
    }

    @Test
    void connectionsBeyondTheLimitAreCounted() {
        IwarpTracker tracker = tracker(100, 256 * MEGABYTE);
        Wire wire = new Wire()
                .handshake()
                .all(0, MpaStream.plain().request(0, 1, NOTHING).send(1, 5))
                .all(1, MpaStream.plain().reply(0, 1, NOTHING));
        for (int i = 0; i < 1_000; i++) {
            play(tracker, wire, i);
        }
        IwarpTracker.Result result = tracker.finish();
        assertThat(result.sessions()).hasSize(100);
        assertThat(limits(result)).hasSize(1);
        assertThat(limits(result).get(0).text()).contains("--max-sessions");
        IwarpTracker enough = tracker(1_000, 256 * MEGABYTE);
        for (int i = 0; i < 1_000; i++) {
            play(enough, wire, i);
        }
        assertThat(limits(enough.finish())).isEmpty();
    }

    @Test
    void streamsThatAllWaitForMoreShareTheMemoryAndSaySo() {
        MpaStream a = MpaStream.plain().request(0, 1, NOTHING).write(1, 0, 60_000);
        byte[] bytes = a.bytes();
        Wire wire = new Wire().handshake();
        wire.data(0, bytes, 0, 40_000, -1).data(0, bytes, 50_000, bytes.length, -1);
        IwarpTracker tracker = tracker(10_000, 8 * MEGABYTE);
        long before = used();
        for (int i = 0; i < 2_000; i++) {
            play(tracker, wire, i);
        }
        assertThat(used() - before).as("bytes").isLessThan(40 * MEGABYTE);
        IwarpTracker.Result result = tracker.finish();
        assertThat(result.sessions()).hasSize(2_000);
        assertThat(limits(result)).hasSize(1);
        assertThat(limits(result).get(0).text()).contains("bytes of memory");
    }

    @Test
    void closedConnectionsGiveTheirMemoryBack() {
        MpaStream a = MpaStream.plain().request(0, 1, NOTHING).write(1, 0, 60_000);
        byte[] bytes = a.bytes();
        MpaStream b = MpaStream.plain().reply(0, 1, NOTHING);
        int last = b.bytes().length;
        Wire wire = new Wire().handshake().data(0, bytes, 0, 40_000, -1).all(1, b);
        wire.data(0, bytes, 50_000, bytes.length, -1).data(0, bytes, 40_000, 50_000, -1);
        wire.segment(1, last, NOTHING, Wire.FIN | Wire.ACK, bytes.length);
        wire.segment(0, bytes.length, NOTHING, Wire.FIN | Wire.ACK, last + 1);
        IwarpTracker tracker = tracker(10_000, MEGABYTE);
        for (int i = 0; i < 2_000; i++) {
            play(tracker, wire, i);
        }
        IwarpTracker.Result result = tracker.finish();
        assertThat(limits(result)).isEmpty();
        assertThat(result.sessions())
                .hasSize(2_000)
                .extracting(session -> session.direction(Side.A))
                .extracting(DirectionSummary::payloadBytes, DirectionSummary::completedMessages)
                .containsOnly(tuple(60_000L, 1L));
    }

    @Test
    void messagesThatNobodyAcknowledgesAreBoundedForAllStreamsTogether() {
        MpaStream a = MpaStream.plain().request(0, 1, NOTHING);
        for (int msn = 1; msn <= 2_000; msn++) {
            a.send(msn, 1);
        }
        byte[] bytes = a.bytes();
        Wire wire = new Wire().handshake();
        for (int at = 0; at < bytes.length; at += 1448) {
            wire.data(0, bytes, at, Math.min(bytes.length, at + 1448), -1);
        }
        IwarpTracker tracker = tracker(10_000, 8 * MEGABYTE);
        long before = used();
        for (int i = 0; i < 1_000; i++) {
            play(tracker, wire, i);
        }
        assertThat(used() - before).as("bytes").isLessThan(24 * MEGABYTE);
        IwarpTracker.Result result = tracker.finish();
        assertThat(limits(result)).hasSize(1);
        assertThat(result.sessions())
                .extracting(session -> session.direction(Side.A).messagesOf(Verb.SEND))
                .containsOnly(2_000L);
    }

    @Test
    void endlessTinySegmentsAreFollowedInOrderAndBounded() {
        MpaStream a = new MpaStream(true, true).request(0x40, 1, NOTHING);
        for (int msn = 1; msn <= 100; msn++) {
            a.send(msn, 500);
        }
        byte[] bytes = a.bytes();
        Wire wire = new Wire().handshake();
        wire.all(1, new MpaStream(false, true).reply(0xc0, 1, NOTHING));
        for (int at = 0; at < bytes.length; at++) {
            wire.data(0, bytes, at, at + 1, -1);
        }
        Wire.Seen seen = wire.ack(1, bytes.length).run();
        assertThat(seen.from(Side.A).messagesOf(Verb.SEND)).isEqualTo(100);
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(100);
        assertThat(seen.rules()).isEmpty();
    }

    /** Every second byte is missing: more holes than are kept. */
    @Test
    void tinySegmentsWithAHoleBehindEachAreGivenUpAndReported() {
        MpaStream a = MpaStream.plain().request(0, 1, NOTHING);
        for (int msn = 1; msn <= 40; msn++) {
            a.send(msn, 500);
        }
        byte[] bytes = a.bytes();
        Wire wire = new Wire().handshake().data(0, bytes, 0, a.ends.get(0), -1);
        for (int at = a.ends.get(0) + 1; at < bytes.length; at += 2) {
            wire.data(0, bytes, at, at + 1, -1);
        }
        Wire.Seen seen = wire.all(1, MpaStream.plain().reply(0, 1, NOTHING)).run();
        assertThat(seen.rules()).contains("IWARP-STREAM-GAP");
        int missing = (bytes.length - a.ends.get(0)) / 2;
        assertThat(seen.message("IWARP-STREAM-GAP")).contains(missing + " bytes of the stream");
    }

    @Test
    void sequenceNumbersFarOffAreNoPartOfTheStream() {
        MpaStream a = MpaStream.plain().request(0, 1, NOTHING).send(1, 10);
        byte[] bytes = a.bytes();
        Wire wire = new Wire().handshake().all(0, a);
        byte[] junk = new byte[1000];
        Arrays.fill(junk, (byte) 0x41);
        for (int i = 1; i < 400; i++) {
            wire.segment(0, 0x4000_0000 + i * 0x0100_0000, junk, Wire.ACK, 0);
        }
        Wire.Seen seen = wire.all(1, MpaStream.plain().reply(0, 1, NOTHING))
                .ack(1, bytes.length)
                .run();
        assertThat(seen.from(Side.A).completedMessages()).isEqualTo(1);
    }
}
