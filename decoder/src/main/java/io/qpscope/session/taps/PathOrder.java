package io.qpscope.session.taps;

import io.qpscope.session.taps.TapReport.OrderBy;

import java.util.ArrayList;
import java.util.List;

/** The taps of one direction in the order its packets pass them. */
final class PathOrder {
    private final List<Integer> taps = new ArrayList<>();
    private OrderBy by = OrderBy.TTL;

    /**
     * @param orders by lower and higher tap
     * @param named all taps as the command line has them
     */
    PathOrder(TapDirection direction, TapOrder[][] orders, List<Integer> named) {
        TapDirection reverse = direction.reverse;
        for (int tap : named) {
            // A tap that sees the way back is on the way there, even if nothing came through.
            if (direction.packets[tap] > 0 || (reverse != null && reverse.packets[tap] > 0)) {
                insert(tap, direction, orders);
            }
        }
        if (taps.size() < 2) {
            by = OrderBy.COMMAND_LINE;
        }
    }

    /** In front of the first tap that it comes before. */
    private void insert(int tap, TapDirection direction, TapOrder[][] orders) {
        int place = 0;
        while (place < taps.size()) {
            int other = taps.get(place);
            TapOrder.Order order = orders[Math.min(tap, other)][Math.max(tap, other)].of(direction);
            int sign = tap < other ? order.sign() : -order.sign();
            if (order.by().compareTo(by) > 0) {
                by = order.by();
            }
            if (sign > 0) {
                break;
            }
            place++;
        }
        taps.add(place, tap);
    }

    List<Integer> taps() {
        return taps;
    }

    /** The weakest of what shows it. */
    OrderBy by() {
        return by;
    }
}
