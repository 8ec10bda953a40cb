package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.FaultyStream;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.wire.Terminate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.List;

/** Fault plans on iWARP streams: what the end that gets the wrong FPDU says. */
class MpaFaultTest {
    private static final int SEGMENT = 1000;

    /** Two ends with markers and CRCs, and a plan for what they send, in pieces of some length. */
    private static final class Run {
        final FaultEngine engine;
        final StreamPair pair;

        Run(boolean crc, boolean markers, int piece, String... rules) {
            try {
                String text = "faults:\n- " + String.join("\n- ", rules);
                engine = new FaultEngine(FaultPlan.read("p.yaml", text), 1, 0);
            } catch (InvalidYamlException e) {
                throw new AssertionError(e.getMessage(), e);
            }
            FaultyStream faults = engine.streams().open();
            pair = new StreamPair(
                    o -> o.crc(crc).markers(markers), o -> o.crc(crc).markers(markers));
            pair.forged((fromA, bytes) -> {
                for (int at = 0; at < bytes.position(); at += piece) {
                    int length = Math.min(piece, bytes.position() - at);
                    faults.pass(fromA, bytes, at, length, pair.now);
                }
            });
            pair.connect();
        }

        Run writes(int count) {
            for (int i = 0; i < count; i++) {
                pair.post(pair.bytes(Verb.RDMA_WRITE, i, SEGMENT)).run();
            }
            return this;
        }

        long fires() {
            return engine.counts().get(0).fires();
        }

        boolean alive() {
            return pair.b.stream.state() == StreamState.ESTABLISHED;
        }

        List<Integer> said() {
            Terminate sent = pair.b.stream.terminateSent();
            return List.of(sent.layer(), sent.type(), sent.code());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 512, 100_000})
    void aWrongCrcIsToldWhateverPiecesTheBytesComeIn(int piece) {
        Run run = new Run(true, true, piece, "mpa: {stream: 1, fpdu: 4, from: a, crc: bad}");
        run.writes(3);
        assertThat(run.alive()).isTrue();
        assertThat(run.fires()).isZero();
        run.writes(1);
        assertThat(run.fires()).isEqualTo(1);
        assertThat(run.said()).containsExactly(Terminate.LLP, 0, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void aWrongMarkerIsToldAsOne(int fpdu) {
        Run run = new Run(true, true, 100_000, "mpa: {fpdu: " + fpdu + ", from: a, marker: bad}");
        run.writes(7);
        assertThat(run.fires()).isEqualTo(1);
        assertThat(run.said()).containsExactly(Terminate.LLP, 0, 3);
    }

    /** Where its bytes lie does not matter, as long as they come in one piece. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void aFieldIsChangedAndTheCrcFits(int fpdu) {
        String rule = "mpa: {fpdu: " + fpdu + ", from: a, field: iwarp_ddp.stag, xor: 1}";
        Run run = new Run(true, true, 100_000, rule).writes(7);
        assertThat(run.fires()).isEqualTo(1);
        assertThat(run.said()).containsExactly(Terminate.DDP, 1, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 512})
    void aFieldIsLeftAloneInPieces(int piece) {
        Run run = new Run(true, true, piece, "mpa: {field: iwarp_ddp.stag, xor: 1}").writes(3);
        assertThat(run.fires()).isZero();
        assertThat(run.alive()).isTrue();
    }

    @Test
    void aFieldThatIsNotThereIsLeftAlone() {
        Run run = new Run(true, false, 100_000, "mpa: {field: iwarp_ddp.msn, xor: 1}").writes(3);
        assertThat(run.fires()).isZero();
        assertThat(run.alive()).isTrue();
    }

    @Test
    void aRequestIsChanged() {
        Run run = new Run(true, false, 100_000, "mpa: {from: a, field: iwarp_mpa.rev, value: 3}");
        assertThat(run.fires()).isEqualTo(1);
        assertThat(run.pair.b.stream.state()).isEqualTo(StreamState.FAILED);
        assertThat(run.pair.b.stream.failure()).isEqualTo("MPA revision 3, known are 1 and 2");
    }

    @Test
    void withoutMarkersNoneIsWrong() {
        Run run = new Run(true, false, 100_000, "mpa: {marker: bad}").writes(5);
        assertThat(run.fires()).isZero();
        assertThat(run.engine.exercised()).isFalse();
        assertThat(run.alive()).isTrue();
    }

    @Test
    void withoutCrcsNoneIsWrong() {
        Run run = new Run(false, false, 100_000, "mpa: {crc: bad}").writes(5);
        assertThat(run.fires()).isZero();
        assertThat(run.alive()).isTrue();
    }

    @Test
    void aWrongLengthLosesTheFramesThatFollow() {
        Run run = new Run(true, false, 100_000, "mpa: {fpdu: 2, from: a, length: 20}").writes(3);
        assertThat(run.fires()).isEqualTo(1);
        assertThat(run.said()).containsExactly(Terminate.LLP, 0, 2);
    }

    @Test
    void theLengthAlonePassesWithoutCrcs() {
        Run run = new Run(false, false, 100_000, "mpa: {fpdu: 1, from: a, length: 4}").writes(1);
        assertThat(run.fires()).isEqualTo(1);
        assertThat(run.alive()).isFalse();
    }

    @Test
    void otherStreamsAndSidesAreLeftAlone() {
        Run other = new Run(true, false, 100_000, "mpa: {stream: 2, crc: bad}").writes(3);
        assertThat(other.fires()).isZero();
        assertThat(other.alive()).isTrue();
        Run side = new Run(true, false, 100_000, "mpa: {from: b, crc: bad}").writes(3);
        assertThat(side.fires()).isZero();
        side.pair.post(side.pair.bytes(Verb.RDMA_READ, 9, 100)).run();
        assertThat(side.fires()).isEqualTo(1);
        Terminate sent = side.pair.a.stream.terminateSent();
        assertThat(List.of(sent.layer(), sent.type(), sent.code()))
                .containsExactly(Terminate.LLP, 0, 2);
    }

    @Test
    void everyNthOnlySoOften() {
        Run run = new Run(false, false, 100_000, "mpa: {every: 3, times: 1, length: 14}").writes(2);
        assertThat(run.fires()).isZero();
        assertThat(run.alive()).isTrue();
        run.writes(1);
        assertThat(run.fires()).isEqualTo(1);
    }

    /** Bytes that are no iWARP at all do no harm. */
    @Test
    void anythingPasses() {
        Run run = new Run(true, true, 7, "mpa: {crc: bad}");
        FaultyStream stream = run.engine.streams().open();
        ByteBuffer bytes = ByteBuffer.allocate(70_000);
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, (byte) (i * 31 + i / 251));
        }
        for (int at = 0; at < bytes.capacity(); at += 1000) {
            stream.pass(at % 2000 == 0, bytes, at, 1000, at);
        }
        assertThat(run.alive()).isTrue();
    }
}
