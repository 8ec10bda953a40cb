package io.qpscope.fuzz.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Defect;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.campaign.CaseRunner;
import io.qpscope.fuzz.corpus.Coverage;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What goes wrong while something is being put right: that it is drawn, that a sound endpoint bears it,
 * and that it shows who doesn't.
 */
class HardTimesTest {
    private static final CaseRunner RUNNER = new CaseRunner(new Coverage());

    @Test
    void resendsAreLost() {
        find(
                each -> each.size() == 2
                        && has(each, rule -> isLoss(rule, "", "1"))
                        && has(each, rule -> isLoss(rule, "", "2"))
                        && each.get(0).text("psn").equals(each.get(1).text("psn")),
                Defect.ACK_TIMER_DEAD);
    }

    @Test
    void naksAreLost() {
        find(
                each -> each.size() == 2
                        && has(each, rule -> isLoss(rule, "", "1"))
                        && has(each, rule -> isLoss(rule, "b", "1"))
                        && each.get(0).text("psn").equals(each.get(1).text("psn")),
                Defect.NAK_TWICE);
    }

    /** Longer than the ACK timeout: the requester has gone back by then. */
    @Test
    void acknowledgementsComeAfterARewind() {
        find(
                each -> each.size() == 1
                        && has(
                                each,
                                rule -> rule.action().equals("delay")
                                        && rule.text("from").equals("b")
                                        && rule.text("by").equals("700us")),
                Defect.ATOMIC_REPLAYED);
    }

    @Test
    void packetsComeFromAPeerOfBefore() {
        find(each -> has(each, rule -> rule.text("field").equals("ip.src")), Defect.STALE_QP_TAKEN);
    }

    private static boolean isLoss(Rule rule, String from, String round) {
        return rule.action().equals("drop")
                && rule.text("from").equals(from)
                && rule.text("round").equals(round);
    }

    private static boolean has(List<Rule> rules, Predicate<Rule> what) {
        return rules.stream().anyMatch(what);
    }

    private static void find(Predicate<List<Rule>> drawn, Defect defect) {
        List<Case> cases = new ArrayList<>();
        SmallScope scope = new SmallScope(Device.SOUND, 1);
        for (Case each = scope.next(); each != null; each = scope.next()) {
            if (drawn.test(each.rules())) {
                cases.add(each);
            }
        }
        assertThat(cases).hasSizeGreaterThan(10);
        assertThat(cases).allSatisfy(each -> assertThat(RUNNER.run(each)).isNull());
        Device wrong = new Device("ibta", "", defect.name());
        assertThat(cases)
                .anySatisfy(each -> assertThat(RUNNER.run(each.with(wrong))).isNotNull());
    }
}
