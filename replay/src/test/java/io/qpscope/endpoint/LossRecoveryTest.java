package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.fabric.Tap;
import io.qpscope.fault.Meddler;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What is sent again after a loss, and how each way to recover ends. */
class LossRecoveryTest {
    private static final int IDENTIFICATION = 4;
    private static final int MTU = 1024;
    private static final int MESSAGES = 3;

    private static Pair pair(Recovery recovery, QpAttributes attributes) {
        return new Pair(Profile.IBTA.with(recovery), attributes, QpType.RC);
    }

    private static Meddler dropNth(int nth) {
        int[] sent = {0};
        return (fromA, packet, at, length, now, fate) -> {
            if (fromA && ++sent[0] == nth) {
                fate.drop();
            }
        };
    }

    private static List<Integer> psns(Log log) {
        return log.lines.stream().filter(Log.Line::fromA).map(Log.Line::psn).toList();
    }

    /** The third of six packets is lost, and all six are away before the NAK comes. */
    @ParameterizedTest
    @CsvSource({
        "GO_BACK_N, 0 1 2 3 4 5 2 3 4 5",
        "GO_BACK_0, 0 1 2 3 4 5 0 1 2 3 4 5",
        "SELECTIVE_REPEAT, 0 1 2 3 4 5 2"
    })
    void aLossIsMendedByWhatTheWayAsksFor(Recovery recovery, String sent) {
        Pair pair = pair(recovery, new QpAttributes());
        Log log = new Log();
        pair.link.taps(log, Tap.NONE).meddler(dropNth(3));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 6 * MTU)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(psns(log))
                .containsExactlyElementsOf(List.of(sent.split(" ", -1)).stream()
                        .map(Integer::valueOf)
                        .toList());
        assertThat(pair.memoryB.bytes().slice(0, 6 * MTU))
                .isEqualTo(pair.memoryA.bytes().slice(0, 6 * MTU));
    }

    /** Messages before the one with the loss stay done. */
    @Test
    void goBack0GoesBackToItsOwnMessageOnly() {
        Pair pair = pair(Recovery.GO_BACK_0, new QpAttributes());
        Log log = new Log();
        pair.link.taps(log, Tap.NONE).meddler(dropNth(5));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 3 * MTU))
                .post(pair.bytes(Verb.RDMA_WRITE, 2, 3 * MTU))
                .run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 SUCCESS]");
        assertThat(psns(log)).containsExactly(0, 1, 2, 3, 4, 5, 3, 4, 5);
    }

    /** Every resend of one packet is lost as well. */
    @ParameterizedTest
    @EnumSource
    void aPacketThatNeverArrivesEndsInError12(Recovery recovery) {
        Pair pair = pair(recovery, new QpAttributes().timeout(8).retryCnt(3));
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && (packet.getInt(at + 36) & 0xff_ffff) == 2) {
                fate.drop();
            }
        });
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 6 * MTU))
                .post(pair.bytes(Verb.RDMA_WRITE, 2, 8))
                .run();
        assertThat(pair.doneA()).hasToString("[1 RETRY_EXC_ERR, 2 WR_FLUSH_ERR]");
    }

    /** A WRITE whose packet behind an RNR wait is lost still has its ACK timeout. */
    @ParameterizedTest
    @EnumSource
    void aLossRightBehindAnRnrWaitIsMendedByTheAckTimeout(Recovery recovery) {
        Pair pair = pair(recovery, new QpAttributes().timeout(8).minRnrTimer(1));
        pair.link.meddler(dropNth(2));
        pair.post(pair.bytes(Verb.SEND, 1, 8));
        pair.link.run(5_000);
        pair.receive(5, 8).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.link.now()).isBetween(1_048_576L, 1_100_000L);
    }

    /** A duplicate READ may ask for a part of the first one (IBA vol 1, 9.7.5.1.4). */
    @ParameterizedTest
    @CsvSource({"4000, 0:1024 1:1024 2:1024 3:928", "1500, 0:1024 1:476", "0, 0:0"})
    void aReadAskedForAgainIsAnsweredInTheLengthAskedFor(int length, String answer) {
        Pair pair = new Pair();
        Symptom.Copy read = new Symptom.Copy(true, Opcode.READ_REQUEST);
        pair.link.taps(read, Tap.NONE);
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 4000)).run();
        read.packet().putInt(Symptom.BTH + 24, length);
        Symptom.seal(read.packet(), 0, read.packet().capacity());
        List<String> responses = new ArrayList<>();
        pair.link.taps(
                (fromA, packet, at, bytes, now) -> {
                    boolean middle =
                            (packet.get(at + Symptom.BTH) & 0xff) == Opcode.READ_RESPONSE_MIDDLE;
                    int data = bytes - Symptom.BTH - (middle ? 16 : 20);
                    responses.add(Symptom.psn(packet, at) + ":" + data);
                },
                Tap.NONE);
        read.arrive(pair);
        assertThat(String.join(" ", responses)).isEqualTo(answer);
    }

    /** More behind a gap than the responder keeps: what did not fit is asked for again. */
    @Test
    void selectiveRepeatOutlivesMoreThanItsReceiverKeeps() {
        Profile cx6 = Profile.CX6;
        assertThat(cx6.window()).isGreaterThan(2 * ReorderBuffer.PACKETS);
        Pair pair = new Pair(cx6, new QpAttributes().pathMtu(256), QpType.RC);
        boolean[] late = {false};
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && !late[0] && (packet.getInt(at + 36) & 0xff_ffff) == 1) {
                late[0] = true;
                fate.drop();
            }
            if (!fromA && now < 50_000) {
                fate.drop(); // the NAK, too: all else is away before anything is mended
            }
        });
        int size = 3 * ReorderBuffer.PACKETS * 256;
        MemoryRegion here = pair.a.memory().register(ByteBuffer.allocate(size), Access.ALL);
        MemoryRegion there = pair.b.memory().register(ByteBuffer.allocate(size), Access.ALL);
        for (int i = 0; i < size; i += 8) {
            here.bytes().putLong(i, i * 0x9e37_79b9_7f4a_7c15L);
        }
        pair.post(pair.request
                        .of(Verb.RDMA_WRITE, 1)
                        .local(here.key(), here.address(), size)
                        .remote(there.key(), there.address()))
                .run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(there.bytes()).isEqualTo(here.bytes());
    }

    /**
     * T1 to T3 in small: a switch drops what has 0xff in the identification's low byte. Going back to
     * the start, a message of 1024 packets is never done; of 100, it is. Going back to the loss both
     * are.
     */
    @ParameterizedTest
    @CsvSource({
        "GO_BACK_0, 1024, false",
        "GO_BACK_0, 100, true",
        "GO_BACK_N, 1024, true",
        "SELECTIVE_REPEAT, 1024, true"
    })
    void oneLossIn256IsALivelockForGoBack0(Recovery recovery, int packets, boolean done) {
        Pair pair = pair(recovery, new QpAttributes().pathMtu(256));
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && (packet.getShort(at + IDENTIFICATION) & 0xff) == 0xff) {
                fate.drop();
            }
        });
        int size = packets * 256;
        MemoryRegion here = pair.a.memory().register(ByteBuffer.allocate(size), Access.ALL);
        MemoryRegion there = pair.b.memory().register(ByteBuffer.allocate(size), Access.ALL);
        for (int i = 1; i <= MESSAGES; i++) {
            pair.post(pair.request
                    .of(Verb.RDMA_WRITE, i)
                    .local(here.key(), here.address(), size)
                    .remote(there.key(), there.address()));
        }
        // Many times as long as they take without loss.
        assertThat(pair.link.run(20L * MESSAGES * packets * 30)).isEqualTo(done);
        assertThat(pair.doneA()).hasSize(done ? MESSAGES : 0);
        assertThat(pair.a.counters().rcvdSeqErr).isPositive();
    }
}
