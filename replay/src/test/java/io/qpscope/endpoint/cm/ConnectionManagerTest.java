package io.qpscope.endpoint.cm;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.service.Conversation;
import io.qpscope.endpoint.service.RpingClient;
import io.qpscope.endpoint.service.RpingServer;
import io.qpscope.endpoint.service.Wire;
import io.qpscope.wire.MadHeader;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Opening and closing connections between two hosts, with messages lost on purpose. */
class ConnectionManagerTest {
    private static final int PORT = 7174;
    private static final long SECOND = 1_000_000_000L;
    private static final int REQ = MadHeader.CM_REQ;
    private static final int REP = MadHeader.CM_REP;
    private static final int RTU = MadHeader.CM_RTU;
    private static final int REJ = MadHeader.CM_REJ;
    private static final int DREQ = MadHeader.CM_DREQ;
    private static final int DREP = MadHeader.CM_DREP;

    private final Wire wire = new Wire();

    private void listen() {
        wire.b.serve(PORT, () -> new RpingServer(wire.b.endpoint(), 0, 1000), CmOptions::new);
    }

    private RpingClient connect(int rounds, CmOptions options) {
        RpingClient client = new RpingClient(wire.a.endpoint(), 0, 64, rounds);
        wire.a.connect(client, path(), PORT, options, wire.now());
        return client;
    }

    private Path path() {
        return wire.a.address().to(wire.b.address().high(), wire.b.address().low(), 0);
    }

    private void loseFirst(int message) {
        List<Integer> lost = new ArrayList<>();
        wire.losing((packet, number) -> {
            boolean lose = packet.message() == message && lost.isEmpty();
            if (lose) {
                lost.add(number);
            }
            return lose;
        });
    }

    @Test
    void aConnectionIsSevenMessagesAtMostAndLeavesNothingBehind() {
        listen();
        RpingClient client = connect(3, new CmOptions());
        wire.run(60 * SECOND);
        assertThat(client.failure()).isNull();
        assertThat(client.tally().operations()).isEqualTo(3);
        assertThat(wire.messages()).containsExactly(REQ, REP, RTU, DREQ, DREP);
        assertThat(wire.a.manager().connections()).isEmpty();
        assertThat(wire.b.manager().connections()).isEmpty();
        assertThat(wire.a.conversations()).isEmpty();
        assertThat(wire.b.conversations()).isEmpty();
    }

    @Test
    void aLostRequestIsSentAgainAfterTheResponseTimeout() {
        listen();
        loseFirst(REQ);
        RpingClient client = connect(1, new CmOptions().responseTimeout(14));
        wire.run(60 * SECOND);
        assertThat(client.failure()).isNull();
        assertThat(wire.messages()).containsExactly(REQ, REQ, REP, RTU, DREQ, DREP);
        // 4.096 us x 2^14
        assertThat(wire.sent.get(1).at()).isEqualTo(67_108_864);
        assertThat(wire.b.accepted()).isEqualTo(1);
    }

    @Test
    void aLostReplyIsAnsweredOnceMoreAndTheRequestIsOneConnection() {
        listen();
        loseFirst(REP);
        RpingClient client = connect(1, new CmOptions().responseTimeout(14));
        wire.run(60 * SECOND);
        assertThat(client.failure()).isNull();
        assertThat(wire.b.accepted()).isEqualTo(1);
        assertThat(wire.messages()).startsWith(REQ, REP).endsWith(DREQ, DREP);
    }

    @Test
    void dataStandsForALostConfirmation() {
        listen();
        loseFirst(RTU);
        RpingClient client = connect(1, new CmOptions().responseTimeout(20));
        wire.run(60 * SECOND);
        assertThat(client.failure()).isNull();
        assertThat(wire.messages()).containsExactly(REQ, REP, RTU, DREQ, DREP);
    }

    @Test
    void withoutDataTheRepeatedReplyBringsTheConfirmationAgain() {
        wire.b.serve(PORT, () -> new RpingServer(wire.b.endpoint(), 0, 10), CmOptions::new);
        wire.losing((packet, number) ->
                packet.message() == 0 || (packet.message() == RTU && number < 5));
        connect(1, new CmOptions().responseTimeout(14).retryCount(7).ackTimeout(25));
        wire.run(SECOND / 4);
        assertThat(wire.messages()).containsSubsequence(REQ, REP, RTU, REP, RTU);
        assertThat(wire.b.manager().connections().get(0).state()).isEqualTo(CmState.ESTABLISHED);
    }

    @Test
    void nobodyListensOnThePort() {
        RpingClient client = connect(1, new CmOptions());
        wire.run(60 * SECOND);
        assertThat(client.failure()).isEqualTo("refused: no listener on the service id");
        assertThat(wire.messages()).containsExactly(REQ, REJ);
        assertThat(wire.a.manager().connections()).isEmpty();
        assertThat(wire.b.manager().connections()).isEmpty();
    }

    @Test
    void nobodyAnswersAtAll() {
        wire.losing((packet, number) -> true);
        RpingClient client = connect(1, new CmOptions().responseTimeout(14).maxCmRetries(3));
        wire.run(60 * SECOND);
        assertThat(client.failure()).isEqualTo("no answer to the connection request");
        assertThat(wire.messages()).containsExactly(REQ, REQ, REQ, REQ, REJ);
        assertThat(wire.a.conversations()).isEmpty();
    }

    @Test
    void aPeerThatVanishesIsGivenUpAfterItsRetries() {
        listen();
        RpingClient client = connect(1, new CmOptions().responseTimeout(14).maxCmRetries(2));
        wire.losing((packet, number) -> packet.message() == DREQ);
        wire.run(60 * SECOND);
        assertThat(client.failure()).isNull();
        assertThat(wire.messages()).containsExactly(REQ, REP, RTU, DREQ, DREQ, DREQ);
        assertThat(wire.a.manager().connections()).isEmpty();
        assertThat(wire.b.manager().connections()).hasSize(1);
    }

    @Test
    void aLostAgreementIsAnsweredAgain() {
        listen();
        loseFirst(DREP);
        RpingClient client = connect(1, new CmOptions().responseTimeout(14));
        wire.run(60 * SECOND);
        assertThat(client.failure()).isNull();
        assertThat(wire.messages()).containsExactly(REQ, REP, RTU, DREQ, DREP, DREQ, DREP);
    }

    @Test
    void theNumberRestsInTimeWaitForOneAckTimeout() {
        listen();
        connect(1, new CmOptions().ackTimeout(14));
        wire.run(SECOND / 100);
        assertThat(wire.messages()).endsWith(DREQ, DREP);
        assertThat(wire.a.manager().connections().get(0).state()).isEqualTo(CmState.TIMEWAIT);
        long before = wire.now();
        wire.run(67_108_864 - before);
        assertThat(wire.a.manager().connections()).hasSize(1);
        wire.run(SECOND / 100);
        assertThat(wire.a.manager().connections()).isEmpty();
    }

    @Test
    void hostsThatAreFullRefuse() {
        listen();
        List<Conversation> clients = new ArrayList<>();
        for (int i = 0; i < 65; i++) {
            clients.add(connect(0, new CmOptions()));
            wire.run(SECOND / 1000);
        }
        assertThat(clients.get(63).failure()).isNull();
        assertThat(clients.get(64).failure()).isEqualTo("refused: no queue pair available");
        assertThat(wire.b.refused()).isEqualTo(1);
    }
}
