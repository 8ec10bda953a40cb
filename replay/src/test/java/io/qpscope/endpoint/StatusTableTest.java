package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fault.Meddler;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

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
    void aLostReadResponseIsAskedForAgain() {
        Pair pair = new Pair();
        pair.link.meddler(drop(false, code -> code == Opcode.READ_RESPONSE_MIDDLE, 2));
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 5000)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.memoryA.bytes().slice(0, 5000))
                .isEqualTo(pair.memoryB.bytes().slice(0, 5000));
        assertThat(pair.b.counters().duplicateRequest).isEqualTo(1);
        assertThat(pair.link.now()).isLessThan(1_000_000);
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

    @Test
    void anOperationThatIsNotEnabledIsInvalid() {
        Pair pair = new Pair(new QpAttributes().accessFlags(Access.REMOTE_READ));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
        assertThat(pair.doneA()).hasToString("[1 REM_INV_REQ_ERR]");
    }

    @Test
    void aSendThatIsTooLongEndsBoth() {
        Pair pair = new Pair();
        pair.receive(5, 100).post(pair.bytes(Verb.SEND, 1, 101)).run();
        assertThat(pair.doneA()).hasToString("[1 REM_INV_REQ_ERR]");
        assertThat(pair.doneB()).hasToString("[recv 5 LOC_LEN_ERR]");
    }

    @Test
    void rxeCallsASendThatIsTooLongAnOperationError() {
        Pair pair = new Pair(Profile.RXE, new QpAttributes(), QpType.RC);
        pair.receive(5, 100).post(pair.bytes(Verb.SEND, 1, 101)).run();
        assertThat(pair.doneA()).hasToString("[1 REM_OP_ERR]");
        assertThat(pair.doneB()).hasToString("[recv 5 LOC_QP_OP_ERR]");
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
