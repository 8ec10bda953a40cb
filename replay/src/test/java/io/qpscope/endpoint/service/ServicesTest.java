package io.qpscope.endpoint.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.cm.CmOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Each service with its client over two hosts in virtual time, without and with loss. */
class ServicesTest {
    private static final int PORT = 9;
    private static final int BTH = 28;
    /** SEND first, middle, last, and alone, with immediate data or without. */
    private static final int LAST_SEND = 5;

    private static final long MINUTES = 600_000_000_000L;

    private final Wire wire = new Wire();

    private Client run(Client client) {
        Path path =
                wire.a.address().to(wire.b.address().high(), wire.b.address().low(), 0);
        CmOptions options = new CmOptions().ackTimeout(10).responseTimeout(14);
        wire.a.connect(client.conversation(), path, PORT, options, wire.now());
        wire.run(MINUTES);
        return client;
    }

    private void losing(long seed, double probability) {
        SplittableRandom random = new SplittableRandom(seed);
        wire.losing((packet, number) -> random.nextDouble() < probability);
    }

    private static void done(Client client, long operations, long bytes) {
        assertThat(client.conversation().failure()).isNull();
        assertThat(client.conversation().over()).isTrue();
        assertThat(client.tally().operations()).isEqualTo(operations);
        assertThat(client.tally().bytes()).isEqualTo(bytes);
        assertThat(client.tally().latency().getTotalCount()).isEqualTo(operations);
        assertThat(client.tally().latency().getMaxValue()).isPositive();
    }

    private void echo(int depth, int size) {
        wire.b.serve(PORT, () -> new EchoServer(wire.b.endpoint(), 0, depth, size), CmOptions::new);
    }

    @Test
    void echoGivesBackWhatItGets() {
        echo(8, 5000);
        done(run(new EchoClient(wire.a.endpoint(), 0, 8, 5000, 100)), 100, 2 * 100 * 5000);
    }

    @Test
    void echoGivesBackWhatItGetsAtATwentiethLost() {
        losing(1, 0.05);
        echo(8, 5000);
        done(run(new EchoClient(wire.a.endpoint(), 0, 8, 5000, 100)), 100, 2 * 100 * 5000);
        assertThat(wire.a.endpoint().counters().completerRetryErr
                        + wire.a.endpoint().counters().rcvdSeqErr)
                .isPositive();
    }

    /** A buffer that is filled again before its completion shows as another packet. */
    private void sendsTheSameAgain() {
        Map<List<Integer>, ByteBuffer> payloads = new HashMap<>();
        int again = 0;
        for (Wire.Sent packet : wire.sent) {
            ByteBuffer bytes = ByteBuffer.wrap(packet.bytes());
            int opcode = bytes.get(BTH) & 0xff;
            if (packet.destQp() == 1 || opcode > LAST_SEND) {
                continue;
            }
            int psn = bytes.getInt(BTH + 8) & 0xff_ffff;
            ByteBuffer payload = bytes.slice(BTH + 12, bytes.limit() - BTH - 16);
            ByteBuffer before = payloads.putIfAbsent(
                    List.of(packet.fromA() ? 1 : 0, packet.destQp(), psn, opcode), payload);
            again += before == null ? 0 : 1;
            if (before != null) {
                assertThat(payload).as("PSN " + psn).isEqualTo(before);
            }
        }
        assertThat(again).as("packets sent again").isPositive();
    }

    @Test
    void echoSendsTheSameBytesAgain() {
        losing(3, 0.2);
        echo(2, 5000);
        done(run(new EchoClient(wire.a.endpoint(), 0, 2, 5000, 100)), 100, 2 * 100 * 5000);
        sendsTheSameAgain();
    }

    @Test
    void rpingSendsTheSameBytesAgain() {
        losing(4, 0.2);
        wire.b.serve(PORT, () -> new RpingServer(wire.b.endpoint(), 0, 2000), CmOptions::new);
        done(run(new RpingClient(wire.a.endpoint(), 0, 1500, 50)), 50, 2 * 50 * 1500);
        sendsTheSameAgain();
    }

    @Test
    void aSourceSendsWhatItIsAskedFor() {
        wire.b.serve(PORT, () -> new SourceServer(wire.b.endpoint(), 0, 4, 10_000), CmOptions::new);
        done(run(new DrainClient(wire.a.endpoint(), 0, 8, 3000, 50)), 50, 50 * 3000);
    }

    @Test
    void rpingComparesEveryRound() {
        RpingServer[] server = new RpingServer[1];
        wire.b.serve(
                PORT,
                () -> server[0] = new RpingServer(wire.b.endpoint(), 0, 2000),
                CmOptions::new);
        done(run(new RpingClient(wire.a.endpoint(), 0, 1500, 20)), 20, 2 * 20 * 1500);
        assertThat(server[0].rounds()).isEqualTo(20);
    }

    @Test
    void rpingRefusesDataThatDoesNotFit() {
        wire.b.serve(PORT, () -> new RpingServer(wire.b.endpoint(), 0, 1499), CmOptions::new);
        Client client = run(new RpingClient(wire.a.endpoint(), 0, 1500, 20));
        assertThat(client.conversation().failure()).isEqualTo("the peer has disconnected");
    }

    @ParameterizedTest
    @EnumSource(Verb.class)
    void aLoadOfEveryVerbReachesTheSink(Verb verb) {
        if (verb == Verb.SEND_WITH_INV) {
            return; // its second message would name a key that is gone
        }
        SinkServer[] sink = new SinkServer[1];
        wire.b.serve(
                PORT,
                () -> sink[0] = new SinkServer(wire.b.endpoint(), 0, 16, 8192),
                CmOptions::new);
        LoadClient.Volume volume = new LoadClient.Volume(3000, 200);
        Client client = run(new LoadClient(wire.a.endpoint(), 0, verb, 16, volume));
        boolean word = verb.name().startsWith("ATOMIC");
        done(client, 200, 200L * (word ? 8 : 3000));
        boolean received = verb.name().startsWith("SEND") || verb == Verb.RDMA_WRITE_WITH_IMM;
        assertThat(sink[0].messages()).isEqualTo(received ? 200 : 0);
    }

    @Test
    void aPathMtuThatDoesNotComeThroughIsRefused() {
        CmOptions narrow = new CmOptions().pathMtu(512);
        wire.b.serve(PORT, () -> new EchoServer(wire.b.endpoint(), 0, 1, 64), () -> narrow);
        Client client = run(new EchoClient(wire.a.endpoint(), 0, 1, 64, 3));
        assertThat(client.conversation().failure()).isEqualTo("refused: path MTU rejected");
        assertThat(wire.b.refused()).isEqualTo(1);
        narrow.pathMtu(1024);
        done(run(new EchoClient(wire.a.endpoint(), 0, 1, 64, 3)), 3, 2 * 3 * 64);
    }

    @Test
    void aLoadThatDoesNotFitIsRefusedBeforeItStarts() {
        wire.b.serve(PORT, () -> new SinkServer(wire.b.endpoint(), 0, 4, 2999), CmOptions::new);
        LoadClient.Volume volume = new LoadClient.Volume(3000, 200);
        Client client = run(new LoadClient(wire.a.endpoint(), 0, Verb.RDMA_WRITE, 4, volume));
        assertThat(client.conversation().failure())
                .isEqualTo("size 3000, and the peer has room for 2999 bytes");
    }

    @Test
    void aPeerThatIsNoSinkIsNotWrittenTo() {
        wire.b.serve(PORT, () -> new RpingServer(wire.b.endpoint(), 0, 64), CmOptions::new);
        LoadClient.Volume volume = new LoadClient.Volume(64, 2);
        Client client = run(new LoadClient(wire.a.endpoint(), 0, Verb.SEND, 4, volume));
        assertThat(client.conversation().failure()).contains("is it qpscope's sink?");
    }

    @Test
    void anEchoThatChangesAByteIsCaught() {
        wire.b.serve(
                PORT,
                () -> new EchoServer(wire.b.endpoint(), 0, 1, 64) {
                    @Override
                    protected void completed(io.qpscope.endpoint.Completion done, long now) {
                        region.bytes().put(17, (byte) 99);
                        super.completed(done, now);
                    }
                },
                CmOptions::new);
        Client client = run(new EchoClient(wire.a.endpoint(), 0, 1, 64, 3));
        assertThat(client.conversation().failure())
                .isEqualTo("message 0, byte 17: 99, expected 17");
    }
}
