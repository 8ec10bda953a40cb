package io.qpscope.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.finding.RulesTest.Case;
import io.qpscope.finding.RulesTest.Stage;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A breach is that of the side that did it, and of no other. */
class ConductTest {
    private static Set<String> fired(TrackerResult result, Side accused) {
        Set<String> ids = new TreeSet<>();
        for (Finding finding : Conduct.judge(result, session -> accused)) {
            ids.add(finding.rule().id());
        }
        return ids;
    }

    private static TrackerResult told(Consumer<Stage> tale) {
        Stage stage = new Stage();
        tale.accept(stage);
        return stage.finish().result;
    }

    @TestFactory
    Stream<DynamicTest> oneSideBrokeTheRule() {
        return Stream.of(ConformanceRulesTest.CASES, RecoveryRulesTest.CASES)
                .flatMap(List::stream)
                .map(c -> DynamicTest.dynamicTest(c.rule(), () -> one(c)));
    }

    private static void one(Case c) {
        TrackerResult broken = told(c.breaks());
        boolean a = fired(broken, Side.A).contains(c.rule());
        boolean b = fired(broken, Side.B).contains(c.rule());
        assertThat(List.of(a, b)).as("of A, of B").containsExactlyInAnyOrder(true, false);
        assertThat(fired(broken, null)).isEmpty();
        TrackerResult near = told(c.justDoesNot());
        assertThat(fired(near, Side.A)).doesNotContain(c.rule());
        assertThat(fired(near, Side.B)).doesNotContain(c.rule());
    }

    @Test
    void whatASideSuffersIsNoBreach() {
        TrackerResult lossy = told(s -> {
            s.at(0, s.a.send(1), s.a.send(3), s.b.nak(2, 0), s.a.send(2), s.a.send(3), s.b.ack(3));
            s.at(67_108, s.a.send(4));
            s.at(134_216, s.a.send(4), s.b.ack(4));
        });
        assertThat(Rules.judge(lossy)).isNotEmpty();
        assertThat(fired(lossy, Side.A)).isEmpty();
        assertThat(fired(lossy, Side.B)).isEmpty();
    }

    @Test
    void aPacketOfAnotherVersionIsItsSenders() {
        TrackerResult other = told(s -> s.at(0, s.a.send(1), s.a.send(2).version(2), s.b.ack(1)));
        assertThat(fired(other, Side.A)).containsExactly("BTH-VERSION");
        assertThat(fired(other, Side.B)).isEmpty();
    }

    @Test
    void aPacketOfABadIcrcIsItsSenders() {
        TrackerResult corrupt = told(s -> s.at(0, s.a.send(1), s.a.send(2).corrupt(), s.b.ack(1)));
        assertThat(fired(corrupt, Side.A)).containsExactly("ICRC-BAD");
        assertThat(fired(corrupt, Side.B)).isEmpty();
    }
}
