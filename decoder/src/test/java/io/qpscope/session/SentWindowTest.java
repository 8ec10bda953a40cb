package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A window that may not grow lets the oldest go, and keeps its order. */
class SentWindowTest {
    private static final int SEEN = SentWindow.SEEN;

    @Test
    void growsWhileThereIsMemory() {
        FlowMemory memory = new FlowMemory(1 << 20);
        SentWindow window = new SentWindow(memory);
        for (int psn = 0; psn < 1_000; psn++) {
            assertThat(window.append(psn, 1, SEEN, psn, psn)).isFalse();
        }
        assertThat(window.size()).isEqualTo(1_000);
        assertThat(window.find(0)).isZero();
        assertThat(memory.windowsCut()).isZero();
    }

    @Test
    void forgetsTheOldestWithoutMemoryAndSaysSo() {
        FlowMemory memory = new FlowMemory(0);
        SentWindow window = new SentWindow(memory);
        for (int psn = 0; psn < 100; psn++) {
            window.append(psn, 1, SEEN, psn, psn);
        }
        assertThat(window.find(0)).isEqualTo(-1);
        assertThat(window.find(99)).isEqualTo(window.size() - 1);
        assertThat(memory.windowsCut()).isEqualTo(100 - window.size());
    }

    @Test
    void splitsAHoleInOrderAlsoWhereTheOldestHasToGo() {
        SentWindow window = new SentWindow(new FlowMemory(0));
        for (int psn = 0; psn < 7; psn++) {
            window.append(psn, 1, SEEN, 0, 1);
        }
        window.append(7, 10, 0, 0, 1);
        int full = window.size();
        int index = window.fill(window.find(12), 12, 1, SEEN, 5, 2);
        assertThat(window.size()).isEqualTo(full);
        assertThat(window.psn(index)).isEqualTo(12);
        assertThat(window.find(12)).isEqualTo(index);
        assertThat(window.psn(window.find(9))).isEqualTo(7);
        assertThat(window.end(window.find(9))).isEqualTo(12);
        assertThat(window.psn(window.find(15))).isEqualTo(13);
        assertThat(window.end(window.find(15))).isEqualTo(17);
    }
}
