package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.Tap;
import io.qpscope.fault.Meddler;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** FLUSH and ATOMIC WRITE (IBA 1.6, A19), and keys that a SEND takes away. */
class PlacementTest {
    private static final int BTH = 28;
    private static final int GLOBAL = 1;
    private static final int PERSISTENT = 2;

    private static Meddler dropFirst(boolean fromA, int operation) {
        boolean[] dropped = {false};
        return (direction, packet, at, length, now, fate) -> {
            boolean hit = direction == fromA && (packet.get(at + BTH) & 0xff) == operation;
            if (hit && !dropped[0]) {
                dropped[0] = true;
                fate.drop();
            }
        };
    }

    private static WorkRequest flush(Pair pair, MemoryRegion region, int placement) {
        return pair.request
                .of(Verb.FLUSH, 1)
                .flush(8, placement, 0)
                .remote(region.key(), region.address());
    }

    private static MemoryRegion region(Pair pair, int access) {
        return pair.b.memory().register(ByteBuffer.allocate(64), access);
    }

    @Test
    void aFlushIsAnsweredByAnEmptyReadResponse() {
        Pair pair = new Pair();
        Log log = new Log();
        pair.link.taps(log, Tap.NONE);
        pair.post(flush(pair, pair.memoryB, GLOBAL | PERSISTENT)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(log.lines)
                .extracting(Log.Line::opcode)
                .containsExactly("RC_FLUSH", "RC_RDMA_READ_RESPONSE_ONLY");
    }

    @Test
    void aFlushWaitsBehindTheWritesBeforeIt() {
        Pair pair = new Pair();
        pair.link.meddler(dropFirst(true, Opcode.WRITE_MIDDLE));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 7, 5000))
                .post(flush(pair, pair.memoryB, GLOBAL))
                .run();
        assertThat(pair.doneA()).hasToString("[7 SUCCESS, 1 SUCCESS]");
        assertThat(pair.memoryB.bytes().slice(0, 5000))
                .isEqualTo(pair.memoryA.bytes().slice(0, 5000));
    }

    @Test
    void eachPlacementNeedsItsRight() {
        int[][] cases = {
            {GLOBAL, Access.FLUSH_GLOBAL, Access.FLUSH_PERSISTENT},
            {PERSISTENT, Access.FLUSH_PERSISTENT, Access.FLUSH_GLOBAL},
        };
        for (int[] each : cases) {
            Pair good = new Pair();
            good.post(flush(good, region(good, each[1]), each[0])).run();
            assertThat(good.doneA()).hasToString("[1 SUCCESS]");
            Pair bad = new Pair();
            bad.post(flush(bad, region(bad, each[2]), each[0])).run();
            assertThat(bad.doneA()).hasToString("[1 REM_ACCESS_ERR]");
            Pair never = new Pair(new QpAttributes().accessFlags(each[2]));
            never.post(flush(never, region(never, Access.ALL), each[0])).run();
            assertThat(never.doneA()).hasToString("[1 REM_INV_REQ_ERR]");
        }
    }

    @Test
    void anAtomicWriteReplacesEightBytesOnce() {
        Pair pair = new Pair();
        pair.memoryA.bytes().putLong(0, 42);
        pair.link.meddler(dropFirst(false, Opcode.READ_RESPONSE_ONLY));
        pair.post(pair.bytes(Verb.ATOMIC_WRITE, 1, 8));
        pair.link.run(1_000_000);
        assertThat(pair.memoryB.bytes().getLong(0)).isEqualTo(42);
        // Its answer is lost; what has come in between must survive the second asking.
        pair.memoryB.bytes().putLong(0, 43);
        pair.run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.b.counters().duplicateRequest).isEqualTo(1);
        assertThat(pair.memoryB.bytes().getLong(0)).isEqualTo(43);
    }

    @Test
    void anAtomicWriteIsRefusedWhereItIsWrong() {
        Pair aside = new Pair();
        long address = aside.memoryB.address() + 4;
        aside.post(aside.bytes(Verb.ATOMIC_WRITE, 1, 8).remote(aside.memoryB.key(), address))
                .run();
        assertThat(aside.doneA()).hasToString("[1 REM_INV_REQ_ERR]");
        Pair foreign = new Pair();
        MemoryRegion readable = region(foreign, Access.REMOTE_READ);
        foreign.post(foreign.bytes(Verb.ATOMIC_WRITE, 1, 8)
                        .remote(readable.key(), readable.address()))
                .run();
        assertThat(foreign.doneA()).hasToString("[1 REM_ACCESS_ERR]");
        assertThat(readable.bytes().getLong(0)).isZero();
        Pair tooLong = new Pair();
        tooLong.post(tooLong.bytes(Verb.ATOMIC_WRITE, 1, 16)).run();
        assertThat(tooLong.doneA()).hasToString("[1 LOC_LEN_ERR]");
        assertThat(tooLong.a.counters().sentPkts).isZero();
    }

    @Test
    void theReceiverIsToldWhichKeyWasTakenAway() {
        Pair pair = new Pair();
        MemoryRegion other = region(pair, Access.ALL);
        pair.receive(5, 100)
                .post(pair.bytes(Verb.SEND_WITH_INV, 1, 8).immediate(other.key()))
                .run();
        assertThat(pair.doneB()).singleElement().satisfies(done -> {
            assertThat(done.verb()).isEqualTo(Verb.SEND_WITH_INV);
            assertThat(done.status()).isEqualTo(WcStatus.SUCCESS);
            assertThat(done.immediate()).isEqualTo(other.key());
        });
        assertThat(other.valid()).isFalse();
        assertThat(pair.memoryB.valid()).isTrue();
        // Local and remote key are one: nothing is received there any more.
        pair.qpB.postReceive(6, other.key(), other.address(), 8);
        pair.post(pair.bytes(Verb.SEND, 2, 8)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 REM_OP_ERR]");
        assertThat(pair.doneB()).hasToString("[recv 6 LOC_PROT_ERR]");
    }

    @Test
    void aKeyThatIsNotThereEndsBothSides() {
        Pair pair = new Pair();
        pair.receive(5, 100)
                .post(pair.bytes(Verb.SEND_WITH_INV, 1, 8).immediate(99))
                .run();
        assertThat(pair.doneA()).hasToString("[1 REM_ACCESS_ERR]");
        assertThat(pair.doneB()).hasToString("[recv 5 LOC_ACCESS_ERR]");
        assertThat(pair.qpB.state()).isEqualTo(QpState.ERR);
    }

    /** A lost ACK brings the SEND again; the key, gone already, is no error then. */
    @Test
    void aKeyIsTakenAwayOnce() {
        Pair pair = new Pair();
        MemoryRegion other = region(pair, Access.ALL);
        pair.link.meddler(dropFirst(false, Opcode.ACKNOWLEDGE));
        pair.receive(5, 100)
                .post(pair.bytes(Verb.SEND_WITH_INV, 1, 8).immediate(other.key()))
                .run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.doneB()).hasToString("[recv 5 SUCCESS]");
        assertThat(pair.b.counters().duplicateRequest).isEqualTo(1);
    }
}
