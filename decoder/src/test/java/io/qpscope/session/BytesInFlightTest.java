package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BytesInFlightTest {
    private final BytesInFlight flight = new BytesInFlight();

    @Test
    void nothingIsInFlightBeforeTheFirstAndAllIsBehindAnOldAcknowledgement() {
        assertThat(flight.upTo(100)).isZero();
        flight.sent(1, 10);
        flight.sent(2, 20);
        assertThat(flight.upTo(0)).isEqualTo(30);
        assertThat(flight.upTo(1)).isEqualTo(20);
        assertThat(flight.upTo(2)).isZero();
    }

    @Test
    void theRingGrowsWhileItIsTurned() {
        long acknowledged = 0;
        long sent = 0;
        for (int i = 1; i <= 1000; i++) {
            flight.sent(++sent, 1);
            if (i % 3 == 0) {
                acknowledged++;
            }
            assertThat(flight.upTo(acknowledged)).isEqualTo(sent - acknowledged);
        }
    }

    @Test
    void whatAFullRingForgetsCountsAsAcknowledged() {
        for (int i = 1; i <= SentWindow.MAX_ENTRIES; i++) {
            flight.sent(i, 1);
        }
        assertThat(flight.upTo(0)).isEqualTo(SentWindow.MAX_ENTRIES);
        flight.sent(SentWindow.MAX_ENTRIES + 1, 1);
        assertThat(flight.upTo(0)).isEqualTo(SentWindow.MAX_ENTRIES);
        assertThat(flight.upTo(SentWindow.MAX_ENTRIES)).isEqualTo(1);
    }
}
