package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.Tap;
import io.qpscope.fault.Meddler;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Reth;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** What both sides see for each fault, by the specification. */
class StatusTableTest {
    private static final int BTH = 28;

    /** Drops the n-th packet, from 1, of a direction that bears one of these opcodes. */
    private static Meddler drop(boolean fromA, IntPredicate opcode, int nth) {
        int[] seen = {0};
        return (direction, packet, at, length, now, fate) -> {
            int code = packet.get(at + BTH) & 0xff;
            if (direction == fromA && opcode.test(code) && ++seen[0] == nth) {
                fate.drop();
            }
        };
    }

    private static Meddler dropAll(boolean fromA) {
        return (direction, packet, at, length, now, fate) -> {
            if (direction == fromA) {
                fate.drop();
            }
        };
    }

    @Test
    void aWriteMovesItsBytes() {
        Pair pair = new Pair();
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 5000)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.memoryB.bytes().slice(0, 5000))
                .isEqualTo(pair.memoryA.bytes().slice(0, 5000));
        assertThat(pair.a.counters().sentPkts).isEqualTo(5);
    }

    @Test
    void aReadBringsThem() {
        Pair pair = new Pair();
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 5000)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.memoryA.bytes().slice(0, 5000))
                .isEqualTo(pair.memoryB.bytes().slice(0, 5000));
    }

    @Test
    void aLostRequestIsNakedAndSentAgain() {
        Pair pair = new Pair();
        pair.link.meddler(drop(true, code -> code == Opcode.WRITE_MIDDLE, 1));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 5000)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.b.counters().outOfSeqRequest).isEqualTo(1);
        assertThat(pair.a.counters().rcvdSeqErr).isEqualTo(1);
        assertThat(pair.link.now()).isLessThan(1_000_000);
    }

    @Test
    void aLostAcknowledgementCostsATimeoutAndADuplicate() {
        Pair pair = new Pair();
        pair.link.meddler(drop(false, code -> code == Opcode.ACKNOWLEDGE, 1));
        pair.receive(7, 100).post(pair.bytes(Verb.SEND, 1, 100)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.doneB()).hasToString("[recv 7 SUCCESS]");
        assertThat(pair.b.counters().duplicateRequest).isEqualTo(1);
        // Exponent 14 is 67.1 ms.
        assertThat(pair.link.now()).isBetween(67_108_864L, 68_000_000L);
    }

    @Test
    void aLostReadResponseIsAskedForAgainFromThereOn() {
        Pair pair = new Pair();
        List<String> asked = new ArrayList<>();
        pair.link.taps(
                (fromA, packet, at, length, now) -> {
                    if (fromA) {
                        Reth reth = new Reth().wrap(packet, at + BTH + Bth.LENGTH);
                        long offset = reth.va() - pair.memoryB.address();
                        asked.add(reth.dmalen() + " bytes from " + offset);
                    }
                },
                Tap.NONE);
        pair.link.meddler(drop(false, code -> code == Opcode.READ_RESPONSE_MIDDLE, 2));
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 5000)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.memoryA.bytes().slice(0, 5000))
                .isEqualTo(pair.memoryB.bytes().slice(0, 5000));
        assertThat(pair.b.counters().duplicateRequest).isEqualTo(1);
        assertThat(pair.link.now()).isLessThan(1_000_000);
        assertThat(asked).containsExactly("5000 bytes from 0", "2952 bytes from 2048");
    }

    @Test
    void aLostAtomicAcknowledgementIsAnsweredAgainAndNothingAddedTwice() {
        Pair pair = new Pair();
        pair.memoryB.bytes().putLong(0, 40);
        pair.link.meddler(drop(false, code -> code == Opcode.ATOMIC_ACKNOWLEDGE, 1));
        pair.post(pair.bytes(Verb.ATOMIC_FETCH_AND_ADD, 1, 8).add(2)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.memoryB.bytes().getLong(0)).isEqualTo(42);
        assertThat(pair.memoryA.bytes().getLong(0)).isEqualTo(40);
    }

    @Test
    void silenceEndsInError12AfterAllRounds() {
        Pair pair = new Pair(new QpAttributes().timeout(8).retryCnt(3));
        pair.link.meddler(dropAll(true));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8))
                .post(pair.bytes(Verb.RDMA_WRITE, 2, 8))
                .run();
        assertThat(pair.doneA()).hasToString("[1 RETRY_EXC_ERR, 2 WR_FLUSH_ERR]");
        assertThat(pair.a.counters().sentPkts).isEqualTo(8);
        assertThat(pair.link.now()).isBetween(4 * 1_048_576L, 4 * 1_048_576L + 10_000);
    }

    @Test
    void noReceiveRequestEndsInError13() {
        Pair pair = new Pair(new QpAttributes().rnrRetry(2).minRnrTimer(12));
        pair.post(pair.bytes(Verb.SEND, 1, 8)).post(pair.bytes(Verb.SEND, 2, 8)).run();
        assertThat(pair.doneA()).hasToString("[1 RNR_RETRY_EXC_ERR, 2 WR_FLUSH_ERR]");
        assertThat(pair.b.counters().sendRnrErr).isEqualTo(3);
        // Code 12 is 640 us, waited for twice.
        assertThat(pair.link.now()).isBetween(2 * 640_000L, 2 * 640_000L + 20_000);
    }

    @Test
    void aReceiveRequestThatComesInTimeEndsTheWait() {
        Pair pair = new Pair(new QpAttributes().rnrRetry(1).minRnrTimer(12));
        pair.post(pair.bytes(Verb.SEND, 1, 8));
        pair.link.run(100_000);
        pair.receive(5, 100).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.doneB()).hasToString("[recv 5 SUCCESS]");
    }

    @Test
    void aWrongKeyIsRefused() {
        Pair pair = new Pair();
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8).remote(99, pair.memoryB.address()))
                .post(pair.bytes(Verb.RDMA_WRITE, 2, 8))
                .run();
        assertThat(pair.doneA()).hasToString("[1 REM_ACCESS_ERR, 2 WR_FLUSH_ERR]");
        assertThat(pair.qpB.state()).isEqualTo(QpState.ERR);
    }

    @ParameterizedTest
    @CsvSource({
        "RDMA_WRITE, 8",
        "RDMA_WRITE_WITH_IMM, 8",
        "RDMA_READ, 8",
        "ATOMIC_CMP_AND_SWP, 8",
        "ATOMIC_FETCH_AND_ADD, 8",
        "ATOMIC_WRITE, 8"
    })
    void anOperationThatIsNotEnabledIsInvalid(Verb verb, int length) {
        int right = verb == Verb.RDMA_READ
                ? Access.REMOTE_READ
                : verb.isAtomic() ? Access.REMOTE_ATOMIC : Access.REMOTE_WRITE;
        Pair pair = new Pair(new QpAttributes().accessFlags(Access.ALL & ~right));
        Log log = new Log();
        pair.link.taps(log, Tap.NONE);
        pair.receive(5, 8)
                .post(pair.bytes(verb, 1, length))
                .post(pair.bytes(Verb.SEND, 2, 8))
                .run();
        assertThat(pair.doneA()).hasToString("[1 REM_INV_REQ_ERR, 2 WR_FLUSH_ERR]");
        assertThat(naks(log)).containsExactly(0x60 | Aeth.NAK_INVALID_REQUEST);
        assertThat(pair.qpB.state()).isEqualTo(QpState.ERR);
        assertThat(pair.doneB()).hasToString("[recv 5 WR_FLUSH_ERR]");
        Pair allowed = new Pair(new QpAttributes().accessFlags(right));
        allowed.receive(5, 8).post(allowed.bytes(verb, 1, length)).run();
        assertThat(allowed.doneA()).hasToString("[1 SUCCESS]");
    }

    private static List<Integer> naks(Log log) {
        return log.from(false, "RC_ACKNOWLEDGE").stream()
                .map(Log.Line::syndrome)
                .filter(syndrome -> Aeth.type(syndrome) == Aeth.TYPE_NAK)
                .toList();
    }

    /** The one table of refusals by the responder: what each side's completion and the wire say. */
    @ParameterizedTest
    @CsvSource({
        "ibta, 101, REM_INV_REQ_ERR, LOC_LEN_ERR, 1, 0",
        "cx5, 101, REM_INV_REQ_ERR, LOC_LEN_ERR, 1, 0",
        "qib, 101, REM_INV_REQ_ERR, LOC_QP_OP_ERR, 1, 0",
        "rxe, 101, REM_OP_ERR, LOC_QP_OP_ERR, 3, 0",
        // Of two packets: the first is already too long.
        "rxe, 1100, REM_OP_ERR, LOC_QP_OP_ERR, 3, 0",
        "ibta, 1100, REM_INV_REQ_ERR, LOC_LEN_ERR, 1, 0"
    })
    void aSendThatIsTooLongIsRefusedAsTheDeviceDoes(
            String device, int length, WcStatus requester, WcStatus responder, int nak, int psn) {
        Pair pair = new Pair(Profile.of(device), new QpAttributes(), QpType.RC);
        Log log = new Log();
        pair.link.taps(log, Tap.NONE);
        pair.receive(5, 100).post(pair.bytes(Verb.SEND, 1, length)).run();
        assertThat(pair.doneA()).hasToString("[1 " + requester + "]");
        assertThat(pair.doneB()).hasToString("[recv 5 " + responder + "]");
        assertThat(naks(log)).containsExactly(0x60 | nak);
        assertThat(log.from(false, "RC_ACKNOWLEDGE").get(0).psn()).isEqualTo(psn);
    }

    /** A message of two packets whose second comes as a MIDDLE of the wrong length. */
    @Test
    void afterAResetTheErrorsOfTheEarlierLifeAreForgotten() {
        Pair pair = new Pair();
        pair.receive(5, 100).post(pair.bytes(Verb.SEND, 1, 101)).run();
        assertThat(pair.doneB()).hasToString("[recv 5 LOC_LEN_ERR]");
        pair.reconnect(new QpAttributes());
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && packet.get(at + BTH) == Opcode.SEND_LAST) {
                become(Opcode.SEND_MIDDLE, packet, at, length);
            }
        });
        pair.receive(6, 2000).post(pair.bytes(Verb.SEND, 2, 1100)).run();
        assertThat(pair.doneA()).hasToString("[1 REM_INV_REQ_ERR, 2 REM_INV_REQ_ERR]");
        assertThat(pair.doneB()).hasToString("[recv 6 LOC_QP_OP_ERR]");
    }

    private static void become(int opcode, ByteBuffer packet, int at, int length) {
        packet.put(at + BTH, (byte) opcode);
        int end = at + length - Icrc.LENGTH;
        Icrc.store(packet, end, new Icrc().compute(packet, at, at + BTH - 8, end));
    }

    /** A MIDDLE whose FIRST never was, made of an ONLY on its way. */
    @Test
    void anOpcodeOutOfOrderIsInvalid() {
        Pair pair = new Pair();
        Log log = new Log();
        pair.link.taps(log, Tap.NONE).meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA) {
                become(Opcode.SEND_MIDDLE, packet, at, length);
            }
        });
        pair.receive(5, 2000).post(pair.bytes(Verb.SEND, 1, 1024)).run();
        assertThat(pair.doneA()).hasToString("[1 REM_INV_REQ_ERR]");
        assertThat(pair.doneB()).hasToString("[recv 5 WR_FLUSH_ERR]");
        assertThat(naks(log)).containsExactly(0x60 | Aeth.NAK_INVALID_REQUEST);
    }

    /** max_dest_rd_atomic of the responder below max_rd_atomic of the requester. */
    @ParameterizedTest
    @CsvSource({"2, REM_INV_REQ_ERR", "4, SUCCESS", "0, REM_INV_REQ_ERR"})
    void moreReadsThanTheResponderHasResourcesForAreInvalid(int depth, WcStatus last) {
        Pair pair = new Pair(new QpAttributes().maxRdAtomic(4).maxDestRdAtomic(depth));
        for (int i = 1; i <= 4; i++) {
            pair.post(pair.bytes(Verb.RDMA_READ, i, 4000));
        }
        pair.run();
        List<Pair.Done> done = pair.doneA();
        assertThat(done).extracting(Pair.Done::status).contains(last);
        assertThat(done.stream().filter(d -> d.status() == WcStatus.SUCCESS).count())
                .isEqualTo(depth);
    }

    @Test
    void aMisalignedAtomicIsInvalid() {
        Pair pair = new Pair();
        pair.post(pair.bytes(Verb.ATOMIC_FETCH_AND_ADD, 1, 8)
                        .remote(pair.memoryB.key(), pair.memoryB.address() + 4))
                .run();
        assertThat(pair.doneA()).hasToString("[1 REM_INV_REQ_ERR]");
    }

    @Test
    void aBadIcrcIsLikeALoss() {
        Pair pair = new Pair();
        int[] seen = {0};
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && ++seen[0] == 2) {
                packet.put(at + BTH + Bth.LENGTH, (byte) ~packet.get(at + BTH + Bth.LENGTH));
            }
        });
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 5000)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.b.counters().droppedBadIcrc).isEqualTo(1);
        assertThat(pair.b.counters().outOfSeqRequest).isEqualTo(1);
    }

    @Test
    void aReceiveRequestOfForeignMemoryIsALocalFault() {
        Pair pair = new Pair();
        pair.qpB.postReceive(5, 99, pair.memoryB.address(), 100);
        pair.post(pair.bytes(Verb.SEND, 1, 10)).run();
        assertThat(pair.doneA()).hasToString("[1 REM_OP_ERR]");
        assertThat(pair.doneB()).hasToString("[recv 5 LOC_PROT_ERR]");
    }
}
