package io.qpscope.session.taps;

import io.qpscope.session.taps.TapReport.Clock;
import io.qpscope.session.taps.TapReport.OrderBy;

import java.util.List;

/**
 * Which of two taps a direction passes first, and how far their clocks are apart. Let o be the second
 * clock minus the first and D the time from tap to tap: stamps differ by o + D where the first tap
 * comes first, and by o - D where the second does. So the two directions of one traffic differ by
 * both ways' delays, whatever the clocks say; and o lies between the least o + D and the most o - D
 * of all traffic, in the middle if both ways take equally long.
 */
final class TapOrder {
    /**
     * The first tap comes first (1), the second does (-1), or nothing tells (0).
     */
    record Order(int sign, OrderBy by) {
        static final Order UNKNOWN = new Order(0, OrderBy.COMMAND_LINE);
    }

    private final int first;
    private final int second;
    private final boolean oneCapture;
    private long common;
    /** The offset is above the one and below the other, by shifted times. */
    private long above = Long.MIN_VALUE;

    private long below = Long.MAX_VALUE;

    /**
     * @param first the lower index
     */
    TapOrder(List<TapDirection> directions, int first, int second, boolean oneCapture) {
        this.first = first;
        this.second = second;
        this.oneCapture = oneCapture;
        for (TapDirection direction : directions) {
            bound(direction);
        }
    }

    private void bound(TapDirection direction) {
        TapPair pair = direction.pairs[first][second];
        if (pair != null) {
            common += pair.times.count();
            int sign = byItself(direction).sign();
            if (sign > 0) {
                below = Math.min(below, pair.times.least());
            } else if (sign < 0) {
                above = Math.max(above, pair.times.most());
            }
        }
    }

    Clock clock() {
        if (common == 0) {
            return Clock.UNRELATED;
        }
        if (oneCapture && above <= 0 && below >= 0) {
            return Clock.ONE_CLOCK;
        }
        if (above == Long.MIN_VALUE || below == Long.MAX_VALUE) {
            return Clock.ONE_WAY;
        }
        return above <= below ? Clock.ESTIMATED : Clock.CONTRADICTORY;
    }

    boolean clockKnown() {
        return clock() == Clock.ONE_CLOCK || clock() == Clock.ESTIMATED;
    }

    /** Second clock minus first, by shifted times; holds where the clock is known. */
    long offsetNs() {
        return clock() == Clock.ONE_CLOCK ? 0 : above + (below - above) / 2;
    }

    long uncertaintyNs() {
        return clock() == Clock.ONE_CLOCK ? 0 : (below - above + 1) / 2;
    }

    /** Of one direction, with all that is known of the others. */
    Order of(TapDirection direction) {
        Order order = byItself(direction);
        TapPair pair = direction.pairs[first][second];
        if (order.sign() == 0 && pair != null && clockKnown()) {
            int sign = Long.signum(pair.times.median() - offsetNs());
            return sign == 0 ? order : new Order(sign, OrderBy.CLOCK);
        }
        if (order.sign() == 0 && pair == null && direction.reverse != null) {
            TapPair back = direction.reverse.pairs[first][second];
            Order there = back == null ? order : of(direction.reverse);
            return there.sign() == 0 ? order : new Order(-there.sign(), OrderBy.REVERSE);
        }
        return order;
    }

    private Order byItself(TapDirection direction) {
        TapPair pair = direction.pairs[first][second];
        if (pair == null) {
            return Order.UNKNOWN;
        }
        if ((pair.higherTtlAtFirst == 0) != (pair.higherTtlAtSecond == 0)) {
            return new Order(pair.higherTtlAtFirst > 0 ? 1 : -1, OrderBy.TTL);
        }
        TapPair back = direction.reverse == null ? null : direction.reverse.pairs[first][second];
        if (back == null) {
            return Order.UNKNOWN;
        }
        int sign = roundTrip(pair.times, back.times);
        return sign == 0 ? Order.UNKNOWN : new Order(sign, OrderBy.ROUND_TRIP);
    }

    /** By the least delays, which queues touch least; by the medians where these overlap. */
    private static int roundTrip(Differences there, Differences back) {
        if (there.least() > back.most()) {
            return 1;
        }
        if (back.least() > there.most()) {
            return -1;
        }
        return Long.signum(there.median() - back.median());
    }
}
