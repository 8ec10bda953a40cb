package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.FrameView;
import io.qpscope.session.AddressPair.Word;

import org.junit.jupiter.api.Test;

/** What is known of two hosts beside their flows: who closed TCP first, and when one was heard. */
class AddressPairTest {
    private static final long SECOND = 1_000_000_000;
    private static final long PAUSE = 20_000_000;

    private final AddressPair pair = new AddressPair(null, 0, 1, 0, 2, -1);
    private final FrameView frame = new FrameView();

    private FrameView at(long number, long ns) {
        return frame.at(number, ns, 0, 0);
    }

    private AddressPair opposite() {
        AddressPair opposite = new AddressPair(null, 0, 2, 0, 1, -1);
        pair.reverse = opposite;
        opposite.reverse = pair;
        return opposite;
    }

    @Test
    void theFirstToCloseIsTheOneWhoseLastFinIsEarlier() {
        assertThat(pair.finishedFirst()).isFalse();
        pair.finished(at(1, SECOND));
        assertThat(pair.finishedFirst()).as("alone").isTrue();
        AddressPair opposite = opposite();
        assertThat(pair.finishedFirst()).as("the other is silent").isTrue();
        assertThat(opposite.finishedFirst()).isFalse();
        opposite.finished(at(2, SECOND + 1));
        assertThat(pair.finishedFirst()).isTrue();
        assertThat(opposite.finishedFirst()).isFalse();
        pair.finished(at(3, SECOND + 1));
        assertThat(pair.finishedFirst()).as("at once").isFalse();
        assertThat(opposite.finishedFirst()).as("at once").isFalse();
    }

    @Test
    void eitherSidesCloseIsTheLastOfBoth() {
        AddressPair opposite = opposite();
        pair.finished(at(7, SECOND));
        assertThat(opposite.tcpCloseFrame).isEqualTo(7);
        assertThat(opposite.tcpCloseNs).isEqualTo(SECOND);
        opposite.finished(at(9, SECOND + 5));
        assertThat(pair.tcpCloseFrame).isEqualTo(9);
        assertThat(pair.tcpCloseNs).isEqualTo(SECOND + 5);
    }

    @Test
    void silenceIsNoWord() {
        assertThat(pair.heardAfter(0, null)).isNull();
        pair.heard(at(1, SECOND));
        assertThat(pair.heardAfter(SECOND, null)).isNull();
        assertThat(pair.heardAfter(SECOND - 1, null)).isEqualTo(new Word(1, SECOND));
    }

    /** The first after a pause is known, if the question falls into the pause. */
    @Test
    void theFirstWordAfterAPauseIsKnown() {
        long resumed = SECOND + PAUSE + 1;
        pair.heard(at(1, SECOND));
        pair.heard(at(2, resumed));
        pair.heard(at(3, resumed + 10));
        Word first = new Word(2, resumed);
        Word last = new Word(3, resumed + 10);
        assertThat(pair.heardAfter(SECOND, null)).isEqualTo(first);
        assertThat(pair.heardAfter(resumed - 1, null)).isEqualTo(first);
        assertThat(pair.heardAfter(SECOND - 1, null)).isEqualTo(last);
        assertThat(pair.heardAfter(resumed, null)).isEqualTo(last);
    }

    @Test
    void twentyMillisecondsAreNoPauseYet() {
        pair.heard(at(1, SECOND));
        pair.heard(at(2, SECOND + PAUSE));
        pair.heard(at(3, SECOND + PAUSE + 10));
        assertThat(pair.heardAfter(SECOND, null)).isEqualTo(new Word(3, SECOND + PAUSE + 10));
    }
}
