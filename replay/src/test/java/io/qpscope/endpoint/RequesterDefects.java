package io.qpscope.endpoint;

import static io.qpscope.endpoint.Symptom.lose;
import static io.qpscope.endpoint.Symptom.losePsn;
import static io.qpscope.endpoint.Symptom.pair;
import static io.qpscope.endpoint.Symptom.same;

import io.qpscope.fabric.Tap;
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
                        "[1 SUCCESS, 2 SUCCESS] differs"),
                new Symptom(
                        Defect.RNR_WAIT_CUT,
                        RequesterDefects::receiveComesBehindTheAckTimeout,
                        "[1 SUCCESS] 1 RNR NAK, 0 timeouts",
                        "[1 SUCCESS] 4 RNR NAK, 4 timeouts"),
                new Symptom(
                        Defect.CREDIT_IGNORED,
                        RequesterDefects::twoReceivesForFourSends,
                        "[0, 1, 2]",
                        "[0, 1, 2, 3]"),
                new Symptom(
                        Defect.READ_DEPTH_IGNORED,
                        RequesterDefects::twoReads,
                        "[1 SUCCESS, 2 SUCCESS]",
                        "[1 SUCCESS, 2 REM_INV_REQ_ERR]"),
                new Symptom(
                        Defect.LATE_NAK_OBEYED,
                        RequesterDefects::nakComesAgain,
                        "[1 SUCCESS, 2 SUCCESS] 1 of the first PSN",
                        "[1 SUCCESS, 2 SUCCESS] 2 of the first PSN"),
                new Symptom(
                        Defect.FLUSH_MISSING,
                        RequesterDefects::wrongKey,
                        "[1 REM_ACCESS_ERR, 2 WR_FLUSH_ERR]",
                        "[1 REM_ACCESS_ERR]"),
                new Symptom(
                        Defect.ERROR_CONTINUES,
                        RequesterDefects::wrongKey,
                        "[1 REM_ACCESS_ERR, 2 WR_FLUSH_ERR]",
                        "[1 REM_ACCESS_ERR, 2 RETRY_EXC_ERR]"),
                new Symptom(
                        Defect.WRONG_STATUS,
                        RequesterDefects::wrongKey,
                        "[1 REM_ACCESS_ERR, 2 WR_FLUSH_ERR]",
                        "[1 REM_OP_ERR, 2 WR_FLUSH_ERR]"),
                new Symptom(
                        Defect.IMMEDIATE_LOST,
                        RequesterDefects::sendWithImmediateIsLost,
                        "[recv 1 SUCCESS] 7",
                        "[recv 1 SUCCESS] 0"),
                new Symptom(
                        Defect.ACK_TIMER_DEAD,
                        RequesterDefects::writeIsLostTwice,
                        "[1 SUCCESS]",
                        "[]"));
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

    /** The RNR wait is 10.24 ms, the ACK timeout 2.1 ms. */
    private static String receiveComesBehindTheAckTimeout(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(9).minRnrTimer(20));
        pair.post(pair.bytes(Verb.SEND, 1, 8));
        pair.link.run(7_000_000);
        pair.receive(1, 8).run();
        return pair.doneA() + " " + pair.b.counters().sendRnrErr + " RNR NAK, "
                + pair.a.counters().completerRetryErr + " timeouts";
    }

    private static String twoReceivesForFourSends(Profile profile) {
        Pair pair = pair(profile, new QpAttributes());
        Log log = Symptom.log(pair);
        pair.receive(1, 8).receive(2, 8);
        for (int i = 1; i <= 4; i++) {
            pair.post(pair.bytes(Verb.SEND, i, 8));
        }
        pair.link.run(50_000);
        return log.from(true, "RC_SEND_ONLY").stream()
                .map(Log.Line::psn)
                .toList()
                .toString();
    }

    private static String twoReads(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().maxRdAtomic(1).maxDestRdAtomic(1));
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 4000))
                .post(pair.bytes(Verb.RDMA_READ, 2, 4000))
                .run();
        return pair.doneA().toString();
    }

    /** While the next WRITE, from PSN 4 on, is in flight. */
    private static String nakComesAgain(Profile profile) {
        Pair pair = pair(profile, new QpAttributes());
        Symptom.Copy ack = new Symptom.Copy(false, Opcode.ACKNOWLEDGE);
        pair.link.taps(ack, Tap.NONE).meddler(losePsn(true, 1));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 4 * MTU)).run();
        Log log = Symptom.log(pair);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 2, 20 * MTU));
        pair.link.run(pair.link.now() + 1_500);
        ack.arrive(pair);
        return pair.doneA() + " " + log.from(true, "RC_RDMA_WRITE_FIRST").size()
                + " of the first PSN";
    }

    private static String wrongKey(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8).remote(0x55, 0));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 2, 8)).run();
        return pair.doneA().toString();
    }

    private static String sendWithImmediateIsLost(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        pair.link.meddler(lose(true, Opcode.SEND_ONLY_IMM, 1));
        pair.receive(1, 8)
                .post(pair.bytes(Verb.SEND_WITH_IMM, 1, 8).immediate(7))
                .run();
        List<Pair.Done> done = pair.doneB();
        return done + " " + done.get(0).immediate();
    }

    private static String writeIsLostTwice(Profile profile) {
        Pair pair = pair(profile, new QpAttributes().timeout(8));
        int[] lost = {0};
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && lost[0]++ < 2) {
                fate.drop();
            }
        });
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
        return pair.doneA().toString();
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
                Symptom.psn(packet, at, 100);
                Symptom.seal(packet, at, length);
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
