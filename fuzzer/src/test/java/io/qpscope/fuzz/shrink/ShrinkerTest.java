package io.qpscope.fuzz.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.generate.RandomCases;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

class ShrinkerTest {
    private static boolean hasRead(Case of) {
        return of.flows().stream()
                .flatMap(flow -> flow.work().items().stream())
                .anyMatch(item -> item.verb() == Verb.RDMA_READ && item.size() > 100);
    }

    private static boolean hasWordWrite(Case of) {
        return of.flows().stream()
                .flatMap(flow -> flow.work().items().stream())
                .anyMatch(item -> item.verb() == Verb.ATOMIC_WRITE);
    }

    private static boolean hasDrop(Case of) {
        return of.rules().stream().anyMatch(rule -> rule.action().equals("drop"));
    }

    /** What is left is what the failure needs, whatever the case was. */
    @Test
    void nothingIsLeftThatIsNotNeeded() {
        RandomCases cases = new RandomCases(Device.SOUND, new SplittableRandom(5));
        int shrunk = 0;
        for (int i = 0; i < 2_000; i++) {
            Case from = cases.next();
            if (!hasRead(from) || !hasDrop(from)) {
                continue;
            }
            shrunk++;
            Shrinker shrinker = new Shrinker(of -> hasRead(of) && hasDrop(of), 2_000);
            Case small = shrinker.shrink(from);
            // The rule goes with its flow, which need not be the one that reads.
            assertThat(small.flows()).hasSizeLessThanOrEqualTo(2);
            assertThat(small.messages()).isEqualTo(small.flows().size());
            assertThat(small.rules()).hasSize(1);
            assertThat(small.flows())
                    .anyMatch(flow -> flow.work().items().get(0).size() == 101);
            Rule rule = small.rules().get(0);
            assertThat(rule.has("probability") || rule.has("every")).isFalse();
        }
        assertThat(shrunk).isGreaterThan(10);
    }

    /** Their packets have eight bytes whatever a case says, and so has what is expected of them. */
    @Test
    void wordsStayAsLongAsTheyAre() {
        RandomCases cases = new RandomCases(Device.SOUND, new SplittableRandom(3));
        Case from = cases.next();
        while (!hasWordWrite(from)) {
            from = cases.next();
        }
        Case small = new Shrinker(ShrinkerTest::hasWordWrite, 500).shrink(from);
        assertThat(small.messages()).isEqualTo(1);
        assertThat(small.flows().get(0).work().items().get(0).size()).isEqualTo(8);
    }

    @Test
    void whatCantGoStaysAndTriesAreBounded() {
        Case from = new RandomCases(Device.SOUND, new SplittableRandom(5)).next();
        int[] runs = {0};
        Shrinker shrinker = new Shrinker(
                of -> {
                    runs[0]++;
                    return false;
                },
                20);
        assertThat(shrinker.shrink(from)).isEqualTo(from);
        assertThat(runs[0]).isEqualTo(shrinker.tries()).isLessThanOrEqualTo(20);
    }
}
