package io.qpscope.endpoint.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.iwarp.RdmaStream;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.endpoint.iwarp.StreamOptions;
import io.qpscope.endpoint.iwarp.StreamState;
import io.qpscope.endpoint.iwarp.TcpAction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Each service with its client over iWARP hosts whose TCP is a buffer, in virtual time. */
class IwarpHostTest {
    private static final int CONVERSATIONS = 2;
    private static final int ROUNDS = 100_000;

    private Consumer<StreamOptions> ours = options -> {};
    private Consumer<StreamOptions> theirs = options -> {};
    private final IwarpHost a =
            new IwarpHost(new Memory(new SplittableRandom(1)), 9, options -> ours.accept(options));
    private final IwarpHost b = new IwarpHost(
            new Memory(new SplittableRandom(2)), CONVERSATIONS, options -> theirs.accept(options));
    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 17);
    private long now;
    /** Index of the byte from the client that a cable spoils; -1 for none. */
    private long spoiled = -1;

    private long passed;

    /** Connects and runs until nothing moves and nothing is due any more. */
    private Client run(Client client, Supplier<Conversation> opener) {
        RdmaStream near = a.connect(client.conversation());
        RdmaStream far = b.answer(opener);
        assertThat(far).isNotNull();
        far.listen(now);
        near.connect(a.greeting(client.conversation()), now);
        boolean moved = true;
        for (int round = 0; moved; round++) {
            assertThat(round).as("rounds").isLessThan(ROUNDS);
            now += 1000;
            boolean there = carry(a, near, b, far);
            boolean back = carry(b, far, a, near);
            moved = there || back;
        }
        return client;
    }

    private boolean carry(IwarpHost from, RdmaStream sender, IwarpHost to, RdmaStream receiver) {
        from.progressed(sender, now);
        bytes.clear();
        while (bytes.remaining() > sender.room() && sender.transmit(bytes, now) > 0) {
            from.progressed(sender, now);
        }
        int length = bytes.position();
        if (from == a && spoiled >= passed && spoiled < passed + length) {
            int at = (int) (spoiled - passed);
            bytes.put(at, (byte) (bytes.get(at) ^ 0x10));
        }
        passed += from == a ? length : 0;
        for (int taken = 0; taken < length; ) {
            to.progressed(receiver, now);
            taken += receiver.receive(bytes, taken, length - taken, now);
        }
        if (receiver.state() == StreamState.REQUESTED) {
            to.requested(receiver);
        }
        StreamState before = receiver.state();
        if (length == 0 && sender.tcp() != TcpAction.NONE) {
            receiver.ended(false);
        }
        to.progressed(receiver, now);
        return length > 0 || receiver.state() != before;
    }

    private static void done(Client client, long operations, long size) {
        assertThat(client.conversation().failure()).isNull();
        assertThat(client.conversation().over()).isTrue();
        assertThat(client.tally().operations()).isEqualTo(operations);
        assertThat(client.tally().bytes()).isEqualTo(size);
    }

    private void quiet() {
        assertThat(a.quiet()).isTrue();
        assertThat(b.quiet()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"true,false,1", "false,false,2", "true,true,2", "false,true,1"})
    void rpingComparesEveryRound(boolean crc, boolean markers, int revision) {
        ours = options -> options.crc(crc).markers(markers).revision(revision);
        theirs = ours;
        RpingServer[] server = new RpingServer[1];
        Client client =
                run(new RpingClient(a, 0, 5000, 20), () -> server[0] = new RpingServer(b, 0, 5000));
        done(client, 20, 2 * 20 * 5000);
        assertThat(server[0].rounds()).isEqualTo(20);
        assertThat(b.accepted()).isEqualTo(1);
        assertThat(a.counters().rcvdFpdus).isEqualTo(b.counters().sentFpdus);
        quiet();
    }

    @Test
    void echoGivesBackWhatItGets() {
        done(
                run(new EchoClient(a, 0, 8, 5000, 100), () -> new EchoServer(b, 0, 8, 5000)),
                100,
                2 * 100 * 5000);
        quiet();
    }

    /** Who answers may speak first only when the set-up has a message that opens the stream. */
    @ParameterizedTest
    @EnumSource(RtrKind.class)
    void aSourceSendsWhatItIsAskedForOnceTheStreamIsOpen(RtrKind kind) {
        ours = options -> options.peerToPeer(EnumSet.of(kind));
        theirs = options -> options.peerToPeer(EnumSet.allOf(RtrKind.class));
        done(
                run(new DrainClient(a, 0, 8, 3000, 50), () -> new SourceServer(b, 0, 4, 10_000)),
                50,
                50 * 3000);
        quiet();
    }

    @Test
    void aSourceWithoutAnOpeningStaysSilent() {
        Client client =
                run(new DrainClient(a, 0, 8, 3000, 50), () -> new SourceServer(b, 0, 4, 10_000));
        assertThat(client.tally().operations()).isZero();
        assertThat(client.conversation().over()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {
                "SEND",
                "RDMA_WRITE",
                "RDMA_WRITE_WITH_IMM",
                "RDMA_READ",
                "ATOMIC_CMP_AND_SWP",
                "ATOMIC_FETCH_AND_ADD"
            })
    void aLoadOfEveryVerbReachesTheSink(Verb verb) {
        SinkServer[] sink = new SinkServer[1];
        LoadClient.Volume volume = new LoadClient.Volume(3000, 200);
        Client client = run(
                new LoadClient(a, 0, verb, 16, volume),
                () -> sink[0] = new SinkServer(b, 0, 16, 8192));
        done(client, 200, 200L * (verb.isAtomic() ? 8 : 3000));
        boolean received = verb == Verb.SEND || verb == Verb.RDMA_WRITE_WITH_IMM;
        assertThat(sink[0].messages()).isEqualTo(received ? 200 : 0);
        quiet();
    }

    @Test
    void whatTheDeviceCannotDoIsSaid() {
        LoadClient.Volume volume = new LoadClient.Volume(64, 2);
        Client client = run(
                new LoadClient(a, 0, Verb.FLUSH, 1, volume), () -> new SinkServer(b, 0, 16, 8192));
        assertThat(client.conversation().failure()).isEqualTo("FLUSH 0: LOC_QP_OP_ERR (2)");
        quiet();
    }

    @Test
    void oneTooManyIsRejected() {
        for (int i = 0; i < CONVERSATIONS; i++) {
            assertThat(b.answer(() -> new EchoServer(b, 0, 1, 64))).isNotNull();
        }
        Client client = run(new EchoClient(a, 0, 1, 64, 3), () -> new EchoServer(b, 0, 1, 64));
        assertThat(client.conversation().failure()).isEqualTo("rejected by the peer");
        assertThat(b.refused()).isEqualTo(1);
        assertThat(b.accepted()).isZero();
    }

    @Test
    void aFloodGetsNoMoreMemory() {
        for (int i = 0; i < 2 * CONVERSATIONS; i++) {
            assertThat(b.answer(() -> new EchoServer(b, 0, 1, 64))).isNotNull();
        }
        assertThat(b.answer(() -> new EchoServer(b, 0, 1, 64))).isNull();
        assertThat(b.refused()).isEqualTo(CONVERSATIONS + 1);
    }

    @Test
    void aSpoiledByteIsTheCrcsMatter() {
        spoiled = 20 + 4 + 32 + 18 + 17;
        Client client = run(new EchoClient(a, 0, 1, 64, 3), () -> new EchoServer(b, 0, 1, 64));
        assertThat(client.conversation().failure())
                .startsWith("ended by the peer's Terminate: LLP (MPA) MPA error: CRC error");
        assertThat(b.counters().badCrcs).isEqualTo(1);
        quiet();
    }

    @Test
    void withoutCrcASpoiledByteIsTheComparisonsMatter() {
        ours = options -> options.crc(false);
        theirs = ours;
        spoiled = 20 + 4 + 20 + 17;
        Client client = run(new EchoClient(a, 0, 1, 64, 3), () -> new EchoServer(b, 0, 1, 64));
        assertThat(client.conversation().failure())
                .startsWith("message 0, byte 17: 1, expected 17");
        assertThat(b.counters().badCrcs).isZero();
    }

    @Test
    void aPeerThatIsNotThereIsAFailure() {
        Client client = new EchoClient(a, 0, 1, 64, 3);
        a.connect(client.conversation());
        a.unreachable(client.conversation(), "nobody there");
        assertThat(client.conversation().failure()).isEqualTo("nobody there");
        assertThat(a.quiet()).isTrue();
    }
}
