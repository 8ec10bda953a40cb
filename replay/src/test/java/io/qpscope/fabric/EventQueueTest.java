package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

class EventQueueTest {
    /** A sorted set does the same, more slowly. */
    private record Entry(long at, long order, int id) {}

    private final EventQueue queue = new EventQueue();
    private final List<Integer> fired = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(5);
    private final TreeSet<Entry> model =
            new TreeSet<>(Comparator.comparingLong(Entry::at).thenComparingLong(Entry::order));
    private final Entry[] armed = new Entry[50];
    private long orders;

    private final class Noted extends Timer {
        final int id;

        Noted(int id) {
            this.id = id;
        }

        @Override
        void fire(long now) {
            fired.add(id);
            assertThat(armed()).isFalse();
            if (random.nextInt(3) == 0) {
                arm(this, now + away());
            }
        }
    }

    private void arm(Noted timer, long at) {
        queue.arm(timer, at);
        forget(timer.id);
        Entry entry = new Entry(at, orders++, timer.id);
        armed[timer.id] = entry;
        model.add(entry);
    }

    /** Often at once, often near, seldom a month away: all wheels turn. */
    private long away() {
        return random.nextLong(1L << random.nextInt(random.nextInt(10) == 0 ? 51 : 12));
    }

    private void forget(int id) {
        if (armed[id] != null) {
            model.remove(armed[id]);
            armed[id] = null;
        }
    }

    @Test
    void timersFireInTheOrderOfTheirTimesAndThenOfTheirArming() {
        Noted[] timers = new Noted[50];
        for (int i = 0; i < timers.length; i++) {
            timers[i] = new Noted(i);
        }
        long now = 0;
        for (int step = 0; step < 20_000; step++) {
            int action = random.nextInt(5);
            Noted timer = timers[random.nextInt(timers.length)];
            if (action < 2) {
                arm(timer, now + away());
            } else if (action == 2) {
                queue.disarm(timer);
                forget(timer.id);
            } else if (action == 3) {
                long until = now + away();
                long first = model.isEmpty() ? Long.MAX_VALUE : model.first().at;
                if (first > until) {
                    assertThat(queue.next(until)).isGreaterThan(until);
                    now = until;
                } else {
                    assertThat(queue.next(until)).isEqualTo(first);
                    now = first;
                }
            } else if (!model.isEmpty()) {
                Entry next = model.first();
                forget(next.id);
                assertThat(queue.next(Long.MAX_VALUE)).isEqualTo(next.at);
                now = next.at;
                fired.clear();
                queue.fire();
                assertThat(fired).containsExactly(next.id);
            }
            assertThat(queue.isBusy()).isEqualTo(!model.isEmpty());
            assertThat(timer.armed()).isEqualTo(armed[timer.id] != null);
        }
    }

    @Test
    void anEarlierTimeWinsAndALaterOneDoesNot() {
        Noted timer = new Noted(1);
        queue.arm(timer, 10_000);
        queue.armBefore(timer, 10);
        queue.armBefore(timer, 20);
        assertThat(queue.next(Long.MAX_VALUE)).isEqualTo(10);
        queue.armBefore(timer, 5);
        assertThat(queue.next(Long.MAX_VALUE)).isEqualTo(5);
    }

    @Test
    void monitorsAloneAreNotBusy() {
        Timer monitor = new Timer(true) {
            @Override
            void fire(long now) {}
        };
        queue.arm(monitor, 1);
        assertThat(queue.isBusy()).isFalse();
        assertThat(queue.next(Long.MAX_VALUE)).isEqualTo(1);
        queue.disarm(monitor);
        assertThat(queue.next(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    /** Who only looks ahead may still be overtaken. */
    @Test
    void lookingAheadDoesNotMoveTime() {
        Noted late = new Noted(1);
        Noted early = new Noted(2);
        queue.arm(late, 1_000_000);
        assertThat(queue.next(70)).isGreaterThan(70);
        queue.arm(early, 71);
        assertThat(queue.next(500)).isEqualTo(71);
        queue.fire();
        assertThat(fired).containsExactly(2);
    }

    /** A time that is over is now. */
    @Test
    void whatIsLateHappensAtOnce() {
        Timer first = new Noted(1);
        queue.arm(first, 5_000);
        assertThat(queue.next(5_000)).isEqualTo(5_000);
        queue.fire();
        queue.disarm(first);
        queue.arm(new Noted(2), 10);
        assertThat(queue.next(5_000)).isEqualTo(5_000);
        queue.arm(new Noted(3), Long.MAX_VALUE - 1);
        queue.fire();
        assertThat(fired).endsWith(2);
    }
}
