package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qpscope.fabric.Tap;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;

/** Unreliable services, shared queues, keys taken away, and queues that are full. */
class ServicesTest {
    private static final int BTH = 28;

    @Test
    void aConnectedDatagramMessageThatLacksAPacketIsDroppedAndTheNextIsTaken() {
        Pair pair = new Pair(Profile.IBTA, new QpAttributes(), QpType.UC);
        boolean[] dropped = {false};
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if ((packet.get(at + BTH) & 0xff) == (Opcode.UC | Opcode.SEND_MIDDLE) && !dropped[0]) {
                dropped[0] = true;
                fate.drop();
            }
        });
        pair.receive(5, 5000).receive(6, 5000);
        pair.post(pair.bytes(Verb.SEND, 1, 5000))
                .post(pair.bytes(Verb.SEND, 2, 4000))
                .run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 SUCCESS]");
        // The receive request of the broken message serves the next.
        assertThat(pair.doneB()).hasToString("[recv 5 SUCCESS]");
        assertThat(pair.memoryB.bytes().slice(0, 4000))
                .isEqualTo(pair.memoryA.bytes().slice(0, 4000));
    }

    @Test
    void connectedDatagramsWriteAndCannotRead() {
        Pair pair = new Pair(Profile.IBTA, new QpAttributes(), QpType.UC);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 5000)).run();
        assertThat(pair.memoryB.bytes().slice(0, 5000))
                .isEqualTo(pair.memoryA.bytes().slice(0, 5000));
        pair.post(pair.bytes(Verb.RDMA_READ, 2, 8)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 LOC_QP_OP_ERR]");
    }

    @Test
    void aDatagramArrivesBehindFortyBytesAndNamesItsSender() {
        Pair pair = new Pair(Profile.IBTA, new QpAttributes(), QpType.UD);
        pair.receive(5, 140).post(datagram(pair, 100, 0x1111_1111)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.doneB()).hasToString("[recv 5 SUCCESS]");
        assertThat(pair.memoryB.bytes().slice(40, 100))
                .isEqualTo(pair.memoryA.bytes().slice(0, 100));
        // An IPv4 header fills the second half of the room for a GRH.
        assertThat(pair.memoryB.bytes().get(20)).isEqualTo((byte) 0x45);
    }

    @Test
    void aDatagramWithAnotherQueueKeyIsDropped() {
        Pair pair = new Pair(Profile.IBTA, new QpAttributes(), QpType.UD);
        pair.receive(5, 140).post(datagram(pair, 100, 0x1111_1112)).run();
        assertThat(pair.doneB()).isEmpty();
        assertThat(pair.b.counters().droppedWrongKey).isEqualTo(1);
    }

    @Test
    void aDatagramLongerThanThePathMtuNeverLeaves() {
        Pair pair = new Pair(Profile.IBTA, new QpAttributes(), QpType.UD);
        pair.post(datagram(pair, 1025, 0x1111_1111)).run();
        assertThat(pair.doneA()).hasToString("[1 LOC_LEN_ERR]");
        assertThat(pair.a.counters().sentPkts).isZero();
    }

    private static WorkRequest datagram(Pair pair, int length, int qkey) {
        Path path = Path.ipv4(0x0a09_0001, 0x0a09_0002);
        return pair.bytes(Verb.SEND, 1, length).to(path, pair.qpB.qpn(), qkey);
    }

    @Test
    void aSharedQueueKeepsItsBuffersWhenAQueuePairThatDrawsFromItDies() {
        Pair pair = new Pair();
        ReceiveQueue shared = ReceiveQueue.shared(8);
        CompletionQueue queue = new CompletionQueue(8);
        QueuePair one = pair.b.createQp(new QpOptions(QpType.RC, queue, queue).shared(shared));
        shared.post(1, pair.memoryB.key(), pair.memoryB.address(), 100);
        one.modify(QpState.ERR, new QpAttributes());
        assertThat(shared.size()).isEqualTo(1);
        assertThat(queue.size()).isZero();
    }

    @Test
    void aKeyThatASendTookAwayIsRefusedFromThenOn() {
        Pair pair = new Pair();
        MemoryRegion other = pair.b.memory().register(ByteBuffer.allocate(64), Access.ALL);
        pair.receive(5, 100);
        pair.post(pair.bytes(Verb.SEND_WITH_INV, 1, 8).immediate(other.key()))
                .post(pair.bytes(Verb.RDMA_WRITE, 2, 8).remote(other.key(), other.address()))
                .run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 REM_ACCESS_ERR]");
        assertThat(other.valid()).isFalse();
    }

    @Test
    void aRegionIsRefusedOneByteBeyondItsEndAndTakenUpToIt() {
        Pair pair = new Pair();
        long end = pair.memoryB.address() + Pair.SIZE;
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 100).remote(pair.memoryB.key(), end - 100))
                .post(pair.bytes(Verb.RDMA_WRITE, 2, 100).remote(pair.memoryB.key(), end - 99))
                .run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 REM_ACCESS_ERR]");
    }

    @Test
    void aRegionWithoutTheRightIsRefused() {
        Pair pair = new Pair();
        MemoryRegion readable =
                pair.b.memory().register(ByteBuffer.allocate(64), Access.REMOTE_READ);
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 8).remote(readable.key(), readable.address()))
                .post(pair.bytes(Verb.RDMA_WRITE, 2, 8).remote(readable.key(), readable.address()))
                .run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 REM_ACCESS_ERR]");
    }

    @Test
    void anEmptyWriteNeedsNoKey() {
        Pair pair = new Pair();
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 0).remote(0, 0)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
    }

    @Test
    void aLocalKeyThatIsWrongEndsInItsTurn() {
        Pair pair = new Pair();
        WorkRequest wrong = new WorkRequest()
                .of(Verb.RDMA_WRITE, 2)
                .local(99, pair.memoryA.address(), 8)
                .remote(pair.memoryB.key(), pair.memoryB.address());
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).post(wrong).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 LOC_PROT_ERR]");
    }

    @Test
    void aFullCompletionQueueSaysWhatItLost() {
        CompletionQueue small = new CompletionQueue(1);
        Completion completion = small.scratch().of(1, 1, Verb.SEND, WcStatus.SUCCESS, 0, false);
        assertThat(small.push(completion)).isTrue();
        assertThat(small.push(completion)).isFalse();
        assertThat(small.overflows()).isEqualTo(1);
        assertThat(small.size()).isEqualTo(1);
    }

    /** Nobody polls: the work is done all the same, and what came last is what is missing. */
    @Test
    void workGoesOnBehindAFullCompletionQueue() {
        Pair pair = new Pair();
        CompletionQueue small = new CompletionQueue(2);
        QueuePair qp = pair.a.createQp(new QpOptions(QpType.RC, small, small));
        QueuePair peer = pair.b.createQp(new QpOptions(QpType.RC, small, small));
        Pair.connect(qp, peer.qpn(), Path.ipv4(1, 2), new QpAttributes());
        Pair.connect(peer, qp.qpn(), Path.ipv4(2, 1), new QpAttributes());
        for (int i = 1; i <= 5; i++) {
            qp.post(pair.bytes(Verb.ATOMIC_FETCH_AND_ADD, i, 8).add(1));
        }
        pair.memoryB.bytes().putLong(0, 0);
        pair.run();
        assertThat(small.overflows()).isEqualTo(3);
        assertThat(small.poll().id()).isEqualTo(1);
        assertThat(small.poll().id()).isEqualTo(2);
        assertThat(small.poll()).isNull();
        assertThat(pair.memoryB.bytes().getLong(0)).isEqualTo(5);
        qp.post(pair.bytes(Verb.RDMA_WRITE, 6, 8));
        pair.run();
        assertThat(small.poll().id()).isEqualTo(6);
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC"})
    void aQueuePairThatIsResetBeginsWithItsNewPsn(QpType type) {
        Pair pair = new Pair(Profile.IBTA, new QpAttributes().sqPsn(100), type);
        Log log = new Log();
        pair.link.taps(log, Tap.NONE);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
        pair.reconnect(new QpAttributes().sqPsn(7));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 2, 8)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 SUCCESS]");
        assertThat(log.from(true, type + "_RDMA_WRITE_ONLY"))
                .extracting(Log.Line::psn)
                .containsExactly(100, 7);
    }

    @Test
    void attributesOutOfRangeAreRefusedByName() {
        Pair pair = new Pair();
        assertThatThrownBy(() -> pair.qpA.modify(QpState.RTS, new QpAttributes().pathMtu(1500)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("path_mtu 1500, expected 256, 512, 1024, 2048 or 4096");
        assertThatThrownBy(() -> pair.qpA.modify(QpState.INIT, new QpAttributes()))
                .hasMessageContaining("from RTS to INIT");
    }
}
