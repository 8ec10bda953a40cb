package io.qpscope.endpoint.cm;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.QpOptions;
import io.qpscope.endpoint.QpState;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;
import io.qpscope.wire.MadHeader;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Two connection managers whose applications decide for themselves when to answer. */
class DeliberationTest {
    private static final int PORT = 20000;
    private static final int MESSAGE = 28 + 12 + 8 + 16;

    private final Side a = new Side(1);
    private final Side b = new Side(2);
    private final List<Integer> messages = new ArrayList<>();
    private long now;

    /** One host without services; it writes down what it is told. */
    private static final class Side implements CmListener {
        final Endpoint endpoint;
        final ConnectionManager manager;
        final List<String> events = new ArrayList<>();
        Connection asked;

        Side(int number) {
            endpoint = new Endpoint(Profile.IBTA, true, number);
            byte[] address = {10, 9, 0, (byte) number};
            manager = new ConnectionManager(endpoint, LocalAddress.of(address, 4791), this, number);
        }

        QueuePair qp() {
            CompletionQueue queue = new CompletionQueue(16);
            return endpoint.createQp(new QpOptions(QpType.RC, queue, queue));
        }

        @Override
        public void requested(Connection connection, long now) {
            asked = connection;
            events.add("requested");
        }

        @Override
        public void established(Connection connection, long now) {
            events.add("established");
        }

        @Override
        public void failed(Connection connection, long now) {
            events.add("failed " + connection.rejectReason());
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

    private void pump() {
        while (move(a, b) || move(b, a)) {}
    }

    private boolean move(Side from, Side to) {
        from.manager.expire(now);
        ByteBuffer out = ByteBuffer.allocate(Endpoint.MOST_PACKET);
        int length = from.endpoint.transmit(out, now);
        if (length > 0) {
            messages.add((int) out.getShort(MESSAGE));
            to.endpoint.receive(out, 0, length, true, now);
            to.manager.receive(now);
        }
        return length > 0;
    }

    private Connection ask(CmOptions options) {
        b.manager.listen(PORT);
        LocalAddress there = b.manager.address();
        Connection c = a.manager.connect(
                a.qp(), a.manager.address().to(there.high(), there.low(), 0), PORT, options, now);
        pump();
        return c;
    }

    @Test
    void aRepeatedRequestIsToldToWaitAndTheAnswerStillCounts() {
        Connection c = ask(new CmOptions().responseTimeout(14).maxCmRetries(1));
        now += 67_108_864;
        pump();
        assertThat(messages).containsExactly(MadHeader.CM_REQ, MadHeader.CM_REQ, MadHeader.CM_MRA);
        // Told to wait 69 s: the one retry is used up, and the request still stands.
        now += 50_000_000_000L;
        pump();
        assertThat(c.state()).isEqualTo(CmState.REQ_SENT);
        Connection there = b.asked;
        b.manager.accept(there, b.qp(), new CmOptions(), now);
        pump();
        assertThat(c.state()).isEqualTo(CmState.ESTABLISHED);
        assertThat(there.state()).isEqualTo(CmState.ESTABLISHED);
        assertThat(a.events).containsExactly("established");
        assertThat(b.events).containsExactly("requested", "established");
    }

    @Test
    void anApplicationThatNeverAnswersIsAnsweredFor() {
        Connection c = ask(new CmOptions().responseTimeout(24));
        now += 60_000_000_000L;
        pump();
        assertThat(c.rejectReason()).isEqualTo(4);
        assertThat(a.events).containsExactly("failed 4", "closed");
        assertThat(b.events).containsExactly("requested", "failed -1", "closed");
    }

    @Test
    void valuesInForceAreThoseTheOtherSideNamed() {
        Connection c = ask(new CmOptions()
                .pathMtu(4096)
                .responderResources(3)
                .initiatorDepth(40)
                .privateData((byte) 'h', (byte) 'i'));
        CmOptions reply = new CmOptions().responderResources(20).initiatorDepth(10);
        b.manager.accept(b.asked, b.qp(), reply, now);
        pump();
        assertThat(b.asked.privateData()).hasSize(56).startsWith('h', 'i', 0);
        assertThat(b.asked.pathMtu()).isEqualTo(4096);
        assertThat(c.maxRdAtomic()).isEqualTo(20);
        assertThat(b.asked.maxRdAtomic()).isEqualTo(3);
        assertThat(c.remoteQpn()).isEqualTo(b.asked.qp().qpn());
        assertThat(b.asked.remoteQpn()).isEqualTo(c.qp().qpn());
    }

    @Test
    void bothSidesMayAskForTheEndAtOnce() {
        Connection c = ask(new CmOptions());
        b.manager.accept(b.asked, b.qp(), new CmOptions(), now);
        pump();
        a.manager.disconnect(c, now);
        b.manager.disconnect(b.asked, now);
        pump();
        assertThat(c.state()).isEqualTo(CmState.TIMEWAIT);
        assertThat(b.asked.state()).isEqualTo(CmState.TIMEWAIT);
        assertThat(c.qp().state()).isEqualTo(QpState.ERR);
        assertThat(a.events).containsExactly("established", "disconnected");
    }

    @Test
    void theApplicationRefusesWithItsReason() {
        Connection c = ask(new CmOptions());
        b.manager.reject(b.asked, 28, now);
        pump();
        assertThat(c.rejectReason()).isEqualTo(28);
        assertThat(a.events).containsExactly("failed 28", "closed");
    }

    @Test
    void anEndForAConnectionNobodyKnowsIsAgreedTo() {
        Connection c = ask(new CmOptions());
        b.manager.accept(b.asked, b.qp(), new CmOptions(), now);
        pump();
        now += 1;
        b.manager.disconnect(b.asked, now);
        pump();
        now += 5_000_000_000L;
        pump();
        assertThat(c.state()).isEqualTo(CmState.CLOSED);
        messages.clear();
        a.manager.gsi.send(a.manager.messages.disconnect(c), c.path());
        pump();
        assertThat(messages).containsExactly(MadHeader.CM_DREQ, MadHeader.CM_DREP);
    }
}
