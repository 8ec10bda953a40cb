package io.qpscope.endpoint;

import static io.qpscope.endpoint.Symptom.log;
import static io.qpscope.endpoint.Symptom.lose;
import static io.qpscope.endpoint.Symptom.losePsn;
import static io.qpscope.endpoint.Symptom.pair;

import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;

import java.util.List;

/** Situations in which a responder's {@link Defect}s show. */
final class ResponderDefects {
    private static final int MTU = 1024;
    private static final int GAP = 0x60 | Aeth.NAK_PSN_SEQUENCE_ERROR;

    private ResponderDefects() {}

    static List<Symptom> all() {
        return List.of(
                new Symptom(
                        Defect.ATOMIC_REPLAYED,
                        ResponderDefects::atomicAckIsLost,
                        "[1 SUCCESS] 105",
                        "[1 SUCCESS] 110"),
                new Symptom(Defect.NAK_TWICE, ResponderDefects::gap, "1 NAK", "2 NAK"),
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
                        "[1 SUCCESS] [1 SUCCESS] [1 REM_ACCESS_ERR]"));
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
        Pair pair = pair(profile, new QpAttributes());
        Log log = log(pair);
        pair.link.meddler(losePsn(true, 1));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 4 * MTU)).run();
        return naks(log) + " NAK";
    }

    static long naks(Log log) {
        return log.from(false, "RC_ACKNOWLEDGE").stream()
                .filter(line -> line.syndrome() == GAP)
                .count();
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
}
