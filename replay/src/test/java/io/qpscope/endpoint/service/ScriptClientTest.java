package io.qpscope.endpoint.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.Wire.Sent;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Verbs at their times, in virtual time. */
class ScriptClientTest {
    private static final int PORT = 9;
    private static final long MS = 1_000_000;
    /** Offset of the BTH in what {@link Wire} keeps. */
    private static final int BTH = 28;

    private final Wire wire = new Wire();

    private static ScriptStep step(Verb verb, int length, long place, long atNs, int after) {
        return new ScriptStep(verb, length, place, atNs, after, false, 7, 0, 1, 0);
    }

    private ScriptClient run(List<ScriptStep> steps, int depth, double speed, int room) {
        wire.b.serve(PORT, () -> new SinkServer(wire.b.endpoint(), 0, 64, room), CmOptions::new);
        ScriptClient client = new ScriptClient(wire.a.endpoint(), 0, steps, depth, speed);
        wire.a.connect(
                client,
                wire.a.address().to(wire.b.address().high(), wire.b.address().low(), 0),
                PORT,
                new CmOptions().ackTimeout(14),
                wire.now());
        wire.run(10_000 * MS);
        return client;
    }

    /** When requests of our queue pair left, for the first time each. */
    private List<Long> requests() {
        List<Long> times = new ArrayList<>();
        for (Sent each : wire.sent) {
            int traits = Opcode.traits(each.bytes()[BTH] & 0xff);
            boolean request = (traits & Opcode.IS_REQUEST) != 0 && (traits & Opcode.STARTS) != 0;
            if (each.fromA() && request && each.destQp() != 1) {
                times.add(each.at());
            }
        }
        return times;
    }

    @Test
    void stepsKeepTheirDistance() {
        List<ScriptStep> steps = List.of(
                step(Verb.SEND, 100, 0, 5 * MS, 0),
                step(Verb.RDMA_WRITE, 3000, 64, 5 * MS, 0),
                step(Verb.RDMA_READ, 100, 0, 25 * MS, 0));
        ScriptClient client = run(steps, 3, 1, 65536);
        assertThat(client.failure()).isNull();
        assertThat(client.over()).isTrue();
        assertThat(client.done()).isEqualTo(3);
        assertThat(client.tally().bytes()).isEqualTo(3200);
        List<Long> times = requests();
        assertThat(times).hasSize(3);
        assertThat(times.get(2) - times.get(0)).isEqualTo(20 * MS);
    }

    @Test
    void twiceAsFastIsHalfTheDistance() {
        List<ScriptStep> steps =
                List.of(step(Verb.SEND, 1, 0, 0, 0), step(Verb.SEND, 1, 0, 40 * MS, 0));
        run(steps, 2, 2, 4096);
        assertThat(requests().get(1) - requests().get(0)).isEqualTo(20 * MS);
    }

    /** The second waits for the first, which an ACK timeout makes late; the third comes as late. */
    @Test
    void whatIsWaitedForMovesAllThatFollows() {
        boolean[] lost = new boolean[1];
        wire.losing((packet, number) -> {
            boolean first = packet.fromA() && packet.destQp() != 1 && !lost[0];
            lost[0] |= first;
            return first;
        });
        List<ScriptStep> steps = List.of(
                step(Verb.SEND, 1, 0, 0, 0),
                step(Verb.SEND, 1, 0, MS, 1),
                step(Verb.SEND, 1, 0, 11 * MS, 1));
        ScriptClient client = run(steps, 3, 1, 4096);
        assertThat(client.done()).isEqualTo(3);
        List<Long> times = requests();
        assertThat(times).as("the first twice").hasSize(4);
        assertThat(times.get(1) - times.get(0)).isGreaterThan(60 * MS);
        assertThat(times.get(2)).isGreaterThan(times.get(1));
        assertThat(times.get(3) - times.get(2)).isEqualTo(10 * MS);
    }

    @Test
    void noMoreThanTheDepthIsUnderWay() {
        List<ScriptStep> steps = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            steps.add(step(Verb.RDMA_READ, 8, 8L * i, 0, 0));
        }
        ScriptClient client = run(steps, 1, Double.POSITIVE_INFINITY, 4096);
        assertThat(client.done()).isEqualTo(100);
        assertThat(client.folded()).isFalse();
        List<Long> times = requests();
        for (int i = 1; i < times.size(); i++) {
            assertThat(times.get(i)).isGreaterThan(times.get(i - 1));
        }
    }

    /** Everything that has to fit does, at the alignment it had. */
    @Test
    void placesBeyondTheRoomFallTogether() {
        List<ScriptStep> steps = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            steps.add(step(Verb.RDMA_WRITE, 1000 + i, 1_000_003L * i, 0, 0));
            steps.add(step(Verb.ATOMIC_FETCH_AND_ADD, 8, 80_008L * i, 0, 0));
        }
        ScriptClient client = run(steps, 8, Double.POSITIVE_INFINITY, 2048);
        assertThat(client.failure()).isNull();
        assertThat(client.status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(client.done()).isEqualTo(128);
        assertThat(client.folded()).isTrue();
    }

    @Test
    void aWrongKeyIsRefusedAndEndsTheScript() {
        List<ScriptStep> steps = List.of(
                step(Verb.RDMA_WRITE, 10, 0, 0, 0),
                new ScriptStep(Verb.RDMA_WRITE, 10, 0, MS, 1, true, 0, 0, 0, 0),
                step(Verb.RDMA_WRITE, 10, 0, 2 * MS, 0));
        ScriptClient client = run(steps, 2, 1, 4096);
        assertThat(client.status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
        assertThat(client.done()).isEqualTo(1);
        assertThat(client.failure()).contains("REM_ACCESS_ERR");
    }

    @Test
    void whatDoesNotFitIsSaidBeforeAnythingIsSent() {
        ScriptClient client = run(List.of(step(Verb.RDMA_READ, 5000, 0, 0, 0)), 1, 1, 4096);
        assertThat(client.failure())
                .isEqualTo("step 1, RDMA_READ of 5000 bytes: the peer has room for 4096 bytes");
        assertThat(requests()).isEmpty();
    }

    @Test
    void nothingToAskForIsOverAtOnce() {
        ScriptClient client = run(List.of(), 1, 1, 4096);
        assertThat(client.over()).isTrue();
        assertThat(client.failure()).isNull();
    }
}
