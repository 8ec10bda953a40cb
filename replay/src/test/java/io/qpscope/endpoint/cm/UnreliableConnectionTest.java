package io.qpscope.endpoint.cm;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.QpOptions;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.endpoint.service.RpingServer;
import io.qpscope.endpoint.service.Wire;
import io.qpscope.fabric.Link;
import io.qpscope.wire.CmRej;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** UC by RDMA-CM: REQ names the service, and both sides send without an answer. */
class UnreliableConnectionTest {
    private static final int PORT = 4321;
    private static final int SIZE = 4096;
    private static final int TURN_NS = 10_000;

    /** One side, which accepts whatever asks. */
    private static final class Side implements CmListener {
        final Endpoint endpoint;
        final CompletionQueue completions = new CompletionQueue(64);
        final QueuePair qp;
        final MemoryRegion memory;
        final ConnectionManager manager;
        final List<String> events = new ArrayList<>();
        int rejected = -1;

        Side(int number, QpType type) {
            endpoint = new Endpoint(Profile.IBTA, true, number);
            qp = endpoint.createQp(new QpOptions(type, completions, completions));
            memory = endpoint.memory().register(ByteBuffer.allocate(SIZE), Access.ALL);
            byte[] address = {10, 9, 0, (byte) number};
            manager = new ConnectionManager(endpoint, LocalAddress.of(address, 4791), this, number);
        }

        void turn(long now) {
            manager.receive(now);
            manager.expire(now);
        }

        List<Verb> completed() {
            List<Verb> all = new ArrayList<>();
            for (Completion done = completions.poll(); done != null; done = completions.poll()) {
                assertThat(done.status()).isEqualTo(WcStatus.SUCCESS);
                all.add(done.verb());
            }
            return all;
        }

        @Override
        public void requested(Connection connection, long now) {
            events.add("requested " + connection.type());
            manager.accept(connection, qp, new CmOptions(), now);
        }

        @Override
        public void established(Connection connection, long now) {
            events.add("established");
        }

        @Override
        public void failed(Connection connection, long now) {
            events.add("failed");
            rejected = connection.rejectReason();
        }

        @Override
        public void disconnected(Connection connection, long now) {
            events.add("disconnected");
        }

        @Override
        public void closed(Connection connection, long now) {
            events.add("closed");
        }
    }

    private final Side a = new Side(1, QpType.UC);
    private final Side b = new Side(2, QpType.UC);
    private final Link link = new Link(a.endpoint, b.endpoint, 100_000_000_000L, 1_000);

    private void run(int turns) {
        for (int i = 0; i < turns; i++) {
            link.run(link.now() + TURN_NS);
            a.turn(link.now());
            b.turn(link.now());
        }
    }

    private Connection connect() {
        b.manager.listen(PORT);
        LocalAddress to = b.manager.address();
        Connection connection = a.manager.connect(
                a.qp,
                a.manager.address().to(to.high(), to.low(), 0),
                PORT,
                new CmOptions(),
                link.now());
        run(5);
        return connection;
    }

    @Test
    void bothServicesSideBySideAreConnectedAndDisconnected() {
        Connection connection = connect();
        assertThat(a.events).containsExactly("established");
        assertThat(b.events).containsExactly("requested UC", "established");
        assertThat(a.qp.state()).isEqualTo(QpState.RTS);
        a.memory.bytes().putLong(0, 42).putLong(SIZE - 8, 43);
        b.qp.postReceive(1, b.memory.key(), b.memory.address(), SIZE);
        a.qp.post(
                new WorkRequest().of(Verb.SEND, 1).local(a.memory.key(), a.memory.address(), SIZE));
        run(2);
        assertThat(a.completed()).containsExactly(Verb.SEND);
        assertThat(b.completed()).containsExactly(Verb.SEND);
        assertThat(b.memory.bytes().getLong(0)).isEqualTo(42);
        assertThat(b.memory.bytes().getLong(SIZE - 8)).isEqualTo(43);
        // Nothing but management datagrams came back.
        assertThat(a.endpoint.counters().rcvdPkts).isEqualTo(1);

        a.manager.disconnect(connection, link.now());
        run(5);
        assertThat(b.events).endsWith("disconnected");
        assertThat(a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
    }

    /** Our services are all reliable ones. */
    @Test
    void aHostRefusesWhatItsServicesCannotSpeak() {
        Wire wire = new Wire();
        wire.b.serve(PORT, () -> new RpingServer(wire.b.endpoint(), 0, 100), CmOptions::new);
        Side asking = new Side(1, QpType.UC);
        Link cable = new Link(asking.endpoint, wire.b.endpoint(), 100_000_000_000L, 1_000);
        LocalAddress to = wire.b.address();
        asking.manager.connect(
                asking.qp,
                asking.manager.address().to(to.high(), to.low(), 0),
                PORT,
                new CmOptions(),
                0);
        for (int i = 0; i < 5; i++) {
            cable.run(cable.now() + TURN_NS);
            asking.turn(cable.now());
            wire.b.turn(cable.now());
        }
        assertThat(asking.events).startsWith("failed");
        assertThat(CmRej.reasonText(asking.rejected)).contains("transport");
        assertThat(wire.b.conversations()).isEmpty();
        assertThat(wire.b.refused()).isEqualTo(1);
    }
}
