package io.qpscope.port.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.endpoint.iwarp.RdmaStream;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.endpoint.iwarp.StreamOptions;
import io.qpscope.endpoint.iwarp.StreamState;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.plan.FaultPlan;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Our client against our server, over TCP on loopback. */
class IwarpPortTest {
    private static final int MIB = 1 << 20;
    private static final InetSocketAddress ANY =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final IwarpPort server = new IwarpPort();
    private final IwarpPort client = new IwarpPort();
    private final End a = new End(1, 2);
    private final End b = new End(3, 4);

    /** One end: memory, a stream, and what happened to it. */
    private static final class End implements IwarpApplication {
        final Memory memory;
        final MemoryRegion region;
        final CompletionQueue completions = new CompletionQueue(64);
        final StreamOptions options = new StreamOptions(completions, completions);
        final BlockingQueue<String> happened = new LinkedBlockingQueue<>();
        final BlockingQueue<StreamState> states = new LinkedBlockingQueue<>();
        Consumer<RdmaStream> onRequest = stream -> stream.accept(new byte[0]);
        private StreamState last = StreamState.IDLE;

        End(long keys, long bytes) {
            memory = new Memory(new SplittableRandom(keys));
            byte[] content = new byte[MIB + 64];
            new SplittableRandom(bytes).nextBytes(content);
            region = memory.register(ByteBuffer.wrap(content), Access.ALL);
        }

        @Override
        public void requested(IwarpConnection connection) {
            onRequest.accept(connection.stream());
        }

        @Override
        public void progressed(IwarpConnection connection) {
            for (Completion c = completions.poll(); c != null; c = completions.poll()) {
                happened.add((c.receive() ? "recv " : "") + c.verb() + " " + c.status());
            }
            if (connection.stream().state() != last) {
                last = connection.stream().state();
                states.add(last);
            }
        }

        void awaits(String what) throws InterruptedException {
            assertThat(happened.poll(30, TimeUnit.SECONDS)).isEqualTo(what);
        }

        void reaches(StreamState state) throws InterruptedException {
            StreamState seen = null;
            while (seen != state) {
                seen = states.poll(30, TimeUnit.SECONDS);
                assertThat(seen).as("waiting for " + state).isNotNull();
            }
        }

        byte[] bytes() {
            return region.bytes().array();
        }
    }

    @AfterEach
    void closePorts() {
        client.close();
        server.close();
    }

    private IwarpConnection connect() throws IOException {
        InetSocketAddress at = server.listen(ANY, () -> new RdmaStream(b.memory, b.options), b);
        return client.connect(at, null, new RdmaStream(a.memory, a.options), new byte[] {7}, a);
    }

    private WorkRequest request(Verb verb, int length) {
        return new WorkRequest()
                .of(verb, 1)
                .local(a.region.key(), a.region.address(), length)
                .remote(b.region.key(), b.region.address());
    }

    private void does(IwarpConnection connection, WorkRequest request) throws Exception {
        connection.run(stream -> assertThat(stream.post(request)).isTrue());
        a.awaits(request.verb() + " SUCCESS");
    }

    @ParameterizedTest
    @CsvSource({"true,false", "false,false", "true,true", "false,true"})
    void everyVerbWorksOverLoopback(boolean crc, boolean markers) throws Exception {
        a.options.crc(crc).markers(markers);
        b.options.crc(crc).markers(markers);
        MemoryRegion window = b.memory.register(ByteBuffer.allocate(8), Access.ALL);
        b.onRequest = stream -> {
            for (int i = 0; i < 4; i++) {
                stream.postReceive(i, b.region.key(), b.region.address(), MIB);
            }
            stream.accept(new byte[0]);
        };
        IwarpConnection connection = connect();
        a.reaches(StreamState.ESTABLISHED);

        byte[] sent = Arrays.copyOf(a.bytes(), MIB);
        does(connection, request(Verb.RDMA_WRITE, MIB));
        does(connection, request(Verb.SEND, 5000));
        b.awaits("recv SEND SUCCESS");
        assertThat(Arrays.copyOf(b.bytes(), MIB)).isEqualTo(sent);
        does(connection, request(Verb.SEND_WITH_INV, 1).immediate(window.key()));
        b.awaits("recv SEND_WITH_INV SUCCESS");
        assertThat(window.valid()).isFalse();
        does(connection, request(Verb.RDMA_WRITE_WITH_IMM, 70_000).immediate(9));
        b.awaits("recv RDMA_WRITE_WITH_IMM SUCCESS");
        does(connection, request(Verb.SEND_WITH_IMM, 0).immediate(9));
        b.awaits("recv RDMA_WRITE_WITH_IMM SUCCESS");

        long before = b.region.bytes().getLong(0);
        does(connection, request(Verb.ATOMIC_FETCH_AND_ADD, 8).add(5));
        assertThat(a.region.bytes().getLong(0)).isEqualTo(before);
        does(connection, request(Verb.ATOMIC_CMP_AND_SWP, 8).compareAndSwap(before + 5, 77));
        does(connection, request(Verb.RDMA_READ, MIB));
        assertThat(a.region.bytes().getLong(0)).isEqualTo(77);
        assertThat(Arrays.copyOfRange(a.bytes(), 8, MIB))
                .isEqualTo(Arrays.copyOfRange(sent, 8, MIB));

        connection.close();
        a.reaches(StreamState.CLOSED);
        b.reaches(StreamState.CLOSED);
        assertThat(b.happened).isEmpty();
    }

    @Test
    void aPeerToPeerStreamOpensWithItsMessage() throws Exception {
        a.options.peerToPeer(EnumSet.allOf(RtrKind.class));
        b.options.peerToPeer(EnumSet.of(RtrKind.READ));
        b.onRequest = stream -> {
            stream.accept(new byte[0]);
            stream.post(new WorkRequest()
                    .of(Verb.RDMA_WRITE, 5)
                    .local(b.region.key(), b.region.address(), 100)
                    .remote(a.region.key(), a.region.address()));
        };
        connect();
        b.awaits("RDMA_WRITE SUCCESS");
    }

    @Test
    void aRejectionCarriesItsReason() throws Exception {
        b.onRequest = stream -> {
            assertThat(stream.privateData()).containsExactly(7);
            stream.reject("not today".getBytes(StandardCharsets.US_ASCII));
        };
        IwarpConnection connection = connect();
        a.reaches(StreamState.REJECTED);
        b.reaches(StreamState.REJECTED);
        assertThat(connection.stream().privateData()).asString().isEqualTo("not today");
    }

    @Test
    void aTerminateReachesThePeerBeforeTheConnectionEnds() throws Exception {
        IwarpConnection connection = connect();
        a.reaches(StreamState.ESTABLISHED);
        WorkRequest read = request(Verb.RDMA_READ, 100).remote(1234, 0);
        connection.run(stream -> {
            stream.post(read);
            // What is on its way when the Terminate comes must not make TCP lose it.
            for (int i = 0; i < 20; i++) {
                stream.post(request(Verb.RDMA_WRITE, MIB));
            }
        });
        a.reaches(StreamState.TERMINATED);
        assertThat(connection.stream().terminateReceived().codeText()).isEqualTo("invalid STag");
        b.reaches(StreamState.CLOSED);
        a.awaits("RDMA_READ WR_FLUSH_ERR");
    }

    @Test
    void noListenerIsAnError() {
        InetSocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        assertThatThrownBy(() -> client.connect(
                        at, null, new RdmaStream(a.memory, a.options), new byte[0], a))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("connect to");
    }

    /** At the sender's end and at the receiver's. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPlanBreaksTheFpduItNames(boolean atSender) throws Exception {
        FaultPlan plan = FaultPlan.read("p.yaml", "faults:\n- mpa: {fpdu: 3, from: a, crc: bad}");
        FaultEngine engine = new FaultEngine(plan, 1, System.nanoTime());
        (atSender ? client : server).faults(engine.streams());
        IwarpConnection connection = connect();
        a.reaches(StreamState.ESTABLISHED);
        does(connection, request(Verb.RDMA_WRITE, 100));
        does(connection, request(Verb.RDMA_WRITE, 100));
        connection.run(stream -> stream.post(request(Verb.RDMA_WRITE, 100)));
        a.reaches(StreamState.TERMINATED);
        assertThat(connection.stream().terminateReceived().text()).contains("CRC");
        assertThat(engine.counts().get(0).fires()).isEqualTo(1);
    }
}
