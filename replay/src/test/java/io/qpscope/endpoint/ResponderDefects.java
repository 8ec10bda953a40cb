package io.qpscope.endpoint;

import static io.qpscope.endpoint.Symptom.log;
import static io.qpscope.endpoint.Symptom.lose;
import static io.qpscope.endpoint.Symptom.losePsn;
import static io.qpscope.endpoint.Symptom.pair;

import io.qpscope.fabric.Tap;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.ObjIntConsumer;

/** Situations in which a responder's {@link Defect}s show. */
final class ResponderDefects {
    private static final int MTU = 1024;
    private static final int PKEY = Symptom.BTH + 2;
    private static final int SOURCE = 12;
    /** Last of the RETH, behind a BTH. */
    private static final int DMA_LENGTH = Symptom.BTH + 12 + 12;

    private ResponderDefects() {}

    static List<Symptom> all() {
        return List.of(
                new Symptom(
                        Defect.ATOMIC_REPLAYED,
                        ResponderDefects::atomicAckIsLost,
                        "[1 SUCCESS] 105",
                        "[1 SUCCESS] 110"),
                new Symptom(
                        Defect.NAK_TWICE,
                        ResponderDefects::gap,
                        "1 NAK, 0 timeouts",
                        "2 NAK, 0 timeouts"),
                new Symptom(
                        Defect.NAK_LOST,
                        ResponderDefects::gap,
                        "1 NAK, 0 timeouts",
                        "0 NAK, 1 timeouts"),
                new Symptom(
                        Defect.PSN_WITHOUT_WRAP,
                        ResponderDefects::gapAtTheWrap,
                        "1 gap, 0 duplicates",
                        "0 gap, 4 duplicates"),
                new Symptom(Defect.MSN_STUCK, ResponderDefects::threeMessages, "1 2 3", "0 0 0"),
                new Symptom(
                        Defect.RKEY_BOUND,
                        ResponderDefects::beyondTheEnd,
                        "[1 REM_ACCESS_ERR] [1 REM_ACCESS_ERR] [1 REM_ACCESS_ERR]",
                        "[1 SUCCESS] [1 SUCCESS] [1 REM_ACCESS_ERR]"),
                new Symptom(
                        Defect.DUPLICATE_WRITE_APPLIED,
                        ResponderDefects::writeComesAgain,
                        "newer data kept",
                        "newer data gone"),
                new Symptom(
                        Defect.STALE_QP_TAKEN,
                        profile -> writeIsForged(
                                profile, (packet, at) -> packet.putInt(at + SOURCE, 0x0a09_0003)),
                        "[1 RETRY_EXC_ERR] differs",
                        "[1 SUCCESS] intact"),
                new Symptom(
                        Defect.PKEY_UNCHECKED,
                        profile -> writeIsForged(
                                profile,
                                (packet, at) -> packet.putShort(at + PKEY, (short) 0x8123)),
                        "[1 RETRY_EXC_ERR] differs",
                        "[1 SUCCESS] intact"),
                new Symptom(
                        Defect.WRONG_LAST_LENGTH,
                        profile -> writeIsForged(
                                profile, (packet, at) -> packet.putInt(at + DMA_LENGTH, 16)),
                        "[1 REM_INV_REQ_ERR] differs",
                        "[1 SUCCESS] intact"),
                new Symptom(
                        Defect.WRONG_LAST_LENGTH,
                        profile -> writeIsForged(
                                profile,
                                (packet, at) -> packet.putInt(at + DMA_LENGTH - 4, 0x55)
                                        .putInt(at + DMA_LENGTH, 0)),
                        "[1 REM_INV_REQ_ERR] differs",
                        "[1 REM_ACCESS_ERR] differs"),
                new Symptom(
                        Defect.ICRC_UNCHECKED,
                        ResponderDefects::bitFlips,
                        "[1 SUCCESS] intact",
                        "[1 SUCCESS] differs"),
                new Symptom(
                        Defect.DUPLICATE_READ_STALE,
                        ResponderDefects::responseIsLost,
                        "[1 SUCCESS]",
                        "[1 LOC_LEN_ERR]"),
                new Symptom(Defect.ACK_BEYOND, ResponderDefects::acksOfOneWrite, "[0]", "[1, 0]"),
                new Symptom(
                        Defect.RECEIVE_TWICE,
                        ResponderDefects::ackOfASendIsLost,
                        "[recv 1 SUCCESS]",
                        "[recv 1 SUCCESS, recv 2 SUCCESS]"),
                new Symptom(
                        Defect.INVALID_OPCODE_TAKEN,
                        ResponderDefects::middleForFirst,
                        "[1 REM_INV_REQ_ERR]",
                        "[1 SUCCESS]"),
                new Symptom(
                        Defect.SHORT_PACKET_TAKEN,
                        ResponderDefects::firstIsShort,
                        "[1 REM_INV_REQ_ERR] [recv 1 WR_FLUSH_ERR]",
                        "[1 SUCCESS] [recv 1 SUCCESS]"),
                new Symptom(
                        Defect.ODD_ADDRESS_TAKEN,
                        profile -> word(profile, Verb.ATOMIC_FETCH_AND_ADD, 4),
                        "[1 REM_INV_REQ_ERR]",
                        "[1 SUCCESS]"),
                new Symptom(
                        Defect.ODD_ADDRESS_TAKEN,
                        profile -> word(profile, Verb.ATOMIC_WRITE, 1),
                        "[1 REM_INV_REQ_ERR]",
                        "[1 SUCCESS]"),
                new Symptom(
                        Defect.COMPARE_HALF,
                        ResponderDefects::almostEqual,
                        "kept, then swapped",
                        "swapped, then swapped"),
                new Symptom(
                        Defect.KEY_KEPT,
                        ResponderDefects::writeBehindInvalidate,
                        "[1 SUCCESS, 2 REM_ACCESS_ERR]",
                        "[1 SUCCESS, 2 SUCCESS]"));
    }

    private static String atomicAckIsLost(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        pair.link.meddler(lose(false, Opcode.ATOMIC_ACKNOWLEDGE, 1));
        pair.memoryB.bytes().putLong(0, 100);
        pair.post(pair.bytes(Verb.ATOMIC_FETCH_AND_ADD, 1, 8).compareAndSwap(5, 0))
                .run();
        return pair.doneA() + " " + pair.memoryB.bytes().getLong(0);
    }

    private static String gap(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        Log log = log(pair);
        pair.link.meddler(losePsn(true, 1));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 4 * MTU)).run();
        return Symptom.naks(log, Aeth.NAK_PSN_SEQUENCE_ERROR) + " NAK, "
                + pair.a.counters().completerRetryErr + " timeouts";
    }

    private static String gapAtTheWrap(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().sqPsn(0xff_fffe).timeout(8));
        pair.link.meddler(losePsn(true, 0xff_ffff));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 6 * MTU)).run();
        Counters of = pair.b.counters();
        return of.outOfSeqRequest + " gap, " + of.duplicateRequest + " duplicates";
    }

    private static String threeMessages(Profile profile) {
        Pair pair = pair(profile, new QpAttributes());
        Log log = log(pair);
        for (int i = 1; i <= 3; i++) {
            pair.post(pair.bytes(Verb.RDMA_WRITE, i, 8)).run();
        }
        List<String> msns = log.from(false, "RC_ACKNOWLEDGE").stream()
                .map(line -> Integer.toString(line.aeth() & 0xff_ffff))
                .toList();
        return String.join(" ", msns);
    }

    private static String beyondTheEnd(Profile profile) {
        return beyond(profile, Verb.RDMA_WRITE, 1) + " " + beyond(profile, Verb.RDMA_READ, 1) + " "
                + beyond(profile, Verb.RDMA_WRITE, 2);
    }

    private static List<Pair.Done> beyond(Profile profile, Verb verb, int bytes) {
        Pair pair = pair(profile, new QpAttributes());
        long address = pair.memoryB.address() + Pair.SIZE - 8 + bytes;
        pair.post(pair.bytes(verb, 1, 8).remote(pair.memoryB.key(), address)).run();
        return pair.doneA();
    }

    private static String writeComesAgain(Profile profile) {
        Pair pair = pair(profile, new QpAttributes());
        Symptom.Copy write = new Symptom.Copy(true, Opcode.WRITE_ONLY);
        pair.link.taps(write, Tap.NONE);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
        pair.memoryB.bytes().putLong(0, 1);
        write.arrive(pair);
        return "newer data " + (pair.memoryB.bytes().getLong(0) == 1 ? "kept" : "gone");
    }

    private static String writeIsForged(Profile profile, ObjIntConsumer<ByteBuffer> how) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        pair.link.meddler(Symptom.change(true, Opcode.WRITE_ONLY, how));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
        return pair.doneA() + " " + Symptom.same(pair, 0, 8);
    }

    /** In the data of the first copy. */
    private static String bitFlips(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        boolean[] flipped = {false};
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && !flipped[0]) {
                flipped[0] = true;
                int last = at + length - Icrc.LENGTH - 1;
                packet.put(last, (byte) (packet.get(last) ^ 1));
            }
        });
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
        return pair.doneA() + " " + Symptom.same(pair, 0, 8);
    }

    private static String responseIsLost(Profile profile) {
        Pair pair = pair(profile, new QpAttributes());
        pair.link.meddler(lose(false, Opcode.READ_RESPONSE_MIDDLE, 2));
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 4000)).run();
        return pair.doneA().toString();
    }

    private static String acksOfOneWrite(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        Log log = log(pair);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
        return log.from(false, "RC_ACKNOWLEDGE").stream()
                .map(Log.Line::psn)
                .toList()
                .toString();
    }

    private static String ackOfASendIsLost(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        pair.link.meddler(lose(false, Opcode.ACKNOWLEDGE, 1));
        pair.receive(1, 8).receive(2, 8).post(pair.bytes(Verb.SEND, 1, 8)).run();
        return pair.doneB().toString();
    }

    private static String firstIsShort(Profile profile) {
        Pair pair = pair(profile, new QpAttributes());
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && packet.get(at + Symptom.BTH) == Opcode.SEND_FIRST) {
                packet.putShort(at + 2, (short) (length - 4));
                packet.putShort(at + 24, (short) (length - 24));
                Symptom.seal(packet, at, length - 4);
                fate.cut(length - 4);
            }
        });
        pair.receive(1, 2 * MTU).post(pair.bytes(Verb.SEND, 1, MTU + 8)).run();
        return pair.doneA() + " " + pair.doneB();
    }

    private static String word(Profile profile, Verb verb, int at) {
        Pair pair = pair(profile, new QpAttributes());
        pair.post(pair.bytes(verb, 1, 8).remote(pair.memoryB.key(), pair.memoryB.address() + at))
                .run();
        return pair.doneA().toString();
    }

    /** First the upper half is another one. */
    private static String almostEqual(Profile profile) {
        Pair pair = pair(profile, new QpAttributes());
        String told = "";
        for (long upper : new long[] {1, 0}) {
            pair.memoryB.bytes().putLong(0, 5);
            pair.post(pair.bytes(Verb.ATOMIC_CMP_AND_SWP, 1, 8).compareAndSwap(upper << 32 | 5, 9))
                    .run();
            String become = pair.memoryB.bytes().getLong(0) == 9 ? "swapped" : "kept";
            told += told.isEmpty() ? become + ", then " : become;
        }
        return told;
    }

    private static String writeBehindInvalidate(Profile profile) {
        Pair pair = pair(profile, new QpAttributes());
        MemoryRegion receives = pair.b.memory().register(ByteBuffer.allocate(8), Access.ALL);
        pair.qpB.postReceive(1, receives.key(), receives.address(), 8);
        pair.post(pair.bytes(Verb.SEND_WITH_INV, 1, 8).immediate(pair.memoryB.key()))
                .post(pair.bytes(Verb.RDMA_WRITE, 2, 8))
                .run();
        return pair.doneA().toString();
    }

    private static String middleForFirst(Profile profile) {
        Pair pair = pair(profile, new QpAttributes());
        pair.link.meddler(Symptom.change(
                true,
                Opcode.SEND_FIRST,
                (packet, at) -> packet.put(at + Symptom.BTH, (byte) Opcode.SEND_MIDDLE)));
        pair.receive(1, 2 * MTU).post(pair.bytes(Verb.SEND, 1, 2 * MTU)).run();
        return pair.doneA().toString();
    }
}
