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
                arm(this, now + random.nextInt(20));
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
            int action = random.nextInt(4);
            Noted timer = timers[random.nextInt(timers.length)];
            if (action < 2) {
                arm(timer, now + random.nextInt(30));
            } else if (action == 2) {
                queue.disarm(timer);
                forget(timer.id);
            } else if (!model.isEmpty()) {
                Entry next = model.first();
                forget(next.id);
                assertThat(queue.next()).isEqualTo(next.at);
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
        queue.arm(timer, 10);
        queue.armBefore(timer, 20);
        assertThat(queue.next()).isEqualTo(10);
        queue.armBefore(timer, 5);
        assertThat(queue.next()).isEqualTo(5);
    }

    @Test
    void monitorsAloneAreNotBusy() {
        Timer monitor = new Timer(true) {
            @Override
            void fire(long now) {}
        };
        queue.arm(monitor, 1);
        assertThat(queue.isBusy()).isFalse();
        assertThat(queue.next()).isEqualTo(1);
        queue.disarm(monitor);
        assertThat(queue.next()).isEqualTo(Long.MAX_VALUE);
    }
}
