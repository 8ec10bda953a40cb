package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Two readings of the specifications against each other: the tracker sees the streams' bytes and
 * must tell what both ends know, and nothing else.
 */
class IwarpThreeWayTest {
    private static final int RUNS = Integer.getInteger("qpscope.iwarp.threeway.runs", 150);
    private static final int NO_CRC_FPDU = 20;

    @Test
    void withoutFaultsThereIsNothingToFind() {
        for (long seed = 1; seed <= RUNS; seed++) {
            String run = "seed " + seed;
            SplittableRandom random = new SplittableRandom(seed);
            StreamPair pair = new StreamPair(drawn(random, true), drawn(random, false));
            TcpAnalyst analyst = new TcpAnalyst();
            pair.tap(analyst);
            Script forth = new Script(pair.a, pair.b, random);
            Script back = new Script(pair.b, pair.a, random);
            forth.postReceives();
            back.postReceives();
            pair.connect();
            forth.post();
            back.post();
            pair.run();
            forth.check(run);
            back.check(run);
            TrackerResult result = analyst.finish();
            assertThat(TcpAnalyst.rules(result)).as(run).isEmpty();
            SessionSummary session = result.sessions().get(0);
            agrees(run + " forth", session.direction(Side.A), forth);
            agrees(run + " back", session.direction(Side.B), back);
        }
    }

    private static Consumer<StreamOptions> drawn(SplittableRandom random, boolean initiator) {
        int mss = StreamOptions.LEAST_MSS + random.nextInt(1 << (4 + random.nextInt(10)));
        int depth = 1 + random.nextInt(16);
        boolean crc = random.nextBoolean();
        boolean markers = random.nextBoolean();
        RtrKind kind = RtrKind.values()[random.nextInt(3)];
        return options -> options.mss(mss)
                .crc(crc)
                .markers(markers)
                .depths(initiator ? 16 : depth, depth)
                .peerToPeer(initiator ? EnumSet.allOf(RtrKind.class) : EnumSet.of(kind));
    }

    private static void agrees(String run, DirectionSummary seen, Script script) {
        assertThat(seen.outcome().status()).as(run).isEqualTo("SUCCESS");
        int immediates = script.count(Verb.RDMA_WRITE_WITH_IMM);
        List<Long> expected = List.of(
                (long) script.count(Verb.SEND),
                (long) script.count(Verb.SEND_WITH_IMM) + immediates,
                (long) script.count(Verb.SEND_WITH_INV),
                (long) script.count(Verb.RDMA_WRITE) + immediates,
                0L,
                (long) script.count(Verb.RDMA_READ),
                (long) script.count(Verb.ATOMIC_CMP_AND_SWP),
                (long) script.count(Verb.ATOMIC_FETCH_AND_ADD),
                0L,
                0L);
        assertThat(seen.messages()).as(run).isEqualTo(expected);
        assertThat(seen.completedMessages())
                .as(run)
                .isEqualTo(Script.OPERATIONS + (long) immediates);
    }

    private static final class Watched {
        final TcpAnalyst analyst = new TcpAnalyst();
        final StreamPair pair;

        Watched(Consumer<StreamOptions> initiator, Consumer<StreamOptions> responder) {
            pair = new StreamPair(initiator, responder).tap(analyst);
        }

        List<String> rules() {
            return TcpAnalyst.rules(analyst.finish());
        }

        String outcome() {
            SessionSummary session = analyst.finish().sessions().get(0);
            return session.direction(Side.A).outcome().status();
        }
    }

    private static Watched watched() {
        Watched watched = new Watched(o -> o.crc(false), o -> o.crc(false));
        watched.pair.connect();
        return watched;
    }

    private static Consumer<ByteBuffer> xor(int at, int value) {
        return bytes -> bytes.put(at, (byte) (bytes.get(at) ^ value));
    }

    private static List<String> sendDamaged(int length, Consumer<ByteBuffer> damage) {
        Watched watched = watched();
        StreamPair pair = watched.pair.receive(1, 4000).receive(2, 4000);
        pair.post(pair.bytes(Verb.SEND, 1, 10)).run();
        pair.meddle(damage);
        pair.post(pair.bytes(Verb.SEND, 2, length)).run();
        assertThat(pair.b.stream.state()).isEqualTo(StreamState.CLOSED);
        return watched.rules();
    }

    @Test
    void aWrongCrcIsFoundByBoth() {
        Watched watched = new Watched(StreamPair.PLAIN, StreamPair.PLAIN);
        StreamPair pair = watched.pair.connect().receive(1, 100);
        pair.meddle(xor(22, 1));
        pair.post(pair.bytes(Verb.SEND, 1, 10)).run();
        assertThat(pair.b.stream.counters().badCrcs).isEqualTo(1);
        assertThat(pair.b.stream.terminateSent().codeText()).isEqualTo("CRC error");
        assertThat(watched.rules()).containsExactlyInAnyOrder("IWARP-CRC-BAD", "IWARP-TERMINATE");
    }

    @Test
    void aWrongMarkerIsFoundByBoth() {
        Watched watched = new Watched(o -> o.crc(false), o -> o.crc(false).markers(true));
        StreamPair pair = watched.pair.connect().receive(1, 4000);
        // The first FPDU begins with a marker; the next one stands 508 bytes behind that.
        pair.meddle(xor(512 + 3, 4));
        pair.post(pair.bytes(Verb.SEND, 1, 3000)).run();
        assertThat(pair.b.stream.terminateSent().codeText())
                .isEqualTo("marker and FPDU start disagree");
        assertThat(watched.rules())
                .containsExactlyInAnyOrder("IWARP-MARKER-FAULT", "IWARP-TERMINATE");
    }

    @Test
    void aWrongMessageNumberIsFoundByBoth() {
        assertThat(sendDamaged(100, xor(2 + 13, 4)))
                .containsExactlyInAnyOrder("IWARP-MSN-ORDER", "IWARP-TERMINATE");
    }

    @Test
    void aWrongMessageOffsetIsFoundByBoth() {
        assertThat(sendDamaged(3000, xor(2 + 17, 8)))
                .containsExactlyInAnyOrder("IWARP-MO-ORDER", "IWARP-TERMINATE");
    }

    @Test
    void moreReadsThanTheReplyAllowsAreFoundByBoth() {
        Watched watched = new Watched(o -> o.depths(4, 4), o -> o.depths(1, 1));
        StreamPair pair = watched.pair;
        // B says 1, the initiator believes 4; the tracker sees what B said.
        pair.forged((fromA, bytes) -> {
            if (!fromA && bytes.getInt(0) == 0x4d50_4120) {
                bytes.putShort(NO_CRC_FPDU, (short) 4);
            }
        });
        pair.connect();
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 100)).run();
        assertThat(pair.a.sent())
                .extracting(StreamPair.Done::status)
                .containsOnly(WcStatus.SUCCESS);
        pair.post(pair.bytes(Verb.RDMA_READ, 2, 100));
        pair.post(pair.bytes(Verb.RDMA_READ, 3, 100)).run();
        assertThat(pair.b.stream.terminateSent().codeText())
                .isEqualTo("no receive buffer for the message");
        assertThat(watched.rules())
                .containsExactlyInAnyOrder("IWARP-IRD-EXCEEDED", "IWARP-TERMINATE");
    }

    @Test
    void revisionOneNegotiatesNoDepths() {
        Watched watched = new Watched(o -> o.revision(1), StreamPair.PLAIN);
        StreamPair pair = watched.pair.connect();
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 100));
        pair.post(pair.bytes(Verb.RDMA_READ, 2, 100)).run();
        assertThat(watched.rules()).containsExactly("IWARP-IRD-UNKNOWN");
        Watched without = new Watched(o -> o.revision(1), StreamPair.PLAIN);
        without.pair.connect();
        without.pair.post(without.pair.bytes(Verb.RDMA_READ, 1, 100)).run();
        without.pair.post(without.pair.bytes(Verb.RDMA_READ, 2, 100)).run();
        assertThat(without.rules()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(RtrKind.class)
    void aPeerToPeerSetUpThatIsNotTakenUpIsFoundByBoth(RtrKind kind) {
        Watched watched = new Watched(o -> o.peerToPeer(EnumSet.of(kind)), StreamPair.PLAIN);
        StreamPair pair = watched.pair.connect();
        assertThat(pair.a.stream.terminateSent().codeText()).isEqualTo("no matching RTR option");
        assertThat(pair.b.stream.terminateReceived()).isEqualTo(pair.a.stream.terminateSent());
        assertThat(watched.rules())
                .containsExactlyInAnyOrder("IWARP-RTR-MISMATCH", "IWARP-TERMINATE");
    }

    @Test
    void aRejectionIsFound() {
        Watched watched = new Watched(StreamPair.PLAIN, StreamPair.PLAIN);
        watched.pair.onRequest(stream -> stream.reject(new byte[] {65})).connect();
        assertThat(watched.pair.a.stream.state()).isEqualTo(StreamState.REJECTED);
        assertThat(watched.rules()).containsExactly("IWARP-MPA-REJECTED");
    }

    @ParameterizedTest
    @EnumSource(names = {"RDMA_WRITE", "RDMA_READ", "ATOMIC_FETCH_AND_ADD"})
    void aKeyWithoutTheRightIsATerminateAndNoMore(Verb verb) {
        for (IwarpProfile profile : List.of(IwarpProfile.RFC, IwarpProfile.SIW)) {
            if (verb.isAtomic() && !profile.extensions()) {
                continue;
            }
            Watched watched = new Watched(o -> o.profile(profile), o -> o.profile(profile));
            StreamPair pair = watched.pair.connect();
            MemoryRegion local =
                    pair.b.memory.register(ByteBuffer.allocate(64), Access.LOCAL_WRITE);
            pair.post(pair.bytes(verb, 1, 8).remote(local.key(), local.address()))
                    .run();
            assertThat(pair.a.stream.state()).isEqualTo(StreamState.TERMINATED);
            assertThat(watched.rules()).containsExactly("IWARP-TERMINATE");
        }
    }

    @Test
    void aTerminatedStreamIsNoSuccess() {
        Watched watched = watched();
        StreamPair pair = watched.pair;
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 8).remote(99, 0)).run();
        assertThat(pair.a.sent())
                .extracting(StreamPair.Done::status)
                .containsExactly(WcStatus.WR_FLUSH_ERR);
        assertThat(watched.outcome()).isEqualTo("WR_FLUSH_ERR");
    }
}
