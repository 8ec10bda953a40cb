package io.qpscope.endpoint;

import static io.qpscope.endpoint.Symptom.lose;
import static io.qpscope.endpoint.Symptom.losePsn;
import static io.qpscope.endpoint.Symptom.pair;

import io.qpscope.fault.Meddler;
import io.qpscope.wire.Opcode;

import java.util.List;

/** Situations in which a requester's {@link Defect}s show. */
final class RequesterDefects {
    private static final int MTU = 1024;
    private static final int ELSEWHERE = 4096;

    private RequesterDefects() {}

    static List<Symptom> all() {
        return List.of(
                new Symptom(
                        Defect.ACK_WITHOUT_WRAP,
                        RequesterDefects::acrossTheWrap,
                        "[1 SUCCESS]",
                        "[1 RETRY_EXC_ERR]"),
                new Symptom(
                        Defect.RNR_COUNTER_KEPT,
                        RequesterDefects::eachSendTooEarly,
                        "[1 SUCCESS, 2 SUCCESS]",
                        "[1 SUCCESS, 2 RNR_RETRY_EXC_ERR]"),
                new Symptom(
                        Defect.RETRY_COUNTER_KEPT,
                        RequesterDefects::eachWriteLostOnce,
                        "[1 SUCCESS, 2 SUCCESS]",
                        "[1 SUCCESS, 2 RETRY_EXC_ERR]"),
                new Symptom(
                        Defect.ONE_PACKET_RESENT,
                        RequesterDefects::gap,
                        "[1 SUCCESS] 0 timeouts",
                        "[1 SUCCESS] 3 timeouts"),
                new Symptom(
                        Defect.READ_RESTART_OFFSET,
                        RequesterDefects::responseIsLost,
                        "[1 SUCCESS] intact",
                        "[1 RETRY_EXC_ERR] differs"),
                new Symptom(
                        Defect.READ_RESTART_PLACE,
                        RequesterDefects::responseIsLost,
                        "[1 SUCCESS] intact",
                        "[1 SUCCESS] differs"),
                new Symptom(
                        Defect.ACK_UNSENT_TAKEN,
                        RequesterDefects::ackIsAhead,
                        "[1 SUCCESS, 2 SUCCESS] intact",
                        "[1 SUCCESS, 2 SUCCESS] differs"));
    }

    private static String acrossTheWrap(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().sqPsn(0xff_fffe).timeout(8));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 6 * MTU)).run();
        return pair.doneA().toString();
    }

    private static String eachSendTooEarly(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().rnrRetry(1).minRnrTimer(1));
        for (int i = 1; i <= 2; i++) {
            pair.post(pair.bytes(Verb.SEND, i, 8));
            pair.link.run(pair.link.now() + 5_000);
            pair.receive(i, 8).run();
        }
        return pair.doneA().toString();
    }

    private static String eachWriteLostOnce(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().retryCnt(1).timeout(8));
        for (int i = 1; i <= 2; i++) {
            pair.link.meddler(lose(true, Opcode.WRITE_ONLY, 1));
            pair.post(pair.bytes(Verb.RDMA_WRITE, i, 8)).run();
        }
        return pair.doneA().toString();
    }

    private static String gap(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        pair.link.meddler(losePsn(true, 2));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 6 * MTU)).run();
        return pair.doneA() + " " + pair.a.counters().completerRetryErr + " timeouts";
    }

    private static String responseIsLost(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        pair.link.meddler(lose(false, Opcode.READ_RESPONSE_MIDDLE, 2));
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 4000)).run();
        return pair.doneA() + " " + same(pair, 0, 4000);
    }

    private static String same(Pair pair, int at, int length) {
        boolean same = pair.memoryA
                .bytes()
                .slice(at, length)
                .equals(pair.memoryB.bytes().slice(at, length));
        return same ? "intact" : "differs";
    }

    /** The ACK of the first WRITE names a PSN far ahead, and the second is lost once. */
    private static String ackIsAhead(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        Meddler second = losePsn(true, 1);
        boolean[] forged = {false};
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            second.meddle(fromA, packet, at, length, now, fate);
            if (!fromA && !forged[0]) {
                forged[0] = true;
                Symptom.psn(packet, at, length, 100);
            }
        });
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8));
        pair.post(pair.request
                        .of(Verb.RDMA_WRITE, 2)
                        .local(pair.memoryA.key(), pair.memoryA.address() + ELSEWHERE, 8)
                        .remote(pair.memoryB.key(), pair.memoryB.address() + ELSEWHERE))
                .run();
        return pair.doneA() + " " + same(pair, ELSEWHERE, 8);
    }
}
