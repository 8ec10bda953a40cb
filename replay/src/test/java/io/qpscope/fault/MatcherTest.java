package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Which packets a rule means: each condition with one that it lets in and one that it keeps out. */
class MatcherTest {
    /** PSNs of A's packets that were sent and did not arrive, in order. */
    private static List<Integer> lost(Rig rig) {
        List<Integer> arrived = new ArrayList<>(rig.psns(true));
        List<Integer> lost = new ArrayList<>();
        for (Rig.Line line : rig.sent(true)) {
            if (!arrived.remove((Integer) line.psn())) {
                lost.add(line.psn());
            }
        }
        return lost;
    }

    @Test
    void aRangeOfPsnsCountsFromTheFirstAcrossTheWrap() {
        Rig rig = new Rig("drop: {psn: 14..17, round: 1}").write(24).run();
        assertThat(rig.fires(1)).isEqualTo(4);
        assertThat(lost(rig)).containsExactlyInAnyOrder(14, 15, 16, 17);
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
    }

    @Test
    void anOpenRangeHasNoEnd() {
        Rig rig = new Rig("mark: {psn: 20.., ecn: ce}", "mark: {psn: ..3, dscp: 8}")
                .write(24)
                .run();
        assertThat(rig.fires(1)).isEqualTo(4);
        assertThat(rig.fires(2)).isEqualTo(4);
    }

    @Test
    void aRoundIsTheSendingNotThePacket() {
        Rig rig = new Rig(
                        "drop: {psn: 5, round: 1}",
                        "drop: {psn: 5, round: 2}",
                        "drop: {psn: 5," + " round: 4}")
                .write(8)
                .run();
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.fires(2)).isEqualTo(1);
        assertThat(rig.fires(3)).isZero();
        assertThat(lost(rig)).containsExactly(5, 5);
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
    }

    @Test
    void aRestartedReadIsTheSecondSendingOfItsPsn() {
        Rig rig = new Rig(
                        "drop: {from: b, psn: 3, opcode: RC_RDMA_READ_RESPONSE_MIDDLE, round: 1}",
                        "mark: {opcode: RC_RDMA_READ_REQUEST, round: 2, ecn: ce}",
                        "mark: {opcode: RC_RDMA_READ_REQUEST, round: 1, ecn: ect0}",
                        "mark: {opcode: \"RC_RDMA_READ_RESPONSE_*\", round: 2, dscp: 9}")
                .post(Verb.RDMA_READ, 1, 8 * Rig.MTU)
                .run();
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.sent(true)).hasSize(2);
        assertThat(rig.sent(true).get(1).psn()).isEqualTo(3);
        assertThat(rig.fires(2)).isEqualTo(1);
        assertThat(rig.fires(3)).isEqualTo(1);
        assertThat(rig.fires(4)).isEqualTo(5);
    }

    @Test
    void messagesAreNumberedFromOneAlsoWhenResent() {
        Rig rig = new Rig(
                        "drop: {psn: 1, round: 1}",
                        "mark: {message: 2, ecn: ce}",
                        "mark: {message: 4, ecn: ce}")
                .write(3)
                .post(Verb.RDMA_READ, 2, 4 * Rig.MTU)
                .write(2)
                .run();
        assertThat(rig.done()).hasSize(3).containsOnly(WcStatus.SUCCESS);
        List<String> marked = rig.arrived(true).stream()
                .filter(line -> line.ecn() == 3)
                .map(Rig.Line::opcode)
                .distinct()
                .toList();
        assertThat(marked).containsExactly("RC_RDMA_READ_REQUEST");
        assertThat(rig.fires(2)).isGreaterThanOrEqualTo(1);
        assertThat(rig.fires(3)).isZero();
    }

    @Test
    void answersBelongToTheRequestersMessage() {
        Rig rig = new Rig("mark: {from: b, message: 2, ecn: ce}");
        rig.write(2).post(Verb.RDMA_READ, 2, 4 * Rig.MTU).run();
        assertThat(rig.arrived(false).stream().filter(line -> line.ecn() == 3))
                .hasSize(4)
                .allMatch(line -> line.opcode().startsWith("RC_RDMA_READ_RESPONSE"));
    }

    @Test
    void anOpcodeIsNamedByAPattern() {
        Rig rig = new Rig(
                        "mark: {opcode: \"RC_*_LAST\", dscp: 1}",
                        "mark: {opcode: RC_ACKNOWLEDGE, dscp: 2}",
                        "mark: {opcode: \"*\", ecn: ce}",
                        "mark: {opcode: \"UC_*\", ecn: ect0}")
                .write(4)
                .run();
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.fires(2)).isEqualTo(1);
        assertThat(rig.fires(3)).isEqualTo(5);
        assertThat(rig.fires(4)).isZero();
    }

    @Test
    void eachSideSendsItsOwn() {
        Rig rig = new Rig(
                "mark: {from: a, dscp: 1}",
                "mark: {from: b, dscp: 2}",
                "mark: {from: b, opcode: \"RC_RDMA_WRITE_*\", psn: 1, dscp: 3}");
        rig.write(3).run();
        rig.postB(Verb.RDMA_WRITE, 9, 2 * Rig.MTU).run();
        assertThat(rig.fires(1)).isEqualTo(4);
        assertThat(rig.fires(2)).isEqualTo(3);
        assertThat(rig.fires(3)).isEqualTo(1);
        assertThat(rig.arrived(false).stream().filter(line -> line.dscp() == 3).toList())
                .extracting(Rig.Line::psn)
                .containsExactly(1);
    }

    @Test
    void withoutMoreAPsnMeansRequests() {
        Rig rig = new Rig("mark: {psn: 3, ecn: ce}", "mark: {psn: 3, from: b, ecn: ce}")
                .write(4)
                .run();
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.fires(2)).isEqualTo(1);
        assertThat(rig.arrived(true).get(3).ecn()).isEqualTo(3);
        assertThat(rig.arrived(false).get(0).psn()).isEqualTo(3);
        assertThat(rig.arrived(false).get(0).ecn()).isEqualTo(3);
    }

    @Test
    void queuePairsAreNumberedByTheirFirstPacket() {
        Rig rig =
                new Rig(attributes -> {}, 3, 1, "mark: {qp: 1, ecn: ce}", "mark: {qp: 4, ecn: ce}");
        rig.post(2, Verb.RDMA_WRITE, 1, 10).run();
        rig.post(0, Verb.RDMA_WRITE, 2, 10).post(1, Verb.RDMA_WRITE, 3, 10).run();
        assertThat(rig.fires(1)).isEqualTo(2);
        assertThat(rig.fires(2)).isZero();
        assertThat(rig.arrived(true).stream().filter(line -> line.ecn() == 3).toList())
                .extracting(Rig.Line::destQp)
                .containsExactly(rig.qpsB.get(2).qpn());
        // Answers are of the same pair.
        assertThat(rig.arrived(false).get(0).ecn()).isEqualTo(3);
    }

    @Test
    void withoutADirectoryAcknowledgementsTellWhichQueuePairsBelongTogether() {
        Rig rig = new Rig(attributes -> {}, 2, 1, "mark: {qp: 1, from: b, ecn: ce}");
        rig.engine.point().directory(QpDirectory.NONE);
        rig.write(3).run();
        rig.post(1, Verb.RDMA_WRITE, 2, 10).run();
        assertThat(rig.fires(1)).isEqualTo(1);
        assertThat(rig.arrived(false).get(0).ecn()).isEqualTo(3);
        assertThat(rig.arrived(false).get(1).ecn()).isZero();
    }

    @Test
    void whatFitsTwoQueuePairsIsNotGuessed() {
        Rig rig = new Rig(
                attributes -> {},
                2,
                1,
                "mark: {qp: 1, from: b, ecn: ce}",
                "mark: {opcode: RC_ACKNOWLEDGE, dscp: 1}");
        rig.engine.point().directory(QpDirectory.NONE);
        rig.write(3).post(1, Verb.RDMA_WRITE, 2, 3 * Rig.MTU).run();
        assertThat(rig.fires(1)).isZero();
        assertThat(rig.fires(2)).isEqualTo(2);
    }

    @Test
    void everyNthOfThoseThatFit() {
        Rig rig = new Rig(
                        "drop: {from: a, every: 7, times: 3}",
                        "mark: {psn: 0..9, every: 5," + " ecn: ce}")
                .write(30)
                .run();
        assertThat(rig.fires(1)).isEqualTo(3);
        assertThat(rig.sent(true).get(6).psn()).isEqualTo(6);
        assertThat(lost(rig)).hasSize(3).startsWith(6, 13);
        assertThat(rig.done()).containsExactly(WcStatus.SUCCESS);
    }

    @Test
    void aProbabilityIsMetAndDrawnFromTheSeed() {
        long[] fires = new long[3];
        for (int i = 0; i < 3; i++) {
            Rig rig = new Rig(
                    attributes -> {}, 1, i < 2 ? 1 : 2, "mark: {probability: 0.2, ecn: ce}");
            for (int j = 0; j < 10; j++) {
                rig.write(200).run();
            }
            fires[i] = rig.fires(1);
            assertThat(fires[i]).as("of 2010, seed %d", i < 2 ? 1 : 2).isBetween(330L, 480L);
        }
        assertThat(fires[0]).isEqualTo(fires[1]);
        assertThat(new Rig("drop: {probability: 0}").write(9).run().fires(1)).isZero();
        assertThat(new Rig("mark: {probability: 1, ecn: ce}").write(9).run().fires(1))
                .isEqualTo(10);
    }

    @Test
    void aWindowOfTimeHasTwoEnds() {
        Rig rig = new Rig("mark: {from: a, after: 2us, for: 3us, ecn: ce}")
                .write(80)
                .run();
        long inside = 0;
        for (int i = 0; i < 80; i++) {
            long sent = rig.sent(true).get(i).ns();
            boolean within = sent >= 2_000 && sent < 5_000;
            inside += within ? 1 : 0;
            assertThat(rig.arrived(true).get(i).ecn()).as("at %d", sent).isEqualTo(within ? 3 : 0);
        }
        assertThat(inside).isBetween(30L, 40L);
        assertThat(rig.fires(1)).isEqualTo(inside);
    }

    @Test
    void atATimeMeansTheFirstFromThenOn() {
        Rig rig = new Rig("mark: {from: a, at: 2us, ecn: ce}", "mark: {at: 9s, ecn: ce}")
                .write(80)
                .run();
        List<Rig.Line> marked =
                rig.arrived(true).stream().filter(line -> line.ecn() == 3).toList();
        assertThat(marked).hasSize(1);
        long sent = rig.sent(true).get(marked.get(0).psn()).ns();
        assertThat(sent).isBetween(2_000L, 2_090L);
        assertThat(rig.fires(2)).isZero();
        assertThat(rig.engine.exercised()).isFalse();
    }

    @Test
    void timesAreALimit() {
        Rig rig = new Rig("mark: {from: a, times: 3, ecn: ce}").write(8).run();
        assertThat(rig.fires(1)).isEqualTo(3);
    }

    @Test
    void anOptionalRuleNeedNotAct() {
        assertThat(new Rig("drop: {qp: 9, optional: true}")
                        .write(1)
                        .run()
                        .engine
                        .exercised())
                .isTrue();
        assertThat(new Rig("drop: {qp: 9}").write(1).run().engine.exercised()).isFalse();
    }

    @Test
    void rulesOfALinkActThereAlone() {
        FaultEngine engine =
                new FaultEngine(Rig.plan("drop: {link: uplink, psn: 1}", "drop: {psn: 2}"), 1, 0);
        assertThat(engine.link("uplink")).isNotNull().isNotSameAs(engine.point());
        assertThat(engine.link("other")).isNull();
        assertThat(engine.link("")).isNull();
    }
}
